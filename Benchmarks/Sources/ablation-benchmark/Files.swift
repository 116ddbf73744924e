// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Reads and writes whole files, and raw columns of numbers in this machine's byte order.
enum Files {
    /// Thrown when a file cannot be read or written.
    struct Fault: Error, CustomStringConvertible {
        var description: String
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func bytes(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw Fault(description: "\(path) cannot be read") }
        defer { fclose(file) }
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes { fread($0.baseAddress, 1, $0.count, file) }
            all += chunk[..<count]
            guard count == 0 else { continue }
            guard ferror(file) == 0 else { throw Fault(description: "\(path) cannot be read") }
            return all
        }
    }

    static func write<Element: BitwiseCopyable>(_ elements: [Element], to path: String) throws {
        guard let file = fopen(path, "w") else { throw Fault(description: "\(path) cannot be written") }
        let written = elements.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        let isClosed = fclose(file) == 0
        guard isClosed, written == elements.count * MemoryLayout<Element>.stride else {
            throw Fault(description: "\(path) cannot be written")
        }
    }
}
