// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The present input, in memory shared with the runner, which can report it after a trap.
struct InputNote {
    private let memory: UnsafeMutableRawPointer
    /// The number of inputs so far and the length of the noted one, before its bytes.
    private static let headLength = 16
    private static let size = 1 << 22

    /// The note in a file, which is created if missing; nil if that fails.
    init?(path: String) {
        let file = open(path, O_RDWR | O_CREAT, 0o600)
        guard file >= 0, ftruncate(file, off_t(Self.size)) == 0,
            let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED
        else { return nil }
        close(file)
        self.memory = memory
    }

    /// Notes an input before it is tried.
    func write(_ bytes: [UInt8]) {
        let count = min(bytes.count, Self.size - Self.headLength)
        bytes.prefix(count).withUnsafeBytes {
            UnsafeMutableRawBufferPointer(start: memory + Self.headLength, count: count).copyMemory(from: $0)
        }
        memory.storeBytes(of: count, toByteOffset: 8, as: Int.self)
        memory.storeBytes(of: begun + 1, as: Int.self)
    }

    /// The number of inputs so far.
    var begun: Int { memory.load(as: Int.self) }

    /// The last noted input.
    var input: [UInt8] {
        Array(
            UnsafeRawBufferPointer(
                start: memory + Self.headLength, count: memory.load(fromByteOffset: 8, as: Int.self)))
    }

    /// Unmaps the memory.
    func release() { munmap(memory, Self.size) }
}
