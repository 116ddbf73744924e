/// Changes to bytes that are too long, and too well guarded, to be made up: each is three bytes that say where, one how many, and what
/// is put there.
struct Patches {
    private var patches: [(place: Int, bytes: ArraySlice<UInt8>)] = []

    /// Reads patches; the last one may be cut.
    init(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while rest.count > 4 {
            let head = rest.prefix(4).map(Int.init)
            rest = rest.dropFirst(4)
            patches.append((head[0] << 16 | head[1] << 8 | head[2], rest.prefix(head[3])))
            rest = rest.dropFirst(head[3])
        }
    }

    /// Puts the patches into bytes, whose number stays the same; a place beyond their end counts on from their beginning.
    func apply(to bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        for patch in patches {
            let place = patch.place % bytes.count
            for (offset, byte) in patch.bytes.prefix(bytes.count - place).enumerated() { bytes[place + offset] = byte }
        }
    }
}
