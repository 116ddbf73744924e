// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Garmin's FIT files: the `record` messages of an activity, and the sport of each `session`.
///
/// A file is a header, messages and a CRC; several may follow each other. A definition says which fields a message has;
/// messages and fields that are not known are passed over by their sizes. Positions are semicircles (degrees = value x
/// 180 / 2^31), times seconds since 1989-12-31, or five bits of them in the message's header. A watch that lost its
/// power leaves a file without its end; the messages before it are read. Source: Garmin, "FIT Protocol" and the SDK's
/// profile.
struct FITReader {
    static func track(_ bytes: [UInt8]) throws(InputError) -> Track {
        var reader = FITReader(bytes)
        repeat { try reader.readFile() } while reader.position < bytes.count && !reader.isCut
        if reader.isCut { reader.builder.count(.cutShort) }
        return try reader.builder.track()
    }

    /// Whether bytes begin like a FIT file.
    static func isFIT(_ bytes: some Collection<UInt8>) -> Bool { bytes.dropFirst(8).starts(with: ".FIT".utf8) }

    private let bytes: [UInt8]
    private var position = 0
    private var end = 0
    private var builder = TrackBuilder(format: .fit)
    private var isCut = false
    private var definitions: [UInt8: FITDefinition] = [:]
    /// The last full time, which short ones refer to.
    private var lastTime: UInt32?

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    private mutating func readFile() throws(InputError) {
        let start = position
        guard bytes.count - start >= 12 else { return isCut = true }
        let size = Int(bytes[start])
        guard size >= 12, Self.isFIT(bytes[start...]) else {
            throw fault(
                start == 0
                    ? "this is not FIT: the header is wrong" : "the first file is followed by bytes that are not FIT")
        }
        guard bytes.count - start >= size else { return isCut = true }
        // The upper half is the major version of the protocol.
        guard bytes[start + 1] >> 4 <= 2 else {
            throw InputError(
                .unsupported, problem: "FIT of protocol version \(bytes[start + 1] >> 4) is not known",
                remedy: "export the activity as GPX or TCX")
        }
        let length = Int(uint32(start + 4))
        position = start + size
        // A length of 0 was never filled in.
        end = length == 0 || length > bytes.count - position ? bytes.count : position + length
        let isWhole = length > 0 && bytes.count - position >= length + 2
        if isWhole {
            guard FITChecksum.value(bytes[start..<end + 2]) == 0 else {
                throw fault("the checksum of the file is wrong")
            }
        }
        definitions = [:]
        lastTime = nil
        while position < end, try readMessage() {}
        if isWhole {
            position = end + 2
        } else {
            isCut = true
        }
    }

    /// Reads one message; false if the file ends in it.
    private mutating func readMessage() throws(InputError) -> Bool {
        let header = bytes[position]
        if header & 0x80 != 0 {
            return try readData(header >> 5 & 3, offset: header & 0x1F, size: 1)
        }
        return header & 0x40 != 0 ? try readDefinition(header) : try readData(header & 0x0F, offset: nil, size: 1)
    }

    private mutating func readDefinition(_ header: UInt8) throws(InputError) -> Bool {
        guard end - position >= 6 else { return false }
        let fieldCount = Int(bytes[position + 5])
        var length = 6 + 3 * fieldCount
        guard end - position >= length else { return false }
        var definition = FITDefinition(
            isBigEndian: bytes[position + 2] == 1, message: 0)
        definition.message = Int(definition.integer(bytes[(position + 3)..<(position + 5)]))
        var offset = 0
        for index in 0..<fieldCount {
            let place = position + 6 + 3 * index
            let size = Int(bytes[place + 1])
            definition.fields.append(
                FITDefinition.Field(number: bytes[place], offset: offset, size: size, type: bytes[place + 2]))
            offset += size
        }
        if header & 0x20 != 0 {
            guard end - position > length else { return false }
            let developers = Int(bytes[position + length])
            let first = position + length + 1
            length += 1 + 3 * developers
            guard end - position >= length else { return false }
            for index in 0..<developers { offset += Int(bytes[first + 3 * index + 1]) }
        }
        definition.size = offset
        definitions[header & 0x0F] = definition
        position += length
        return true
    }

    private mutating func readData(_ local: UInt8, offset: UInt8?, size headerSize: Int) throws(InputError) -> Bool {
        guard let definition = definitions[local] else {
            throw fault("a message of kind \(local) comes before its definition")
        }
        let start = position + headerSize
        guard end - start >= definition.size else { return false }
        position = start + definition.size
        let bytes = bytes
        func number(_ field: UInt8) -> Int64? { definition.value(field, bytes, at: start) }
        var time = number(253).flatMap { UInt32(exactly: $0) }
        if time == nil, let offset, let lastTime {
            // The five bits come round every 32 s.
            time = lastTime &+ ((UInt32(offset) &- lastTime) & 0x1F)
        }
        lastTime = time ?? lastTime
        switch definition.message {
        case 20: try addRecord(number, at: time)
        case 18: addSession(number, end: time)
        default: break
        }
        return true
    }

