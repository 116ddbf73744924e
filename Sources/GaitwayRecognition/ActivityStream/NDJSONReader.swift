// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// One line of NDJSON as an element of a stream.
enum NDJSONReader {
    /// Reads a line of a stream of `version`; a header sets the version of its stream.
    static func element(_ line: [UInt8], version: inout Int) throws(InputError) -> StreamElement {
        var fields = StreamFields()
        var reader = JSONReader(line)
        try reader.object { (name, reader) throws(InputError) in
            guard let key = StreamKey(rawValue: name) else {
                fields.unknownKey = fields.unknownKey ?? name
                _ = try reader.element()
                return
            }
            fields.present.insert(key)
            try read(key, from: &reader, to: &fields)
        }
        try reader.expectEnd()
        let element = try fields.element(of: version)
        if case .header = element { version = fields.version }
        return element
    }

    private static func read(_ key: StreamKey, from reader: inout JSONReader, to fields: inout StreamFields)
        throws(InputError)
    {
        if let flag = key.flag {
            if try reader.boolean() { fields.flags.insert(flag) }
            return
        }
        switch key {
        case .gaitway: fields.kind = try reader.string()
        case .version: fields.version = try reader.integer()
        case .source: fields.source = try reader.string()
        case .model: fields.model = try reader.string()
        case .origin: fields.origin = try moment(&reader)
        case .smoothing: fields.smoothing = reader.takeNull() ? nil : try reader.string()
        case .fields:
            try reader.array { (reader) throws(InputError) in
                fields.optional.append(try StreamFields.field(reader.string()))
            }
        case .elapsed: fields.elapsed = try reader.seconds()
        case .start: fields.start = try moment(&reader)
        case .delivered: fields.delivered = try reader.seconds()
        case .activity: fields.activity = try reader.string()
        case .confidence: fields.confidence = try StreamFields.confidence(reader.string())
        case .probabilities: fields.probabilities = try distribution(&reader)
        case .smoothed: fields.smoothed = try distribution(&reader)
        case .reason: fields.reason = try reader.string()
        case .isRepeat: fields.isRepeat = try reader.boolean()
        case .isProvisional: fields.isProvisional = try reader.boolean()
        case .window: fields.window = try window(&reader)
        case .speed: fields.speed = try reader.number()
        case .steps: fields.steps = try reader.integer()
        case .cadence: fields.cadence = reader.takeNull() ? nil : try reader.number()
        case .windowsWithSpeed: fields.windowsWithSpeed = try reader.integer()
        case .end: fields.end = try reader.seconds()
        case .windows: fields.windows = try reader.integer()
        case .repaired: fields.repaired = try repairs(&reader)
        case .stationary, .walking, .running, .automotive, .cycling, .unknown: break
        }
    }

    private static func moment(_ reader: inout JSONReader) throws(InputError) -> Timestamp? {
        reader.takeNull() ? nil : try StreamFields.moment(reader.string())
    }

    private static func distribution(_ reader: inout JSONReader) throws(InputError) -> ActivityProbabilities {
        var values = [Double?](repeating: nil, count: ActivityClass.allCases.count)
        try reader.object { (name, reader) throws(InputError) in
            guard let activityClass = ActivityClass(name: name) else {
                throw reader.fault("the key \(quoted: name) is not known")
            }
            values[activityClass.rawValue] = try reader.number()
        }
        return try StreamFields.distribution(values.compactMap { $0 })
    }

    private static func window(_ reader: inout JSONReader) throws(InputError) -> Range<Duration> {
        var bounds: [Duration] = []
        try reader.array { (reader) throws(InputError) in bounds.append(try reader.seconds()) }
        guard bounds.count == 2 else { throw reader.fault("a window needs two times") }
        return try StreamFields.window(from: bounds[0], to: bounds[1])
    }

    /// Reads an object of counts, in file order.
    static func repairs(_ reader: inout JSONReader) throws(InputError) -> [StreamFooter.Repair] {
        var repairs: [StreamFooter.Repair] = []
        try reader.object { (kind, reader) throws(InputError) in
            repairs.append(StreamFooter.Repair(kind: kind, count: try reader.integer()))
        }
        return repairs
    }
}

extension JSONReader {
    /// Reads seconds. Up to nine decimals are exact; more decimals and exponents are rounded.
    mutating func seconds() throws(InputError) -> Duration {
        let text = try numberText()
        if let exact = Nanoseconds.exactly(text) { return .nanoseconds(exact) }
        guard let value = Double(text), value.magnitude < 9e9 else { throw fault("a time is out of range") }
        return Duration(inSeconds: value)
    }
}
