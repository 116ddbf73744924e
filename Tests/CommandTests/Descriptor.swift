// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization
import Testing

/// An open file or an end of a pipe, which no other process inherits by accident.
final class Descriptor {
    let number: Int32
    private var isOpen = true

    private init(_ number: Int32) { self.number = number }

    /// Opens a file for reading.
    convenience init(opening path: String) throws {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        try #require(number >= 0, "cannot open \(path)")
        self.init(number)
    }

    /// The two ends of a pipe.
    static func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
        var ends: [Int32] = [0, 0]
        let isMade = Command.spawning.withLock { _ in
            // No process may be started before both ends are marked to be closed in it.
            Glibc.pipe(&ends) == 0 && ends.allSatisfy { fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }
        }
        try #require(isMade)
        return (Descriptor(ends[0]), Descriptor(ends[1]))
    }

    deinit { close() }

    func close() {
        guard isOpen else { return }
        isOpen = false
        _ = Glibc.close(number)
    }

    /// What has arrived, empty at the end, nil after an error.
    func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = bytes.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) }
            if count >= 0 { return Array(bytes.prefix(count)) }
            guard errno == EINTR else { return nil }
        }
    }

    func readAll() -> [UInt8] {
        var all: [UInt8] = []
        while let bytes = read(), !bytes.isEmpty { all += bytes }
        return all
    }

    /// Writes all bytes; false if the reader has gone.
    func write(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
