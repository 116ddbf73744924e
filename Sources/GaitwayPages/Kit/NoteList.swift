// SPDX-License-Identifier: Apache-2.0
/// The sentences that a reader needs before the figures: one as it is, several behind their number, so that the first
/// chart stands high.
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
        let list: Markup = """
            <ul class="notes" aria-label="Before the figures">
            \(items)</ul>

            """
        guard notes.count > 1 else { return list }
        return """
            <details class="note-box"><summary>\(notes.count) notes before the figures</summary>
            \(list)</details>

            """
    }
}
