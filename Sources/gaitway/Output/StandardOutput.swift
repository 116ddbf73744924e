import Glibc
import MotionTypes

/// Whoever read the output has closed it: the command ends quietly.
struct ClosedOutput: Error {}

/// A buffered writer to standard output or a file.
struct StandardOutput {
    private let descriptor: Int32
    private let name: String
    private var buffer: [UInt8] = []

    /// Standard output.
    init() {
        descriptor = STDOUT_FILENO
        name = "standard output"
    }

    /// A file, made new or overwritten.
    init(path: String) throws {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        name = path
        guard descriptor >= 0 else {
            throw OutputError(path: path, code: errno)
        }
    }

    /// Writes a whole file.
    static func save(_ bytes: [UInt8], to path: String) throws {
        var file = try StandardOutput(path: path)
        try file.write(bytes)
        try file.close()
    }

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
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0 {
                if errno == EINTR { continue }
                if errno == EPIPE { throw ClosedOutput() }
                throw OutputError(path: name, code: errno)
            }
            rest.removeFirst(written)
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes what is left and closes a file.
    mutating func close() throws {
        try flush()
        if descriptor != STDOUT_FILENO, Glibc.close(descriptor) != 0 { throw OutputError(path: name, code: errno) }
    }
}

/// A result that could not be written.
struct OutputError: Error, CustomStringConvertible {
    let path: String
    let code: Int32

    var description: String { "\(path): cannot be written: \(String(cString: strerror(code)))" }
}
