// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayReports

/// First answers from half a window, and what hands do at the ends of rides.
struct BesideSection {
    let report: EvaluationReport

    /// Nil if neither was judged.
    var section: PageSection? {
        let sentences = report.firstAnswers?.sentences ?? []
        guard !sentences.isEmpty || report.handling != nil else { return nil }
        let paragraphs = [sentences.joined(separator: " "), report.handling?.sentence ?? ""]
            .filter { !$0.isEmpty }.map { text -> Markup in "<p>\(text)</p>\n" }
        return PageSection(
            identifier: "beside", title: "First answers, and hands",
            lead: "A live stream answers after half a window. A hand on the phone says nothing of its owner.",
            content: "\(paragraphs)")
    }
}
