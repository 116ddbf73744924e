// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc

// The only file of this target that leaves bounds unchecked; every caller states why its range is inside.

extension Span<UInt8> {
    /// The byte at `index`, which the caller has compared with a bound that is at most `count`.
    @inline(__always)
    func byte(_ index: Int) -> UInt8 {
        assert(index >= 0 && index < count)
        return self[unchecked: index]
    }

    /// The eight bytes from `index` on, the first of them lowest; the caller has compared `index + 8` with `count`.
    @inline(__always)
    func eightBytes(_ index: Int) -> UInt64 {
        assert(index >= 0 && index + 8 <= count)
        return UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
    }
}

extension [UInt8] {
    /// The first position of `byte` in `range`, or nil; `range` is cut to what exists.
    @inline(__always)
    func firstPosition(of byte: UInt8, in range: Range<Int>) -> Int? {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return nil }
        return withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress,
                let found = memchr(base + range.lowerBound, Int32(byte), range.count)
            else { return nil }
            return UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
    }
}
