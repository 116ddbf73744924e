/// The sentences that a reader needs before the figures, in a box above them.
struct NoteList {
    let notes: [Markup]

    /// Nothing without notes.
    var markup: Markup {
        guard !notes.isEmpty else { return "" }
        let items = notes.map { note -> Markup in
            """
            <li>\(note)</li>

            """
        }
        return """
            <ul class="notes" aria-label="Before the figures">
            \(items)</ul>

            """
    }
}
