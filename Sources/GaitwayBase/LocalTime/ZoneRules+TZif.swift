// SPDX-License-Identifier: Apache-2.0

extension ZoneRules {
    /// Reads a file of the zone database: its part with 64-bit times and the rule behind it, or what a file of version
    /// 1 has.
    package init(bytes: [UInt8], source: String) throws(InputError) {
        var reader = ZoneFileReader(bytes: bytes, source: source)
        var header = try reader.header()
        if header.version > 1 {
            try reader.skip(header.size(ofTimes: 4))
            header = try reader.header()
        }
        let isLong = header.version > 1
        guard header.types > 0 else { throw reader.fault("it has no offset") }

        var changes: [Int64] = []
        for _ in 0..<header.times {
            let change = isLong ? try reader.number(8) : try reader.number(4)
            if let last = changes.last, change <= last { throw reader.fault("its changes are out of order") }
            changes.append(change)
        }
        var kinds: [Int] = []
        for _ in 0..<header.times { kinds.append(Int(try reader.byte())) }
        var shifts: [Int64] = []
        for _ in 0..<header.types {
            let shift = try reader.number(4)
            // As RFC 8536 bounds it.
            guard shift.magnitude < 26 * 3600 else { throw reader.fault("it has an offset of \(shift) s") }
            shifts.append(shift)
            try reader.skip(2)
        }
        guard kinds.allSatisfy({ $0 < shifts.count }) else { throw reader.fault("a change is to no offset of its own") }

        var recurrence: RecurringChange?
        if isLong {
            try reader.skip(header.names + header.leaps * 12 + header.standards + header.universals)
            let rule = try reader.footer()
            if !rule.isEmpty {
                guard let read = RecurringChange(rule) else { throw reader.fault("its last rule cannot be read") }
                recurrence = read
            }
        }
        self.init(changes: changes, offsets: kinds.map { shifts[$0] }, earliest: shifts[0], recurrence: recurrence)
    }
}

/// Reads the parts of a zone file in their order.
private struct ZoneFileReader {
    /// How many there are of each thing.
    struct Header {
        var version: Int
        var universals: Int
        var standards: Int
        var leaps: Int
        var times: Int
        var types: Int
        var names: Int

        /// Bytes behind the header, where a time has `size` bytes.
        func size(ofTimes size: Int) -> Int {
            times * (size + 1) + types * 6 + names + leaps * (size + 4) + standards + universals
        }
    }

    let bytes: [UInt8]
    let source: String
    private var position = 0

    init(bytes: [UInt8], source: String) {
        self.bytes = bytes
        self.source = source
    }

    func fault(_ problem: String) -> InputError {
        .malformed("this is not a time zone file: \(problem)", remedy: "install tzdata again", source: source)
    }

    mutating func byte() throws(InputError) -> UInt8 {
        guard position < bytes.count else { throw fault("it ends too early") }
        position += 1
        return bytes[position - 1]
    }

    /// A number with its sign, the highest byte first.
    mutating func number(_ size: Int) throws(InputError) -> Int64 {
        var number = Int64(Int8(bitPattern: try byte()))
        for _ in 1..<size { number = number << 8 | Int64(try byte()) }
        return number
    }

    mutating func skip(_ count: Int) throws(InputError) {
        guard count <= bytes.count - position else { throw fault("it ends too early") }
        position += count
    }

    mutating func header() throws(InputError) -> Header {
        guard position + 44 <= bytes.count, bytes[position..<position + 4].elementsEqual("TZif".utf8) else {
            throw fault("it does not begin with TZif")
        }
        position += 4
        let version = try byte()
        try skip(15)
        var counts: [Int] = []
        for _ in 0..<6 {
            let count = try number(4)
            // No count exceeds the bytes, so that no product of them overflows.
            guard count >= 0, count <= bytes.count else { throw fault("it ends too early") }
            counts.append(Int(count))
        }
        return Header(
            version: version == 0 ? 1 : 2, universals: counts[0], standards: counts[1], leaps: counts[2],
            times: counts[3], types: counts[4], names: counts[5])
    }

    /// The text between two line ends.
    mutating func footer() throws(InputError) -> [UInt8] {
        guard try byte() == UInt8(ascii: "\n") else { throw fault("its last rule is missing") }
        let rest = bytes[position...]
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { throw fault("its last rule does not end") }
        return Array(rest[..<end])
    }
}
