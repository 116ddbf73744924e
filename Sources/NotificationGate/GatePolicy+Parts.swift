internal import MotionTypes

// How the parts of a policy stand in JSON.

extension AlertCap: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case alerts, window
    }

    /// Reads `{"alerts": 3, "window": 3600}`.
    public init(from decoder: any Decoder) throws {
        let fields = try FieldReader<CodingKeys>(decoder, in: "a cap")
        try fields.refuseUnknown()
        self.init(alerts: try fields.value(.alerts, Int.self), window: try fields.duration(.window))
    }

    /// Writes `{"alerts": 3, "window": 3600}`.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(alerts, forKey: .alerts)
        try fields.encode(window.inSeconds, forKey: .window)
    }
}

extension QuietHours: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case from, to
        case timeZone = "time_zone"
    }

    /// Reads `{"from": "22:00", "to": "07:00", "time_zone": "Europe/Berlin"}`.
    public init(from decoder: any Decoder) throws {
        let fields = try FieldReader<CodingKeys>(decoder, in: "quiet_hours")
        try fields.refuseUnknown()
        func time(_ key: CodingKeys) throws -> LocalTime {
            let text = try fields.value(key, String.self)
            guard let time = LocalTime(text) else {
                throw InputError(
                    .malformed, problem: "\"\(text)\" is no time of day", remedy: "write it as 07:00")
            }
            return time
        }
        self.init(
            from: try time(.from), to: try time(.to), timeZone: try fields.value(.timeZone, String.self))
    }

    /// Writes `{"from": "22:00", "to": "07:00", "time_zone": "Europe/Berlin"}`.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(from.text, forKey: .from)
        try fields.encode(to.text, forKey: .to)
        try fields.encode(timeZone, forKey: .timeZone)
    }
}

extension ConfidenceThresholds: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case stationary, walking, running, cycling, automotive
    }

    /// Reads `{"automotive": "medium"}`; an activity that is not named counts from low on.
    public init(from decoder: any Decoder) throws {
        let fields = try FieldReader<CodingKeys>(decoder, in: "minimum_confidence")
        try fields.refuseUnknown()
        func level(_ key: CodingKeys) throws -> Confidence {
            guard let word = try fields.optional(key, String.self) else { return .low }
            guard let level = Confidence(name: word) else {
                throw InputError(
                    .malformed, problem: "\"\(word)\" is no confidence", remedy: "use low, medium or high")
            }
            return level
        }
        self.init()
        stationary = try level(.stationary)
        walking = try level(.walking)
        running = try level(.running)
        cycling = try level(.cycling)
        automotive = try level(.automotive)
    }

    /// Writes the level of each activity.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(stationary.name, forKey: .stationary)
        try fields.encode(walking.name, forKey: .walking)
        try fields.encode(running.name, forKey: .running)
        try fields.encode(cycling.name, forKey: .cycling)
        try fields.encode(automotive.name, forKey: .automotive)
    }
}
