import MotionTypes

/// One line of NDJSON as an element of a stream.
enum NDJSONReader {
    /// Reads a line.
    static func element(_ line: [UInt8]) throws -> StreamElement {
        var fields = StreamFields()
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner in
            guard let key = StreamKey(rawValue: name) else {
                fields.unknownKey = fields.unknownKey ?? name
                return try scanner.skip()
            }
            guard fields.present.insert(key).inserted else {
                throw scanner.fault("\"\(name)\" is given twice")
            }
            try read(key, from: &scanner, to: &fields)
        }
        try scanner.expectEnd()
        return try fields.element()
    }

    private static func read(_ key: StreamKey, from scanner: inout JSONScanner, to fields: inout StreamFields)
        throws
    {
        if let flag = key.flag {
            if try scanner.boolean() { fields.flags.insert(flag) }
            return
        }
        switch key {
        case .gaitway: fields.kind = try scanner.string()
        case .version: fields.version = try scanner.integer()
        case .source: fields.source = try scanner.string()
        case .model: fields.model = try scanner.string()
        case .origin: fields.origin = try moment(&scanner)
        case .elapsed: fields.elapsed = try scanner.seconds()
        case .start: fields.start = try moment(&scanner)
        case .delivered: fields.delivered = try scanner.seconds()
        case .confidence: fields.confidence = try StreamFields.confidence(scanner.string())
        case .probabilities: fields.probabilities = try distribution(&scanner)
        case .smoothed: fields.smoothed = try distribution(&scanner)
        case .reason: fields.reason = try scanner.string()
        case .isRepeat: fields.isRepeat = try scanner.boolean()
        case .window: fields.window = try window(&scanner)
        case .end: fields.end = try scanner.seconds()
        case .windows: fields.windows = try scanner.integer()
        case .repaired: fields.repaired = try repairs(&scanner)
        case .stationary, .walking, .running, .automotive, .cycling, .unknown: break
        }
    }

    private static func moment(_ scanner: inout JSONScanner) throws -> Timestamp? {
        scanner.takeNull() ? nil : try StreamFields.moment(scanner.string())
    }

    private static func distribution(_ scanner: inout JSONScanner) throws -> ActivityProbabilities {
        var values = [Double?](repeating: nil, count: ActivityClass.allCases.count)
        try scanner.object { name, scanner in
            guard let activityClass = ActivityClass(name: name) else {
                throw scanner.fault("unknown key \"\(name)\"")
            }
            guard values[activityClass.rawValue] == nil else {
                throw scanner.fault("\"\(name)\" is given twice")
            }
            values[activityClass.rawValue] = try scanner.double()
        }
        return try StreamFields.distribution(values.compactMap { $0 })
    }

    private static func window(_ scanner: inout JSONScanner) throws -> Range<Int64> {
        var bounds: [Int64] = []
        try scanner.array { scanner in bounds.append(try scanner.seconds()) }
        guard bounds.count == 2 else { throw scanner.fault("a window is two times") }
        return try StreamFields.window(from: bounds[0], to: bounds[1])
    }

    /// Reads an object of counts, in its order.
    static func repairs(_ scanner: inout JSONScanner) throws -> [StreamFooter.Repair] {
        var repairs: [StreamFooter.Repair] = []
        var kinds: Set<String> = []
        try scanner.object { kind, scanner in
            guard kinds.insert(kind).inserted else { throw scanner.fault("\"\(kind)\" is given twice") }
            repairs.append(StreamFooter.Repair(kind: kind, count: try scanner.integer()))
        }
        return repairs
    }
}
