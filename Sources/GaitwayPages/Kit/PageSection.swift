// SPDX-License-Identifier: Apache-2.0
/// A section of a page, with an anchor for the list of contents.
struct PageSection {
    let identifier: String
    let title: String
    /// One or two sentences below the heading; empty where the content begins with them.
    var lead: Markup = ""
    /// The markup below the lead.
    let content: Markup
    /// Whether the heading is for screen readers and for the list of contents only, so that the content stands higher.
    var isTitleHidden = false

    var markup: Markup {
        let style: Markup = isTitleHidden ? " class=\"unseen\"" : ""
        let lead: Markup = lead.source.isEmpty ? "" : "<p class=\"lead\">\(lead)</p>\n"
        return """
            <section id="\(identifier)" aria-labelledby="\(identifier)-title">
            <h2 id="\(identifier)-title"\(style)>\(title)</h2>
            \(lead)\(content)</section>

            """
    }
}
