// SPDX-License-Identifier: Apache-2.0

extension JSONWriter {
    // MARK: Elements

    /// Writes null.
    package mutating func appendNull() { value { $0.append(text: "null") } }

    /// Writes a string; nil as null.
    package mutating func append(_ text: String?) {
        guard let text else { return appendNull() }
        value { $0.append(jsonString: text) }
    }

    /// Writes `true` or `false`.
    package mutating func append(_ flag: Bool) { value { $0.append(text: flag ? "true" : "false") } }

    /// Writes a whole number; nil as null.
    package mutating func append(_ number: Int?) {
        guard let number else { return appendNull() }
        value { $0.append(decimal: number) }
    }

    /// Writes a number with the fewest digits that give it back, a whole one without a fraction; null for nil, NaN and
    /// infinity.
    package mutating func append(_ number: Double?) {
        guard let number, number.isFinite else { return appendNull() }
        value { $0.append(shortest: number) }
    }

    /// Writes a number with a fixed count of decimals; null for nil, NaN and infinity.
    package mutating func append(_ number: Double?, places: Int) {
        guard let number, number.isFinite else { return appendNull() }
        value { $0.append(fixed: number, places: places) }
    }

    /// Writes nanoseconds as seconds, rounded to `places` decimals, without zeros at the end; nil as null.
    package mutating func append(seconds nanoseconds: Int64?, places: Int) {
        guard let nanoseconds else { return appendNull() }
        value { $0.append(seconds: nanoseconds, places: places) }
    }

    /// Writes a duration as seconds, rounded to `places` decimals, without zeros at the end; nil as null.
    package mutating func append(seconds duration: Duration?, places: Int) {
        append(seconds: duration?.wholeNanoseconds, places: places)
    }

    /// Writes a moment in ISO 8601, UTC, rounded down to `decimals` of a second; nil as null.
    package mutating func append(_ moment: Timestamp?, decimals: Int = 3) {
        guard let moment else { return appendNull() }
        value {
            $0.append(UInt8(ascii: "\""))
            $0.append(iso8601: moment, decimals: decimals)
            $0.append(UInt8(ascii: "\""))
        }
    }

    /// Writes a value that is JSON already; nil as null.
    package mutating func append(json: String?) { value { $0.append(text: json ?? "null") } }

    // MARK: Members

    /// Writes a member whose value is a string; nil as null.
    package mutating func add(_ key: String, _ text: String?) {
        self.key(key)
        append(text)
    }

    /// Writes a member that is true or false.
    package mutating func add(_ key: String, _ flag: Bool) {
        self.key(key)
        append(flag)
    }

    /// Writes a member that is a whole number; nil as null.
    package mutating func add(_ key: String, _ number: Int?) {
        self.key(key)
        append(number)
    }

    /// Writes a member that is a number with the fewest digits that give it back; see ``append(_:)-(Double?)``.
    package mutating func add(_ key: String, _ number: Double?) {
        self.key(key)
        append(number)
    }

    /// Writes a member that is a number with a fixed count of decimals; null for nil, NaN and infinity.
    package mutating func add(_ key: String, _ number: Double?, places: Int) {
        self.key(key)
        append(number, places: places)
    }

    /// Writes a member that is nanoseconds as seconds, without zeros at the end; nil as null.
    package mutating func add(_ key: String, seconds nanoseconds: Int64?, places: Int) {
        self.key(key)
        append(seconds: nanoseconds, places: places)
    }

    /// Writes a member that is a duration as seconds, without zeros at the end; nil as null.
    package mutating func add(_ key: String, seconds duration: Duration?, places: Int) {
        add(key, seconds: duration?.wholeNanoseconds, places: places)
    }

    /// Writes a member that is a moment in ISO 8601, UTC, rounded down to `decimals` of a second; nil as null.
    package mutating func add(_ key: String, _ moment: Timestamp?, decimals: Int = 3) {
        self.key(key)
        append(moment, decimals: decimals)
    }

    /// Writes a member that is an array of strings; nil as null.
    package mutating func add(_ key: String, _ texts: [String]?) {
        guard let texts else { return add(key, json: nil) }
        array(key) { json in
            for text in texts { json.append(text) }
        }
    }

    /// Writes a member whose value is JSON already; nil as null.
    package mutating func add(_ key: String, json: String?) {
        self.key(key)
        append(json: json)
    }
}
