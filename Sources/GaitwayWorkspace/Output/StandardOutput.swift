// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc

/// The reader of standard output has closed it. The command then ends quietly.
package struct ClosedOutput: Error {}

/// A buffered writer to standard output, or to the file that stands for it: see ``ResultFile``.
package struct StandardOutput {
    private var buffer: [UInt8] = []

    package init(buffer: [UInt8] = []) {
        self.buffer = buffer
    }

    /// Adds bytes; they are written when enough have come together, or on ``flush()``.
    package mutating func write(_ bytes: [UInt8]) throws {
        buffer.append(contentsOf: bytes)
        if buffer.count >= 1 << 16 { try flush() }
    }

    package mutating func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Writes all that was added.
    package mutating func flush() throws {
        if let file = ResultFile.current {
            try file.write(buffer)
            buffer.removeAll(keepingCapacity: true)
            return
        }
        if let code = OutputDescriptor.standardOutput.write(buffer[...]) {
            throw code == EPIPE ? ClosedOutput() : OutputError(path: "standard output", code: code)
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes a whole text, with a line end.
    package static func print(_ text: String) throws {
        var output = StandardOutput()
        try output.write(text.hasSuffix("\n") ? text : text + "\n")
        try output.flush()
    }
}
