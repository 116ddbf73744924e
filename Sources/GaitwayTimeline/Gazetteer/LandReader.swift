// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Reads the lines of `land.bin` in their order.
struct LandReader {
    private let bytes: UnsafeRawBufferPointer
    private var position: Int
    private var left: Int

    init(bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        left = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)))
        position = 12
    }

    /// The kind of the next line, nil after the last one.
    ///
    /// - Parameter points: gets the line's points that a level has, as longitude and latitude.
    mutating func next(level: Int, into points: inout [SIMD2<Int32>]) -> Land.Kind? {
        guard left > 0 else { return nil }
        left -= 1
        points.removeAll(keepingCapacity: true)
        let head = number()
        var (x, y): (Int32, Int32) = (0, 0)
        for _ in 0..<(head >> 1) {
            let value = number()
            y &+= Self.signed(value >> 2)
            x &+= Self.signed(number())
            if value & 3 >= level { points.append(SIMD2(x, y)) }
        }
        return Land.Kind(rawValue: Int(head & 1))
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
