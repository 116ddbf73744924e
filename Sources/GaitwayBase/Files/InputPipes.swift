// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Files and pipes that are read side by side, whichever has bytes first; `-` is standard input.
package final class InputPipes {
    private var inputs: [(file: InputFile, isOpen: Bool)] = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    package init() {}

    /// Opens one more and returns its number.
    package func open(_ path: String) throws(InputError) -> Int {
        inputs.append((try InputFile(path: path), true))
        return inputs.count - 1
    }

    /// One of the inputs, for a reader that wants all that is still to come of it.
    package func file(_ number: Int) -> InputFile { inputs[number].file }

    /// The next bytes of one input; empty at its end, once.
    package func read(_ number: Int) throws(InputError) -> ArraySlice<UInt8> {
        let count = try inputs[number].file.read(into: &buffer)
        if count == 0 { leave(number) }
        return buffer[..<count]
    }

    /// Reads no more of one input.
    package func leave(_ number: Int) { inputs[number].isOpen = false }

    /// Waits until an input that is not over has bytes or ends, and returns its number; nil when all are over.
    package func next() throws(InputError) -> Int? {
        let open = inputs.indices.filter { inputs[$0].isOpen }
        guard !open.isEmpty else { return nil }
        var waiting = open.map { pollfd(fd: inputs[$0].file.descriptor, events: Int16(POLLIN), revents: 0) }
        while poll(&waiting, nfds_t(waiting.count), -1) < 0 {
            let code = errno
            guard code == EINTR else { throw InputFile.unreadable(inputs[open[0]].file.name, code) }
        }
        return waiting.firstIndex { $0.revents != 0 }.map { open[$0] } ?? open[0]
    }
}
