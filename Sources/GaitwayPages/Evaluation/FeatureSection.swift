// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayReports

/// The features with the largest weights of each class.
struct FeatureSection {
    let rankings: [FeatureInfluence.Ranking]
    /// True if the weights are means over the models of several folds.
    let isOfFolds: Bool

    /// Nil without a model.
    var section: PageSection? {
        guard !rankings.isEmpty else { return nil }
        // One scale for all, so that the classes can be compared.
        let largest = rankings.flatMap(\.features).map { max($0.lower.magnitude, $0.upper.magnitude) }.max() ?? 1
        return PageSection(
            identifier: "features", title: "Features of each activity",
            lead: """
                The features with the largest weights, each scaled to mean 0 and standard deviation 1. A bar to the \
                right means that a value above the mean speaks for the activity, \
                a bar to the left that it speaks against it.
                """,
            content: """
                <div class="cards">
                \(rankings.map { card($0, scale: max(largest, 1e-9)) })</div>
                <p class="aside">A product of two features is positive where both lie on the same side of \
                their means. \(folds) \
                Similar features share a weight, so a single feature is not a cause.</p>

                """)
    }

    private var folds: String {
        isOfFolds ? "Bars are means over the models of all folds; thin lines are their ranges." : ""
    }

    private func card(_ ranking: FeatureInfluence.Ranking, scale: Double) -> Markup {
        let name = ranking.activityClass.name
        let rows = ranking.features.map { row($0, style: name, scale: scale) }
        return """
            <table class="features">
            <caption><i class="swatch \(name)"></i>\(name)</caption>
            <thead class="unseen"><tr><th scope="col">feature</th><th scope="col">weight drawn</th>\
            <th scope="col">weight</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table>

            """
    }

    private func row(_ feature: FeatureInfluence, style: String, scale: Double) -> Markup {
        func place(_ weight: Double) -> Double { 50 + 50 * weight / scale }
        let (from, to) = (min(place(feature.weight), 50), max(place(feature.weight), 50))
        let (lower, upper) = (place(feature.lower), place(feature.upper))
        let range: Markup =
            upper > lower ? "<i class=\"whisker\" style=\"left:\(lower)%;width:\(upper - lower)%\"></i>" : ""
        return """
            <tr><th scope="row">\(feature.name)</th><td><span class="diverging">\
            <i class="bar \(style)" style="left:\(from)%;width:\(to - from)%"></i>\(range)</span></td>\
            <td class="number">\(FigureText.signed(feature.weight, places: 2))</td></tr>

            """
    }
}
