// SPDX-License-Identifier: Apache-2.0
import GaitwayEvaluation
import GaitwayReports

/// The figures of each fold, one row per fold.
struct FoldSection {
    let report: EvaluationReport

    /// Nil without cross-validation.
    var section: PageSection? {
        guard !report.folds.isEmpty else { return nil }
        let rows = report.folds.enumerated().map { index, fold -> Markup in
            """
            <tr><th scope="row"><span class="only-narrow">fold </span>\(index + 1)</th>\
            <td data-name="macro-F1" class="number"><b>\(FigureText.decimal(fold.metrics.macroF1))</b></td>\
            <td data-name="accuracy" class="number">\(FigureText.decimal(fold.metrics.accuracy))</td>\
            <td data-name="hours" class="number">\
            \(FigureText.decimal(fold.hours.reduce(0) { $0 + $1.hours }, places: 2))</td>\
            <td data-name="windows" class="number">\(FigureText.count(fold.metrics.windows))</td>\
            <td data-name="held out" class="long">\(fold.heldOut.joined(separator: ", "))</td></tr>

            """
        }
        return PageSection(
            identifier: "folds", title: "Folds", lead: lead,
            content: """
                <div class="scroll"><table class="stack">
                <thead><tr><th scope="col">fold</th><th scope="col" class="number">macro-F1</th>\
                <th scope="col" class="number">accuracy</th><th scope="col" class="number">hours</th>\
                <th scope="col" class="number">windows</th><th scope="col" class="long">held out</th></tr></thead>
                <tbody>
                \(rows)</tbody>
                </table></div>
                \(random)
                """)
    }

    private var lead: Markup {
        """
        Each row was held out as a whole. Its macro-F1 is the mean over the activities that it has, so do not compare \
        rows with different activities.
        """
    }

    private var random: Markup {
        guard let score = report.randomSplitMacroF1 else { return "" }
        return """
            <p>A random split over windows gives macro-F1 \(FigureText.decimal(score)) instead of \
            \(FigureText.decimal(report.weighted.macroF1)). That figure is too good: windows of one ride are on both \
            sides.</p>

            """
    }
}
