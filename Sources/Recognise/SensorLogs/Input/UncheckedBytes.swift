internal import CVectors
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

/// The time of a row, as its number is read.
typealias RowTime = gaitway_row_time

extension Span<UInt8> {
    /// Reads a row of plain numbers with wide vectors; false for another, whatever was written. The caller knows that
    /// the line lies in the span and ends with a line break, 16 bytes from there on included, and that `plan` has no
    /// other entries than slots and the time.
    @inline(__always)
    func readRow(
        _ line: Range<Int>, separator: UInt8, mark: UInt8, plan: Span<UInt8>, into slots: inout InlineArray<16, Double>,
        time: inout RowTime
    ) -> Bool {
        assert(line.lowerBound >= 0 && line.upperBound + 16 <= count)
        return withUnsafeBufferPointer { bytes in
            plan.withUnsafeBufferPointer { plan in
                var slots = slots.mutableSpan
                return slots.withUnsafeMutableBufferPointer { slots in
                    guard let bytes = bytes.baseAddress, let slots = slots.baseAddress else { return false }
                    let row = gaitway_row_plan(
                        separator: separator, mark: mark, plan: plan.baseAddress, columns: plan.count)
                    return gaitway_read_row_wide(bytes, line.lowerBound, line.upperBound, row, slots, &time) != 0
                }
            }
        }
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
