// SPDX-License-Identifier: Apache-2.0
import GaitwayEvaluation
import GaitwayReports

/// The figures of each fold, one row per fold.
struct FoldSection {
    let report: EvaluationReport

    /// Nil without cross-validation.
    var section: PageSection? {
        guard !report.folds.isEmpty else { return nil }
        let table = PageTable(
            "fold", style: "stack",
            columns: [
                .strong(.macroF1), .figure(.accuracy), .figure(.hours), .figure(.windows),
                .figure(.init("held out") { .text($0.heldOut.joined(separator: ", ")) }, style: "long"),
            ],
            rows: report.folds.enumerated().map { index, fold in
                .init(name: "<span class=\"only-narrow\">fold </span>\(index + 1)", subject: fold)
            })
        return PageSection(
            identifier: "folds", title: "Folds", lead: lead,
            content: """
                \(table.markup)
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