    private mutating func addRecord(_ number: (UInt8) -> Int64?, at time: UInt32?) throws(InputError) {
        guard let time else { return builder.count(.withoutTime) }
        guard let latitude = number(0), let longitude = number(1) else { return builder.count(.withoutPosition) }
        func scaled(_ wide: UInt8, _ narrow: UInt8, _ scale: Double, minus offset: Double = 0) -> Double? {
            (number(wide) ?? number(narrow)).map { Double($0) / scale - offset }
        }
        let fields = FixFields(
            latitude: Double(latitude) * 180 / 2_147_483_648, longitude: Double(longitude) * 180 / 2_147_483_648,
            altitude: scaled(78, 2, 5, minus: 500), speed: scaled(73, 6, 1000), course: nil,
            accuracy: number(31).map { Double($0) })
        builder.addFix(fields, at: Self.moment(time).sinceEpoch, line: nil)
    }

    private mutating func addSession(_ number: (UInt8) -> Int64?, end: UInt32?) {
        guard let start = number(2).flatMap({ UInt32(exactly: $0) }), let sport = number(5) else { return }
        let length = number(7).map { Duration.milliseconds($0) }
        let begin = Self.moment(start)
        guard let finish = length.map({ begin + $0 }) ?? end.map(Self.moment), begin <= finish else { return }
        builder.knowledge.moves.append(
            ReportedMove(
                span: TimeSpan(start: begin, end: finish), kind: ActivityWords.word(fitSport: Int(sport)),
                flags: ActivityWords.flags(fitSport: Int(sport)), confidence: .medium,
                distance: number(9).map { Double($0) / 100 }))
    }

    private static func moment(_ seconds: UInt32) -> Timestamp {
        Timestamp(nanoseconds: Nanoseconds.whole(Int64(seconds) + 631_065_600))
    }

    private func uint32(_ place: Int) -> UInt32 {
        bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    private func fault(_ problem: String) -> InputError {
        InputError(.malformed, problem: "\(problem) (at byte \(position + 1))", remedy: "export the activity again")
    }
}

/// Which fields a kind of message has, and where.
struct FITDefinition {
    /// A field: its number, its place behind the message's header, its size, and its base type.
    struct Field {
        var number: UInt8
        var offset: Int
        var size: Int
        var type: UInt8
    }

    var isBigEndian: Bool
    /// The global number of the message.
    var message: Int
    var fields: [Field] = []
    /// Bytes of a message behind its header, developers' fields included.
    var size = 0

    /// The value of a field of a message that begins at `start`; nil if it has none, or the one that stands for none.
    func value(_ number: UInt8, _ bytes: [UInt8], at start: Int) -> Int64? {
        guard let field = fields.first(where: { $0.number == number }) else { return nil }
        let slice = bytes[(start + field.offset)..<(start + field.offset + field.size)]
        let raw = integer(slice)
        // The numbers of the base types; arrays and texts are passed over.
        switch (field.type & 0x1F, field.size) {
        case (0, 1), (2, 1), (13, 1): return raw == 0xFF ? nil : Int64(raw)
        case (1, 1): return raw == 0x7F ? nil : Int64(Int8(truncatingIfNeeded: raw))
        case (3, 2): return raw == 0x7FFF ? nil : Int64(Int16(truncatingIfNeeded: raw))
        case (4, 2): return raw == 0xFFFF ? nil : Int64(raw)
        case (5, 4): return raw == 0x7FFF_FFFF ? nil : Int64(Int32(truncatingIfNeeded: raw))
        case (6, 4): return raw == 0xFFFF_FFFF ? nil : Int64(raw)
        case (10, 1), (11, 2), (12, 4): return raw == 0 ? nil : Int64(raw)
        default: return nil
        }
    }

    /// At most eight bytes as a number, in the message's order of bytes.
    func integer(_ slice: ArraySlice<UInt8>) -> UInt64 {
        let bytes = slice.prefix(8)
        return isBigEndian
            ? bytes.reduce(0) { $0 << 8 | UInt64($1) } : bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// FIT's CRC of 16 bits, four bits at a time. Over a file with its own CRC at its end it is 0.
enum FITChecksum {
    private static let table: [UInt16] = [
        0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01,
        0x8801, 0x4400,
    ]

    static func value(_ bytes: ArraySlice<UInt8>) -> UInt16 {
        bytes.reduce(into: UInt16(0)) { checksum, byte in
            for half in [byte & 0xF, byte >> 4] {
                checksum = checksum >> 4 ^ table[Int(checksum & 0xF)] ^ table[Int(half)]
            }
        }
    }
}
