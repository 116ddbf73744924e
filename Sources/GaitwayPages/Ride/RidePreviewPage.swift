// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import GaitwayReports

/// The first picture of a long ride: what a model answers in equal parts of it, while the server reads the log and
/// makes the whole page.
package struct RidePreviewPage: Sendable {
    package var name: String
    /// The wall-clock time of elapsed 0; nil for a log without a clock.
    package var origin: Timestamp?
    package var zone: LocalZone
    /// The length of the ride, or of what was read.
    package var duration = Duration.zero
    /// The answer of each part; nil for a part without one.
    package var predictions: [Prediction?] = []
    /// Whether the log is still read. The page's script then asks for the page again and again.
    package var isBeingRead = false
    /// The address of the whole page.
    package var whole: String

    package init(name: String, origin: Timestamp?, zone: LocalZone, whole: String) {
        (self.name, self.origin, self.zone, self.whole) = (name, origin, zone, whole)
    }

    package var html: String {
        let title = isBeingRead ? name : RideTitle(name, origin: origin, zone: zone, duration: duration).text
        let step = FigureText.duration(duration.inSeconds / Double(max(1, predictions.count)))
        let lead: Markup =
            isBeingRead
            ? """
            The server reads this log for the first time. \(predictions.isEmpty ? "Its picture fills in here." : """
            It has read \(FigureText.duration(duration.inSeconds)); this is the model's answer to each \(step) of it.
            """) The whole page comes by itself.
            """
            : """
            \(name). The whole page of so long a ride takes the server a while. It comes by itself; until \
            then, this is the model's answer to each \(step).
            """
        return PageDocument(
            title: title, kicker: "Gaitway ride", wayBack: "<a href=\"/#rides\">All rides</a> ", heading: title,
            lead: lead, introduction: "\(keys)\(strip)", sections: [], footer: "",
            script: PageScript([.ridePreviewScript], data: data), permissions: ["connect-src 'self'"]
        ).html
    }

    private var data: String {
        JSONWriter.object { json in
            json.add("whole", whole)
            json.add("isBeingRead", isBeingRead)
        }
    }

    private var keys: Markup {
        let totals = Prediction.allCases.compactMap { prediction -> Markup? in
            let count = predictions.count { $0 == prediction }
            guard count > 0 else { return nil }
            let share = FigureText.percent(Double(count) / Double(predictions.count))
            let name = prediction == .noneOfThese ? "none of these" : prediction.name
            return """
                <span><span class="swatch \(prediction.name)"></span>\(name) \(share)</span>

                """
        }
        return """
            <p class="keys">
            \(totals)</p>

            """
    }

    private var strip: Markup {
        let bars = predictions.enumerated().compactMap { index, prediction -> Markup? in
            prediction.map {
                """
                <rect class="\($0.name)" x="\(String(index))" y="0" width="1" height="1"/>

                """
            }
        }
        return """
            <div class="lane areas"><svg viewBox="0 0 \(String(max(1, predictions.count))) 1" \
            preserveAspectRatio="none" role="img" aria-label="The model’s answer along the ride">
            \(bars)</svg></div>

            """
    }
}
