import Glibc
import MotionTypes

/// Whole small files: manifests and models.
enum FileBytes {
    /// More than any manifest or model has; a log given by mistake is not read into memory.
    static let limit = 64 << 20

    /// The bytes of a file; `-` is standard input. What is larger than `limit` is an error with `remedy`.
    static func read(
        _ path: String, limit: Int = Self.limit, remedy: String = "give a manifest or a model here, not a log"
    ) throws -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(path, remedy) }
        defer { if path != "-" { close(descriptor) } }
        // A file's size is known before a byte is read; a pipe's is not.
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            try check(Int(status.st_size), limit: limit, StandardInput.name(of: path), remedy: remedy)
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw unreadable(path, remedy)
            }
            if count == 0 { return bytes }
            bytes.append(contentsOf: chunk[..<count])
            try check(bytes.count, limit: limit, StandardInput.name(of: path), remedy: remedy)
        }
    }

    /// The bytes of a file of places, which may be millions.
    static func places(_ path: String) throws -> [UInt8] {
        try read(path, limit: 2 << 30, remedy: "give a file of places, GeoJSON or CSV, of at most 2 GiB")
    }

    /// Refuses a file that is larger than it may be.
    static func check(_ count: Int, limit: Int, _ name: String, remedy: String) throws(InputError) {
        guard count > limit else { return }
        throw InputError(
            .limitExceeded, source: name, problem: "the file is larger than \(limit >> 20) MiB", remedy: remedy)
    }

    /// What to say of a file that cannot be read, by `errno`.
    static func unreadable(_ path: String, _ remedy: String) -> InputError {
        guard errno != EISDIR else {
            return InputError(
                .unreadable, source: path, problem: "this is a folder, not a file", remedy: remedy)
        }
        return InputError(
            .unreadable, source: StandardInput.name(of: path),
            problem: "cannot be read: \(String(cString: strerror(errno)))",
            remedy: "check the path and its permissions")
    }
}
