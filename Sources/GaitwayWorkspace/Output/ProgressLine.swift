// SPDX-License-Identifier: Apache-2.0
import GaitwayReports

/// A line on a terminal that shows the progress of long work and the time left. Without a terminal it is nothing, or a
/// line for each step.
final class ProgressLine {
    private let title: String
    private let total: Int
    /// Whether each step has a line without a terminal.
    private let isLogged: Bool
    private let timeLeft = TimeLeft()
    private var text = ""
    private var isShown = false

    init(_ title: String, of total: Int, isLogged: Bool = false) {
        self.title = title
        self.total = total
        self.isLogged = isLogged
    }

    /// Shows that `done` of the total are done, which are this fraction of the work.
    func show(_ done: Int, fraction: Double? = nil) {
        guard Diagnostics.isTerminal || isLogged && done > 0, total > 0 else { return }
        let left = timeLeft.text(fraction: fraction ?? Double(done) / Double(total))
        show("\(title): \(done) of \(total) done" + (left.map { ", " + $0 } ?? ""))
    }

    /// Shows a line of its own words.
    func show(_ line: String) {
        guard !Diagnostics.isQuiet else { return }
        guard Diagnostics.isTerminal else {
            if isLogged { Diagnostics.note(line) }
            return
        }
        guard line != text || !isShown else { return }
        text = line
        isShown = true
        Diagnostics.text("\r\u{1b}[K" + line)
    }

    /// Takes the line away until it is shown again: something else is to be written.
    func clear() {
        guard isShown else { return }
        isShown = false
        Diagnostics.text("\r\u{1b}[K")
    }
}
