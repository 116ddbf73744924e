// SPDX-License-Identifier: Apache-2.0
/// Changes to bytes that are too long, and too well protected, for random input. A patch has three bytes for the place,
/// one for the length, and the new bytes.
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

    /// Applies the patches to bytes without changing their number. Places wrap around at the end.
    func apply(to bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        for patch in patches {
            let place = patch.place % bytes.count
            for (offset, byte) in patch.bytes.prefix(bytes.count - place).enumerated() { bytes[place + offset] = byte }
        }
    }
}
