// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayRecognition
import GaitwayReports

/// The page of phones that stream now: each one's activity, its probability, and the gate's answer for an alert.
///
/// The page holds no figures: its script gets them from the server that serves it, and from nowhere else.
package struct LivePage: Sendable {
    package var model: String
    /// The length of a window in seconds; the first answer comes at its end.
    package var windowDuration: Double

    /// - Parameter model: the name of the model that the server uses.
    package init(model: String, windowDuration: Double) {
        self.model = model
        self.windowDuration = windowDuration
    }

    package var html: String { document.html }

    /// The security policy, which the server sends as a header.
    package var policy: String { document.policySource }

    private var document: PageDocument {
        PageDocument(
            title: "Gaitway live",
            kicker: "Gaitway live",
            heading: "What the phones do now",
            lead: """
                Each answer needs a window of \(FigureText.decimal(windowDuration, places: 2)) s, and a new one comes \
                every half window. The model is \(model).
                """,
            sections: [
                PageSection(
                    identifier: "phones", title: "Phones", lead: "Each phone has a session of its own.",
                    content: """
                        <ul class="live-phones"></ul>
                        <p class="live-no-phone">No phone has sent anything yet. See below how to connect one.</p>

                        """),
                PageSection(
                    identifier: "phone", title: "–", lead: "<span class=\"live-connection\" role=\"status\"></span>",
                    content: "<div class=\"live\"></div>\n"),
                PageSection(
                    identifier: "connect", title: "Connect a phone",
                    lead: "Samples stay on the machine that serves this page.",
                    content: "<dl class=\"live-ways\"></dl>\n"),
            ],
            footer: "<p>This page needs its script and a connection to the server.</p>\n",
            styles: [.axisStyle, .liveStyle],
            script: PageScript([.axisScript, .liveScript], data: data),
            permissions: ["connect-src 'self'"],
            hasContents: false)
    }

    private var data: String {
        JSONWriter.object { json in
            json.addLiveWords(windowDuration: windowDuration)
        }
    }
}

extension JSONWriter {
    /// What live answers are shown with: the length of a window in seconds, and words.
    mutating func addLiveWords(windowDuration: Double) {
        add("window", windowDuration, places: 2)
        add("activities", ActivityClass.allCases.map(\.name))
        object("reasons") { json in
            for reason in UnknownReason.allCases { json.add(reason.rawValue, reason.words) }
        }
    }
}
