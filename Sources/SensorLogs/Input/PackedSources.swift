import Glibc
import MotionTypes
import ZipReading

/// The unpacked bytes of a gzip.
final class GzipSource: ByteSource {
    let isLive: Bool
    private let reader: GzipReader

    /// Unpacks the bytes of a source; `name` is for errors.
    init(_ packed: any ByteSource, name: String) throws(InputError) {
        isLive = packed.isLive
        reader = try GzipReader(source: name) { (buffer) throws(InputError) in try packed.read(into: &buffer, at: 0) }
    }

    func read(into buffer: inout [UInt8], at offset: Int) throws(InputError) -> Int {
        try reader.read(into: &buffer, at: offset)
    }
}

/// Bytes that were looked at already, and what follows them.
final class PrefixedSource: ByteSource {
    var isLive: Bool { rest.isLive }
    private var prefix: ArraySlice<UInt8>
    private let rest: any ByteSource

    init(_ prefix: [UInt8], then rest: any ByteSource) {
        self.prefix = prefix[...]
        self.rest = rest
    }

    func read(into buffer: inout [UInt8], at offset: Int) throws(InputError) -> Int {
        guard !prefix.isEmpty else { return try rest.read(into: &buffer, at: offset) }
        let count = min(prefix.count, buffer.count - offset)
        guard count > 0 else { return 0 }
        buffer.replaceSubrange(offset..<offset + count, with: prefix.prefix(count))
        prefix = prefix.dropFirst(count)
        return count
    }
}

/// What the first bytes of a file say that it is.
enum PackedKind {
    case zip, gzip, plain

    /// How many bytes tell.
    static let signatureLength = 4

    init(_ bytes: some Collection<UInt8>) {
        // An archive without files begins with its end record.
        let isZip = bytes.starts(with: [0x50, 0x4b, 3, 4]) || bytes.starts(with: [0x50, 0x4b, 5, 6])
        self = isZip ? .zip : GzipReader.isGzip(bytes) ? .gzip : .plain
    }
}

extension ByteSource {
    /// The first bytes, fewer than ``PackedKind/signatureLength`` only at the end; waits for them.
    func signature() throws(InputError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: PackedKind.signatureLength)
        var count = 0
        while count < bytes.count {
            let more = try read(into: &bytes, at: count)
            if more == 0 { break }
            count += more
        }
        return Array(bytes[..<count])
    }

    /// The same bytes, unpacked if they are a gzip's.
    func unpacked(name: String) throws(InputError) -> any ByteSource {
        let signature = try signature()
        return try Self.unpacked(signature, then: self, name: name)
    }

    fileprivate static func unpacked(_ signature: [UInt8], then rest: any ByteSource, name: String) throws(InputError)
        -> any ByteSource
    {
        let whole = PrefixedSource(signature, then: rest)
        return PackedKind(signature) == .gzip ? try GzipSource(whole, name: name) : whole
    }
}

extension DescriptorSource {
    /// Standard input from its first byte, of which `signature` was read before; unpacked if it is a gzip.
    static func standardInput(after signature: [UInt8]) throws(InputError) -> any ByteSource {
        try unpacked(signature, then: DescriptorSource(), name: "standard input")
    }
}

extension ZipArchive {
    /// The archive that comes out of standard input, of which `signature` was read before. An archive's table of contents stands at
    /// its end, so that it is kept in a file without a name, on the disk of `TMPDIR`, until the last reader is done.
    init(standardInputAfter signature: [UInt8]) throws(InputError) {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array((folder + "/gaitway-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Self.unkept(folder) }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        do throws(InputError) {
            let source = PrefixedSource(signature, then: DescriptorSource())
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = try source.read(into: &buffer, at: 0), count > 0 {
                var done = 0
                while done < count {
                    let written = buffer.withUnsafeBytes { bytes in
                        bytes.baseAddress.map { write(descriptor, $0 + done, count - done) } ?? 0
                    }
                    if written < 0, errno == EINTR { continue }
                    guard written > 0 else { throw Self.unkept(folder) }
                    done += written
                }
            }
        } catch {
            close(descriptor)
            throw error
        }
        try self.init(descriptor: descriptor, source: "standard input")
    }

    private static func unkept(_ folder: String) -> InputError {
        InputError(
            .unreadable, source: "standard input",
            problem: "cannot keep the archive in \(folder): \(String(cString: strerror(errno)))",
            remedy: "set TMPDIR to a folder with room, or give the archive as a file")
    }
}
