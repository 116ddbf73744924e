/// A line on a terminal that says how far long work has come; nothing where nobody looks on.
final class ProgressLine {
    private let title: String
    private let total: Int
    private var shown = -1

    init(_ title: String, of total: Int) {
        self.title = title
        self.total = total
    }

    /// Shows that `done` of the total are done.
    func show(_ done: Int) {
        guard Diagnostics.isTerminal, total > 0 else { return }
        let percent = done * 100 / total
        guard percent != shown else { return }
        shown = percent
        Diagnostics.text("\r\u{1b}[K\(title) \(done) of \(total)")
    }

    /// Takes the line away.
    func finish() {
        guard Diagnostics.isTerminal, shown >= 0 else { return }
        Diagnostics.text("\r\u{1b}[K")
    }
}
