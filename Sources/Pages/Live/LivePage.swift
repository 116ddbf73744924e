internal import ActivityRecognition
internal import MotionTypes
internal import TextFormats

/// The page of phones that stream now: what each does, how sure that is, and whether an alert could pass.
///
/// It has no figure of its own: its script listens to the server that gave it, and to nothing else.
package struct LivePage: Sendable {
    /// The model's name.
    package var model: String
    /// Seconds of a window, before the end of which nothing can be said of it.
    package var windowDuration: Double

    /// A page for a server with that model.
    package init(model: String, windowDuration: Double) {
        self.model = model
        self.windowDuration = windowDuration
    }

    /// The page.
    package var html: String { document.html }

    /// The security policy, which the server sends along.
    package var policy: String { document.policySource }

    private var document: PageDocument {
        PageDocument(
            title: "Gaitway live",
            kicker: "Gaitway live",
            heading: "What the phones do now",
            lead: """
                An answer comes at the end of each window of \(FigureText.decimal(windowDuration, places: 2)) s, and there is one every half window. The model is \
                \(model).
                """,
            sections: [
                PageSection(
                    identifier: "phones", title: "Phones", lead: "Each phone has a session of its own.",
                    content: """
                        <ul class="phones"></ul>
                        <p class="no-phone">None has sent anything yet. How a phone is connected is said below.</p>

                        """),
                PageSection(
                    identifier: "phone", title: "–", lead: "<span class=\"connection\" role=\"status\"></span>",
                    content: "<div class=\"live\"></div>\n"),
                PageSection(
                    identifier: "connect", title: "Connect a phone",
                    lead: "Samples stay on the machine that this page comes from.",
                    content: "<dl class=\"ways\"></dl>\n"),
            ],
            footer: "<p>The page needs its script, and the server that gave it.</p>\n",
            styles: [.axisStyle, .liveStyle],
            script: PageScript([.axisScript, .liveScript], data: data),
            permissions: ["connect-src 'self'"],
            hasContents: false)
    }

    private var data: String {
        JSONWriter.text { json in
            json.object { json in
                json.add("window", windowDuration, places: 2)
                json.add("activities", ActivityClass.allCases.map(\.name))
                json.object("reasons") { json in
                    for reason in UnknownReason.allCases { json.add(reason.rawValue, reason.words) }
                }
            }
        }
    }
}
