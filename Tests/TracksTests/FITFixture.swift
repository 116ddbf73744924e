// SPDX-License-Identifier: Apache-2.0
/// A FIT file to be written.
struct FITFixture {
    /// A field of a definition: number, size, base type.
    typealias Field = (number: UInt8, size: UInt8, type: UInt8)

    private(set) var body: [UInt8] = []

    static let timestamp: Field = (253, 4, 0x86)
    static let position: [Field] = [(0, 4, 0x85), (1, 4, 0x85)]

    static func semicircles(_ degrees: Double) -> Int64 { Int64((degrees / 180 * 2_147_483_648).rounded()) }

    /// Seconds since 1989-12-31.
    static func time(_ unix: Int64) -> Int64 { unix - 631_065_600 }

    /// Says what messages of a local kind are.
    mutating func define(
        _ local: UInt8, message: Int, _ fields: [Field], bigEndian: Bool = false, developers: [UInt8]? = nil
    ) {
        body += [0x40 | (developers == nil ? 0 : 0x20) | local, 0, bigEndian ? 1 : 0]
        body += Self.bytes(Int64(message), 2, bigEndian)
        body.append(UInt8(fields.count))
        for field in fields { body += [field.number, field.size, field.type] }
        if let developers {
            body.append(UInt8(developers.count))
            for (number, size) in developers.enumerated() { body += [UInt8(number), size, 0] }
        }
    }

    /// A message of a local kind: value and size of each field.
    mutating func add(_ local: UInt8, _ values: [(Int64, Int)], bigEndian: Bool = false, offset: UInt8? = nil) {
        body.append(offset.map { 0x80 | local << 5 | $0 } ?? local)
        for (value, size) in values { body += Self.bytes(value, size, bigEndian) }
    }

    static func bytes(_ value: Int64, _ size: Int, _ bigEndian: Bool) -> [UInt8] {
        let little = (0..<size).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * Int64($0))) : 0 }
        return bigEndian ? little.reversed() : little
    }

    /// The file with header and checksums.
    func bytes(headerSize: UInt8 = 14) -> [UInt8] {
        var header: [UInt8] = [headerSize, 0x20, 0x54, 0x08] + Self.bytes(Int64(body.count), 4, false)
        header += Array(".FIT".utf8)
        if headerSize >= 14 { header += Self.bytes(Int64(Self.checksum(header)), 2, false) }
        let file = header + body
        return file + Self.bytes(Int64(Self.checksum(file)), 2, false)
    }

    /// CRC-16/ARC bit by bit, another way than the reader's.
    static func checksum(_ bytes: [UInt8]) -> UInt16 {
        var crc: UInt16 = 0
        for byte in bytes {
            crc ^= UInt16(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xA001 : crc >> 1 }
        }
        return crc
    }
}
