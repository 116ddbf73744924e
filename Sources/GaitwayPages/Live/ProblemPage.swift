// SPDX-License-Identifier: Apache-2.0
/// The page that a server shows instead of what was asked for: what is wrong, what to do, and a way back.
package struct ProblemPage: Sendable {
    /// What is wrong, in a sentence.
    package var problem: String
    /// What it is about, such as a file; nil for nothing of its own.
    package var place: String?
    /// What to do, in a sentence; empty if only the way back is left.
    package var remedy: String

    package init(problem: String, place: String?, remedy: String) {
        self.problem = problem
        self.place = place
        self.remedy = remedy
    }

    package var html: String { document.html }

    /// The security policy, which the server sends as a header.
    package var policy: String { document.policySource }

    private var document: PageDocument {
        let about: Markup = place.map { "<b>\($0)</b><br/>" } ?? ""
        return PageDocument(
            title: "\(problem) – Gaitway",
            kicker: "Gaitway",
            heading: "\(problem)",
            lead: "\(about)\(remedy)",
            sections: [],
            body: "<p class=\"problem-back\"><a href=\"/\">Go to the start page</a></p>\n",
            footer: "<p>Nothing was changed.</p>\n",
            hasContents: false)
    }
}
