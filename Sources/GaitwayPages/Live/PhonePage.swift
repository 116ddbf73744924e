// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// The page that a phone opens to stream its motion: its browser's sensors, the server's answers, and labels.
package struct PhonePage: Sendable {
    /// The length of a window in seconds; the first answer comes at its end.
    package var windowDuration: Double
    /// True if the server keeps labels that are pressed while it records.
    package var mayLabel: Bool

    /// A page with buttons for labels if `mayLabel` is true.
    package init(windowDuration: Double, mayLabel: Bool) {
        self.windowDuration = windowDuration
        self.mayLabel = mayLabel
    }

    package var html: String { document.html }

    /// The security policy, which the server sends as a header.
    package var policy: String { document.policySource }

    private var document: PageDocument {
        PageDocument(
            title: "This phone – Gaitway",
            kicker: "Gaitway",
            heading: "Stream this phone's motion",
            lead: "The samples go to the machine that serves this page, and to no other.",
            sections: [
                PageSection(
                    identifier: "this-phone", title: "This phone",
                    lead: """
                        Press Start, and carry the phone as you always do. Browsers give a locked phone or a hidden \
                        page no motion.
                        """,
                    content: """
                        <div class="phone-start">
                        <button type="button" id="phone-start" class="phone-primary">Start</button>
                        <p id="phone-said" role="status"></p></div>
                        <div id="phone-labels" class="phone-labels"></div>

                        """),
                PageSection(
                    identifier: "phone", title: "–", lead: "<span class=\"live-connection\" role=\"status\"></span>",
                    content: "<div class=\"live\"></div>\n"),
                PageSection(
                    identifier: "ways", title: "An address with motion",
                    lead: "Browsers give motion only to pages with HTTPS, or of the phone itself.",
                    content: "<dl class=\"phone-ways\"></dl>\n"),
            ],
            footer: "<p>This page needs its script and a connection to the server.</p>\n",
            styles: [.axisStyle, .workspaceStyle, .liveStyle, .phoneStyle],
            script: PageScript([.axisScript, .liveScript, .phoneScript], data: data),
            permissions: ["connect-src 'self'"],
            hasContents: false)
    }

    private var data: String {
        JSONWriter.object { json in
            json.add("mayLabel", mayLabel)
            json.addLiveWords(windowDuration: windowDuration)
        }
    }
}
