import Glibc
import MotionTypes

/// Whole small files, such as manifests and models, and files of any size as they come.
enum FileBytes {
    /// More than any manifest or model has; a log given by mistake is not read into memory.
    static let limit = 64 << 20

    /// The bytes of a file; `-` is standard input. What is larger than `limit` is an error with `remedy`.
    static func read(
        _ path: String, limit: Int = Self.limit, remedy: String = "give a manifest or a model here, not a log"
    ) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try read(path, remedy: remedy) { chunk in
            bytes.append(contentsOf: chunk)
            guard bytes.count <= limit else {
                throw InputError(
                    .limitExceeded, source: path == "-" ? "standard input" : path,
                    problem: "the file is larger than \(limit >> 20) MiB",
                    remedy: remedy)
            }
            return true
        }
        return bytes
    }

    /// Gives the bytes of a file (`-` is standard input) to `body` as they come, until it answers false.
    static func read(_ path: String, remedy: String, _ body: (ArraySlice<UInt8>) throws -> Bool) throws {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(path, remedy) }
        defer { if path != "-" { close(descriptor) } }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw unreadable(path, remedy)
            }
            guard count > 0, try body(chunk[..<count]) else { return }
        }
    }

    private static func unreadable(_ path: String, _ remedy: String) -> InputError {
        guard errno != EISDIR else {
            return InputError(.unreadable, source: path, problem: "this is a folder, not a file", remedy: remedy)
        }
        return InputError(
            .unreadable, source: path == "-" ? "standard input" : path,
            problem: "cannot be read: \(String(cString: strerror(errno)))",
            remedy: "check the path and its permissions")
    }
}
