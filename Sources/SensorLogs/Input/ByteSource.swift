import Glibc
package import MotionTypes

/// Where the bytes of one file come from: a file, standard input, an entry of a zip, memory.
package protocol ByteSource: AnyObject {
    /// Whether bytes may arrive slowly, so that what is there should be used before more is waited for.
    var isLive: Bool { get }

    /// Reads at most `buffer.count - offset` bytes into `buffer` from `offset` on; returns how many, 0 at the end.
    func read(into buffer: inout [UInt8], at offset: Int) throws(InputError) -> Int
}

/// The bytes of an open file descriptor: a file, or standard input as the bytes arrive.
///
/// Glibc's `open` and `read` are used, since they return what a pipe holds instead of waiting for a full buffer.
final class DescriptorSource: ByteSource, Sendable {
    let isLive: Bool
    /// As errors name it.
    let name: String
    private let descriptor: Int32

    /// Opens the file at `path`; throws `unreadable` if that fails.
    init(path: String) throws(InputError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw InputError(.unreadable, source: path, problem: "cannot open the file: \(Self.lastFault)")
        }
        self.descriptor = descriptor
        name = path
        var status = stat()
        isLive = fstat(descriptor, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    /// Reads from standard input.
    init() {
        descriptor = STDIN_FILENO
        name = StandardInput.name
        isLive = true
    }

    /// A pipe, whose bytes come once: standard input (`-`), or what a path leads to that is neither file nor folder. Nil for those.
    ///
    /// Waits until something writes to it.
    convenience init?(pipe path: String) throws(InputError) {
        guard path != "-" else {
            self.init()
            return
        }
        var status = stat()
        guard stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { return nil }
        try self.init(path: path)
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    func read(into buffer: inout [UInt8], at offset: Int) throws(InputError) -> Int {
        while true {
            let count = readBytes(from: descriptor, into: &buffer, at: offset)
            if count >= 0 { return count }
            guard errno == EINTR else {
                throw InputError(.unreadable, source: name, problem: "cannot read: \(Self.lastFault)")
            }
        }
    }

    private static var lastFault: String { String(cString: strerror(errno)) }
}

/// Bytes in memory, handed out in chunks of a chosen size.
package final class MemorySource: ByteSource {
    package let isLive: Bool
    private let bytes: [UInt8]
    private let chunk: Int
    private var position = 0

    /// Hands out `bytes`, at most `chunk` at a time.
    package init(_ bytes: [UInt8], chunk: Int = .max, isLive: Bool = false) {
        self.bytes = bytes
        self.chunk = max(1, chunk)
        self.isLive = isLive
    }

    package func read(into buffer: inout [UInt8], at offset: Int) throws(InputError) -> Int {
        let count = min(chunk, bytes.count - position, buffer.count - offset)
        guard count > 0 else { return 0 }
        buffer.replaceSubrange(offset..<offset + count, with: bytes[position..<position + count])
        position += count
        return count
    }
}
