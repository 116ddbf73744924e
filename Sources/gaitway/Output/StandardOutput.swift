import FileWriting
import Glibc

/// Whoever read the output has closed it: the command ends quietly.
struct ClosedOutput: Error {}

/// A buffered writer to standard output.
struct StandardOutput {
    private var buffer: [UInt8] = []

    /// Adds bytes; they are written when enough have come together, or on ``flush()``.
    mutating func write(_ bytes: [UInt8]) throws {
        buffer.append(contentsOf: bytes)
        if buffer.count >= 1 << 16 { try flush() }
    }

    /// Adds text.
    mutating func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Writes all that was added.
    mutating func flush() throws {
        var rest = buffer[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if written < 0 {
                if errno == EINTR { continue }
                if errno == EPIPE { throw ClosedOutput() }
                throw OutputError(path: "standard output", code: errno)
            }
            rest.removeFirst(written)
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes a whole text, with a line end.
    static func print(_ text: String) throws {
        var output = StandardOutput()
        try output.write(text.hasSuffix("\n") ? text : text + "\n")
        try output.flush()
    }
}
