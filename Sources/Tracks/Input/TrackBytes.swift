import Glibc
package import MotionTypes
package import ZipReading

/// The bytes of a track's file as they come: from an array, an open file, or an archive. A file of gigabytes is never whole in memory.
package final class TrackBytes {
    /// For errors; nil where the user has no name for it.
    package let name: String?
    /// Bytes of a file; nil where nothing tells before the end.
    private let size: Int?
    private let fill: (inout [UInt8]) throws(InputError) -> Int
    /// Bytes that were looked at and not taken.
    private var ahead: [UInt8] = []
    /// So many bytes are asked for at once.
    static let chunk = 1 << 18
    /// More than any file has that is read whole.
    static let wholeLimit = 1 << 30

    /// Bytes that `fill` puts at the start of a buffer; it returns how many, 0 at the end.
    ///
    /// - Parameters:
    ///   - size: how many there are, where that is known.
    ///   - ahead: those that were taken before.
    package init(
        name: String?, size: Int? = nil, ahead: [UInt8] = [],
        fill: @escaping (_ buffer: inout [UInt8]) throws(InputError) -> Int
    ) {
        self.name = name
        self.size = size
        self.ahead = ahead
        self.fill = fill
    }

    /// Bytes in memory.
    package convenience init(_ bytes: [UInt8], name: String? = nil) {
        var rest = bytes[...]
        self.init(name: name) { (buffer) throws(InputError) in
            let count = min(rest.count, buffer.count)
            buffer.replaceSubrange(0..<count, with: rest.prefix(count))
            rest = rest.dropFirst(count)
            return count
        }
    }

    /// A file.
    ///
    /// - Throws: `unreadable`.
    package convenience init(path: String) throws(InputError) {
        let file = try OpenFile(path: path)
        self.init(name: path, size: file.size) { (buffer) throws(InputError) in try file.read(into: &buffer) }
    }

    /// A file of an archive.
    package convenience init(_ archive: ZipArchive, _ entry: ZipEntry) throws(InputError) {
        let reader = try archive.reader(for: entry)
        self.init(name: archive.source + "/" + entry.name) { (buffer) throws(InputError) in
            try reader.read(into: &buffer)
        }
    }

    /// Unpacked, if it is gzip; else itself.
    func unpacked() throws(InputError) -> TrackBytes {
        guard GzipReader.isGzip(try head(2)) else { return self }
        let packed = self
        let reader = try GzipReader(source: name ?? "archive") { (buffer) throws(InputError) in
            try packed.read(into: &buffer)
        }
        return TrackBytes(name: name) { (buffer) throws(InputError) in try reader.read(into: &buffer, at: 0) }
    }

    /// The first bytes, at most `count`; they are still to be read.
    package func head(_ count: Int) throws(InputError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        while ahead.count < count, case let read = try fill(&buffer), read > 0 { ahead += buffer[..<read] }
        return Array(ahead.prefix(count))
    }

    /// Puts the next bytes at the start of a buffer, which keeps its size; returns how many, 0 at the end.
    func read(into buffer: inout [UInt8]) throws(InputError) -> Int {
        guard !ahead.isEmpty else { return try fill(&buffer) }
        let count = min(ahead.count, buffer.count)
        buffer.replaceSubrange(0..<count, with: ahead[..<count])
        ahead.removeFirst(count)
        return count
    }

    /// All bytes.
    ///
    /// - Throws: `limitExceeded` for more than a gigabyte.
    package func whole() throws(InputError) -> [UInt8] {
        if let size, size > Self.wholeLimit { throw tooLarge }
        var bytes = ahead
        ahead = []
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        while case let count = try fill(&buffer), count > 0 {
            bytes += buffer[..<count]
            guard bytes.count <= Self.wholeLimit else { throw tooLarge }
        }
        return bytes
    }

    private var tooLarge: InputError {
        InputError(
            .limitExceeded, source: name, problem: "the file is larger than \(Self.wholeLimit >> 20) MiB",
            remedy: "give the days one by one")
    }
}

/// A file that is closed when nothing reads it any more.
private final class OpenFile {
    private let path: String
    private let descriptor: Int32

    init(path: String) throws(InputError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.fault(path) }
    }

    deinit { close(descriptor) }

    /// Bytes; nil for a pipe.
    var size: Int? {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    func read(into buffer: inout [UInt8]) throws(InputError) -> Int {
        while true {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            guard errno == EINTR else { throw Self.fault(path) }
        }
    }

    private static func fault(_ path: String) -> InputError {
        InputError(
            .unreadable, source: path, problem: "cannot be read: \(String(cString: strerror(errno)))",
            remedy: "check the path and its permissions")
    }
}
