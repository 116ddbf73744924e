// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

/// The structure of Parquet files, read with a reader of its own. Tests of the Python package read them with pyarrow.
@Suite struct ParquetWriterTests {
    /// A value of Thrift's compact protocol.
    private indirect enum Value {
        case number(Int)
        case text(String)
        case list([Value])
        case structure([Int: Value])

        var number: Int? { if case .number(let number) = self { number } else { nil } }
        var text: String? { if case .text(let text) = self { text } else { nil } }
        var list: [Value] { if case .list(let list) = self { list } else { [] } }
        subscript(field: Int) -> Value? { if case .structure(let fields) = self { fields[field] } else { nil } }
    }

    private struct Reader {
        let bytes: [UInt8]
        var place: Int

        mutating func byte() -> Int {
            place += 1
            return Int(bytes[place - 1])
        }

        mutating func length() -> Int {
            var (value, shift) = (0, 0)
            while case let next = byte(), true {
                value |= (next & 0x7f) << shift
                guard next > 0x7f else { return value }
                shift += 7
            }
        }

        mutating func value(_ kind: Int) -> Value {
            switch kind {
            case 5, 6:
                let zigzag = length()
                return .number(zigzag >> 1 ^ -(zigzag & 1))
            case 8:
                let count = length()
                place += count
                return .text(String(decoding: bytes[place - count..<place], as: UTF8.self))
            case 9:
                let head = byte()
                let count = head >> 4 == 15 ? length() : head >> 4
                return .list((0..<count).map { _ in value(head & 15) })
            default:
                var (fields, last) = ([Int: Value](), 0)
                while case let head = byte(), head != 0 {
                    last += head >> 4
                    fields[last] = value(head & 15)
                }
                return .structure(fields)
            }
        }
    }

    private static func integer(_ bytes: [UInt8], at place: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }

    /// The footer, after the magic numbers and its length were checked.
    private func footer(_ file: [UInt8]) throws -> Value {
        #expect(file.starts(with: Array("PAR1".utf8)) && Array(file.suffix(4)) == Array("PAR1".utf8))
        let length = Self.integer(file, at: file.count - 8)
        try #require(length > 0 && length <= file.count - 12)
        var reader = Reader(bytes: file, place: file.count - 8 - length)
        let footer = reader.value(12)
        #expect(reader.place == file.count - 8)
        return footer
    }

    private static func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
        var rest = bytes[...]
        let reader = try GzipReader(source: "page") { buffer in
            let part = rest.prefix(buffer.count)
            buffer.replaceSubrange(0..<part.count, with: part)
            rest = rest.dropFirst(part.count)
            return part.count
        }
        var (whole, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while case let count = try reader.read(into: &buffer, at: 0), count > 0 { whole += buffer[..<count] }
        return whole
    }

    private func file(_ rows: Int) throws -> [UInt8] {
        var writer = ParquetWriter(texts: ["ride ä"], numbers: ["a.b"])
        var file: [UInt8] = []
        for row in 0..<rows {
            try writer.append(texts: [row % 3 == 0 ? "" : "é\(row)"], numbers: [row % 2 == 0 ? .nan : Double(row)]) {
                file += $0
            }
            // Only the rows of the group that is not full wait in memory.
            #expect(file.isEmpty == (row < ParquetWriter.rowsOfGroup - 1))
        }
        try writer.finish { file += $0 }
        return file
    }

    @Test func theFooterDescribesColumnsAndGroups() throws {
        let rows = ParquetWriter.rowsOfGroup + 5
        let file = try file(rows)
        let footer = try footer(file)
        #expect(footer[3]?.number == rows)
        let schema = try #require(footer[2]?.list)
        #expect(schema.map { $0[4]?.text } == ["schema", "ride ä", "a.b"])
        #expect(schema.map { $0[5]?.number } == [2, nil, nil])
        // Optional byte array in UTF-8, optional double.
        #expect(schema.dropFirst().map { $0[1]?.number } == [6, 5])
        #expect(schema.dropFirst().map { $0[3]?.number } == [1, 1] && schema[1][6]?.number == 0)
        let groups = try #require(footer[4]?.list)
        #expect(groups.map { $0[3]?.number } == [ParquetWriter.rowsOfGroup, 5])
        // The chunks lie one after the other, from the magic number to the footer.
        var place = 4
        for chunk in groups.flatMap({ $0[1]?.list ?? [] }) {
            let data = try #require(chunk[3])
            #expect(data[9]?.number == place)
            var reader = Reader(bytes: file, place: place)
            let header = reader.value(12)
            #expect(header[5]?[1]?.number == data[5]?.number)
            place = reader.place + (try #require(header[3]?.number))
            #expect(data[7]?.number == place - (try #require(data[9]?.number)))
            let body = try Self.unpacked(Array(file[reader.place..<place]))
            #expect(body.count == header[2]?.number)
            #expect(data[6]?.number == (data[7]?.number ?? 0) + body.count - (header[3]?.number ?? 0))
        }
        #expect(Self.integer(file, at: file.count - 8) == file.count - 8 - place)
        #expect(try file == self.file(rows), "equal rows make equal bytes")
    }

    /// A page by hand: levels in runs, then the values that are there.
    @Test func aPageHasLevelsAndValues() throws {
        let file = try file(4)
        var bodies: [[UInt8]] = []
        var reader = Reader(bytes: file, place: 4)
        for _ in 0..<2 {
            let packed = try #require(reader.value(12)[3]?.number)
            bodies.append(try Self.unpacked(Array(file[reader.place..<reader.place + packed])))
            reader.place += packed
        }
        let texts: [UInt8] = [3, 0, 0, 0] + Array("é1".utf8) + [3, 0, 0, 0] + Array("é2".utf8)
        #expect(bodies[0] == [6, 0, 0, 0, 2, 0, 4, 1, 2, 0] + texts)
        // 1 and 3 in 64 bits, the lowest byte first.
        let numbers: [UInt8] = [0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 8, 0x40]
        #expect(bodies[1] == [8, 0, 0, 0, 2, 0, 2, 1, 2, 0, 2, 1] + numbers)
    }

    @Test func aTableWithoutRowsHasColumns() throws {
        let footer = try footer(file(0))
        #expect(footer[3]?.number == 0 && footer[2]?.list.count == 3)
        #expect(try #require(footer[4]).list.isEmpty)
    }
}
