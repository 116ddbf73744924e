// SPDX-License-Identifier: Apache-2.0

/// A column of a Parquet file, with the cells of the rows that wait for their group.
struct ParquetColumn {
    /// What its cells are.
    enum Kind {
        case text
        case number
    }

    /// A page with its header, and its size with an unpacked body.
    struct Page {
        let bytes: [UInt8]
        let unpacked: Int
        let cells: Int
    }

    /// Numbers that the format gives to what it names.
    private enum Code {
        static let (double, byteArray) = (5, 6)
        static let optional = 1
        static let utf8 = 0
        static let (plain, levels) = (0, 3)
        static let gzip = 2
        static let dataPage = 0
    }

    private let name: String
    private let kind: Kind
    private var values: [UInt8] = []
    private var cells = 0
    /// How many cells in a row are there or are null, the first ones first.
    private var runs: [(isThere: Bool, count: Int)] = []

    init(_ name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

    private var type: Int { kind == .text ? Code.byteArray : Code.double }

    /// Adds a text; an empty one is null.
    mutating func append(_ text: String) {
        guard count(isThere: !text.isEmpty) else { return }
        values += Self.length(text.utf8.count) + Array(text.utf8)
    }

    /// Adds a number; NaN is null.
    mutating func append(_ number: Double) {
        guard count(isThere: !number.isNaN) else { return }
        withUnsafeBytes(of: number.bitPattern.littleEndian) { values.append(contentsOf: $0) }
    }

    private mutating func count(isThere: Bool) -> Bool {
        cells += 1
        if let last = runs.indices.last, runs[last].isThere == isThere {
            runs[last].count += 1
        } else {
            runs.append((isThere, 1))
        }
        return isThere
    }

    /// The column as the footer describes it.
    var schema: ThriftStruct {
        var schema = ThriftStruct()
        schema.add(1, int32: type)
        schema.add(3, int32: Code.optional)
        schema.add(4, text: name)
        guard kind == .text else { return schema }
        // The same said twice: readers from before 2019 know the first.
        schema.add(6, int32: Code.utf8)
        var string = ThriftStruct()
        string.add(1, ThriftStruct())
        schema.add(10, string)
        return schema
    }

    /// The page of the cells that wait. None waits then.
    mutating func finishPage() throws(InputError) -> Page {
        // Each run of levels is its length, doubled as it is not packed in bits, and the level.
        var levels: [UInt8] = []
        for run in runs {
            ThriftStruct.appendLength(run.count << 1, to: &levels)
            levels.append(run.isThere ? 1 : 0)
        }
        let body = Self.length(levels.count) + levels + values
        let packed = try ZipDeflater.gzip(body)
        var data = ThriftStruct()
        data.add(1, int32: cells)
        data.add(2, int32: Code.plain)
        data.add(3, int32: Code.levels)
        data.add(4, int32: Code.levels)
        var header = ThriftStruct()
        header.add(1, int32: Code.dataPage)
        header.add(2, int32: body.count)
        header.add(3, int32: packed.count)
        header.add(5, data)
        let head = header.finished
        let page = Page(bytes: head + packed, unpacked: head.count + body.count, cells: cells)
        values.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        cells = 0
        return page
    }

    /// A page in the footer, by the place in the file where it begins.
    func chunk(_ page: Page, at place: Int) -> ThriftStruct {
        var data = ThriftStruct()
        data.add(1, int32: type)
        data.add(2, int32s: [Code.plain, Code.levels])
        data.add(3, texts: [name])
        data.add(4, int32: Code.gzip)
        data.add(5, int64: page.cells)
        data.add(6, int64: page.unpacked)
        data.add(7, int64: page.bytes.count)
        data.add(9, int64: place)
        var chunk = ThriftStruct()
        chunk.add(2, int64: 0)
        chunk.add(3, data)
        return chunk
    }

    /// A length in four bytes, the lowest first.
    static func length(_ count: Int) -> [UInt8] {
        precondition((0...Int(Int32.max)).contains(count), "a row group stays below 2 GiB")
        return (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
    }
}
