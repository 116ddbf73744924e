// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import GaitwayReports

/// The first picture of a long ride: what a model answers in equal parts of it, while the server makes the whole page.
package struct RidePreviewPage: Sendable {
    /// The log's name.
    package var name: String
    /// The wall-clock time of elapsed 0; nil for a log without a clock.
    package var origin: Timestamp?
    package var zone: LocalZone
    package var duration: Duration
    /// The answer of each part; nil for a part without one.
    package var answers: [Answer?]
    /// The address of the whole page.
    package var whole: String

    package init(
        name: String, origin: Timestamp?, zone: LocalZone, duration: Duration, answers: [Answer?], whole: String
    ) {
        (self.name, self.origin, self.zone, self.duration) = (name, origin, zone, duration)
        (self.answers, self.whole) = (answers, whole)
    }

    /// The page.
    package var html: String {
        let title = RideTitle(name, origin: origin, zone: zone, duration: duration).text
        let step = duration.inSeconds / Double(max(1, answers.count))
        return PageDocument(
            title: title, kicker: "Gaitway ride", wayBack: "<a href=\"/#rides\">All rides</a> ", heading: title,
            lead: """
                \(name). The whole page of so long a ride takes the server a while. It comes by itself; until \
                then, this is the model's answer to each \(FigureText.duration(step)).
                """,
            introduction: "\(keys)\(strip)", sections: [], footer: "",
            script: PageScript([.ridePreviewScript], data: data)
        ).html
    }

    private var data: String { JSONWriter.text { json in json.object { $0.add("whole", whole) } } }

    private var keys: Markup {
        let totals = Answer.allCases.compactMap { answer -> Markup? in
            let count = answers.count { $0 == answer }
            guard count > 0 else { return nil }
            let share = FigureText.percent(Double(count) / Double(answers.count))
            let name = answer == .noneOfThese ? "none of these" : answer.name
            return """
                <span><span class="swatch \(answer.name)"></span>\(name) \(share)</span>

                """
        }
        return """
            <p class="keys">
            \(totals)</p>

            """
    }

    private var strip: Markup {
        let bars = answers.enumerated().compactMap { index, answer -> Markup? in
            answer.map {
                """
                <rect class="\($0.name)" x="\(String(index))" y="0" width="1" height="1"/>

                """
            }
        }
        return """
            <div class="lane areas"><svg viewBox="0 0 \(String(max(1, answers.count))) 1" preserveAspectRatio="none" \
            role="img" aria-label="The model’s answer along the ride">
            \(bars)</svg></div>

            """
    }
}
