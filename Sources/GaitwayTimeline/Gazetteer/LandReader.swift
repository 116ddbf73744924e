// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Reads the lines of a level of `land.bin` in their order.
struct LandReader {
    /// Steps per degree of the level's points.
    let stepsPerDegree: Int
    private let bytes: UnsafeRawBufferPointer
    private var position: Int
    private var left: UInt32 = 0
    /// Where the line before began.
    private var start = SIMD2<Int32>(0, 0)

    private static let magic = Array("GWLAND02".utf8)

    /// A reader; nil without the level, or for bytes that are not such a file.
    init?(bytes: UnsafeRawBufferPointer, level: Int) {
        func number(_ offset: Int) -> Int {
            Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        }
        guard level >= 0, bytes.count >= 20 + 8 * level, bytes.starts(with: Self.magic), level < number(8) else {
            return nil
        }
        (position, stepsPerDegree) = (number(12 + 8 * level), number(16 + 8 * level))
        guard position < bytes.count, (1...10_000).contains(stepsPerDegree) else { return nil }
        self.bytes = bytes
        left = self.number()
    }

    /// The kind of the next line, nil after the last one.
    ///
    /// - Parameters:
    ///   - points: gets the line's points as longitude and latitude.
    ///   - whole: whether the reader wants all points between the least and the greatest longitude and latitude. It
    ///     gets the last one of the others, whose straight way there keeps between these, too.
    mutating func next(
        into points: inout [SIMD2<Int32>], whole: (_ least: SIMD2<Int32>, _ greatest: SIMD2<Int32>) -> Bool
    ) -> Land.Kind? {
        guard left > 0, position < bytes.count else { return nil }
        left -= 1
        points.removeAll(keepingCapacity: true)
        let head = number()
        start &+= difference()
        points.append(start)
        if head & 2 != 0 {
            edges(head >> 2, into: &points)
        } else {
            var left = head >> 2
            while left > 0, position < bytes.count {
                chunk(into: &points, whole: whole)
                left -= 1
            }
        }
        return Land.Kind(rawValue: Int(head & 1))
    }

    private mutating func chunk(
        into points: inout [SIMD2<Int32>], whole: (_ least: SIMD2<Int32>, _ greatest: SIMD2<Int32>) -> Bool
    ) {
        let (count, length) = (number(), Int(number()))
        let from = points[points.count - 1]
        let end = from &+ difference()
        let (south, west) = (Int32(truncatingIfNeeded: number()), Int32(truncatingIfNeeded: number()))
        let (north, east) = (Int32(truncatingIfNeeded: number()), Int32(truncatingIfNeeded: number()))
        if whole(from &- SIMD2(west, south), from &+ SIMD2(east, north)) {
            edges(count, into: &points)
        } else {
            position = min(bytes.count, position + length)
            points.append(end)
        }
    }

    private mutating func edges(_ count: UInt32, into points: inout [SIMD2<Int32>]) {
        var (point, left) = (points[points.count - 1], count)
        while left > 0, position < bytes.count {
            point &+= difference()
            points.append(point)
            left -= 1
        }
    }

    /// A difference north, then east, as longitude and latitude.
    private mutating func difference() -> SIMD2<Int32> {
        let north = Self.signed(number())
        return SIMD2(Self.signed(number()), north)
    }

    private mutating func number() -> UInt32 {
        var (value, shift): (UInt32, UInt32) = (0, 0)
        while position < bytes.count {
            let byte = UInt32(bytes[position])
            position += 1
            value |= (byte & 127) &<< shift
            shift += 7
            if byte < 128 { break }
        }
        return value
    }

    private static func signed(_ number: UInt32) -> Int32 {
        Int32(bitPattern: number >> 1) ^ -Int32(bitPattern: number & 1)
    }
}
