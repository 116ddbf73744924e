/// A section of a page, with an anchor for the list of contents.
struct PageSection {
    /// Its anchor.
    let identifier: String
    /// Its heading.
    let title: String
    /// One or two sentences below the heading.
    let lead: Markup
    /// The markup below the lead.
    let content: Markup

    var markup: Markup {
        """
        <section id="\(identifier)" aria-labelledby="\(identifier)-title">
        <h2 id="\(identifier)-title">\(title)</h2>
        <p class="lead">\(lead)</p>
        \(content)</section>

        """
    }
}
