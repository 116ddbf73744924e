// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc

/// The history in the server's notes: a line with all of it, and behind it a line for each step since. One thread at a
/// time uses it.
///
/// A step costs its own bytes. All of it is written anew once the steps have as many bytes as a history may have.
final class HistoryJournal {
    private let path: String
    private var descriptor: Int32 = -1
    /// The bytes of the steps in the file.
    private var size = 0

    init(path: String) { self.path = path }

    deinit { end() }

    /// Reads the history that a server left, and notes the first line that cannot be read.
    static func read(_ path: String, noting problems: inout [InputError]) -> ChangeHistory {
        var history = ChangeHistory()
        WorkspaceNotes.lines(of: path, named: ".gaitway/history.json", noting: &problems) { json throws(InputError) in
            try history.read(json)
        }
        return history
    }

    /// Notes a step, after which the history is this.
    func append(_ step: ChangeHistory.Step, of history: ChangeHistory) {
        let line = Array(JSONWriter.line { ChangeHistory.write(step, to: &$0) }.utf8)
        if descriptor >= 0, size + line.count <= ChangeHistory.mostBytes,
            GrowingFile.system(descriptor, line[...]) == line.count
        {
            size += line.count
            return
        }
        // The first step, a long file, or a fault that may have torn a line.
        end()
        guard (try? OutputFile.save(Array(JSONWriter.line { history.write(to: &$0) }.utf8), to: path)) != nil else {
            return
        }
        descriptor = FileCalls.open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC)
        size = 0
    }

    private func end() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
