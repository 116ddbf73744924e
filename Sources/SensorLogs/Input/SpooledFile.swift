import Glibc
import MotionTypes
import ZipReading

/// What came out of a pipe, in a file without a name on the disk of `TMPDIR`: an archive has its table of contents at the end, and an
/// export in JSON is read once for each sensor, but a pipe gives its bytes once. The file is gone when its last reader is done.
final class SpooledFile: Sendable {
    private let descriptor: Int32
    private let name: String

    /// Reads a source to its end.
    ///
    /// - Parameter name: the source's name, for errors.
    /// - Throws: what the source throws, and `unreadable` where there is no room.
    init(_ source: any ByteSource, name: String) throws(InputError) {
        self.name = name
        descriptor = try Self.descriptor(of: source, name: name)
    }

    deinit { close(descriptor) }

    /// The bytes from the first on; each reader has a place of its own.
    func reader() -> any ByteSource { Reader(self) }

    /// The descriptor of a file that holds all bytes of a source; the caller closes it.
    fileprivate static func descriptor(of source: any ByteSource, name: String) throws(InputError) -> Int32 {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array((folder + "/gaitway-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw unkept(folder, name) }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        do throws(InputError) {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = try source.read(into: &buffer, at: 0), count > 0 {
                var done = 0
                while done < count {
                    let written = buffer.withUnsafeBytes { bytes in
                        bytes.baseAddress.map { write(descriptor, $0 + done, count - done) } ?? 0
                    }
                    if written < 0, errno == EINTR { continue }
                    guard written > 0 else { throw unkept(folder, name) }
                    done += written
                }
            }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func unkept(_ folder: String, _ name: String) -> InputError {
        InputError(
            .unreadable, source: name,
            problem: "cannot keep what comes in \(folder): \(String(cString: strerror(errno)))",
            remedy: "set TMPDIR to a folder with room, or give the log as a file")
    }

    /// One pass over the file.
    private final class Reader: ByteSource {
        let isLive = false
        private let file: SpooledFile
        private var position = 0

        init(_ file: SpooledFile) { self.file = file }

        func read(into buffer: inout [UInt8], at offset: Int) throws(InputError) -> Int {
            while true {
                let count = buffer.withUnsafeMutableBytes { bytes in
                    bytes.baseAddress.map { pread(file.descriptor, $0 + offset, bytes.count - offset, position) } ?? 0
                }
                if count >= 0 {
                    position += count
                    return count
                }
                guard errno == EINTR else {
                    throw InputError(
                        .unreadable, source: file.name, problem: "cannot read: \(String(cString: strerror(errno)))")
                }
            }
        }
    }
}

extension ZipArchive {
    /// The archive that comes out of a pipe, of which `signature` was read before.
    init(_ source: DescriptorSource, after signature: [UInt8]) throws(InputError) {
        let whole = PrefixedSource(signature, then: source)
        try self.init(
            descriptor: SpooledFile.descriptor(of: whole, name: source.name), source: source.name)
    }
}
