import Glibc

/// The input that is being tried, in memory that another process shows, too: whoever survives a trap can tell what it was.
struct InputNote {
    private let memory: UnsafeMutableRawPointer
    /// How many inputs were begun, and how long the one noted is; then its bytes.
    private static let headLength = 16
    private static let size = 1 << 22

    /// The note in a file, which is made if there is none; nil where that cannot be.
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

    /// How many inputs were begun.
    var begun: Int { memory.load(as: Int.self) }

    /// The input that was noted last.
    var input: [UInt8] {
        Array(
            UnsafeRawBufferPointer(
                start: memory + Self.headLength, count: memory.load(fromByteOffset: 8, as: Int.self)))
    }

    /// Gives the memory back.
    func release() { munmap(memory, Self.size) }
}
