/// A part of a page, with its place in the list of contents.
struct PageSection {
    /// Its anchor.
    let identifier: String
    /// Its heading.
    let title: String
    /// A sentence or two that say what there is to see.
    let lead: Markup
    /// What follows.
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
