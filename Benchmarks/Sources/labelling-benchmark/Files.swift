// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Reads whole files.
enum Files {
    /// Thrown when a file cannot be read.
    struct Fault: Error, CustomStringConvertible {
        var description: String
    }

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
}
