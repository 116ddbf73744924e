// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayReports

/// The rides behind each error of the confusion matrix, whose cells lead here.
struct ConfusedRidesList {
    let confusions: [ConfusedRides]
    let recordings: [String]

    /// The most rides that are listed of an error.
    private static let most = 20

    static func anchor(_ truth: Activity, _ prediction: Prediction) -> String {
        "rides-\(truth.rawValue)-\(prediction.name)"
    }

    var markup: Markup {
        guard !confusions.isEmpty else { return "" }
        return """
            <details class="confused"><summary>Rides behind each error</summary>
            \(confusions.map(list))</details>

            """
    }

    private func list(_ confusion: ConfusedRides) -> Markup {
        let rides = confusion.rides.prefix(Self.most).map { ride -> Markup in
            let name = recordings.indices.contains(ride.index) ? recordings[ride.index] : "ride \(ride.index + 1)"
            return """
                <li>\(Markup.breaking(name)): \(FigureText.count(ride.wrong)) of \
                \(FigureText.count(ride.windows, "window", "windows"))</li>

                """
        }
        let rest = confusion.rides.count - rides.count
        let more: Markup = rest > 0 ? "<li>\(FigureText.count(rest, "more ride", "more rides"))</li>\n" : ""
        return """
            <h3 id="\(Self.anchor(confusion.truth, confusion.prediction))">\(confusion.truth.rawValue) answered \
            \(confusion.prediction.name)</h3>
            <ul>
            \(rides)\(more)</ul>

            """
    }
}
