// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Writes what a gate took and decided as a scenario, which `gaitway gate check` plays again.
///
/// Names of places, stories and categories lose blanks and signs that a scenario's words cannot have. A place's rule
/// that its alert has no priority cannot be written; the category's then counts.
package struct ScenarioText: Sendable {
    private let policy: GatePolicy
    private let origin: Timestamp
    private var names: [String: String] = [:]
    private var taken: Set<String> = []
    private var lines: [String] = []

    /// The scenario of a gate with `policy`.
    ///
    /// - Parameters:
    ///   - why: the first line, a sentence with a full stop.
    ///   - inputs: what the gate took, by time, without its ticks.
    ///   - end: until when it went on.
    ///   - decisions: what it decided, in order.
    package static func text(
        why: String, policy: GatePolicy, inputs: [(time: Timestamp, input: GateInput)], until end: Timestamp,
        decisions: [GateDecision]
    ) -> String {
        let first = inputs.first?.time ?? end
        // The header is to the second; times have all digits.
        let part = first.nanoseconds.remainder(Nanoseconds.perSecond)
        var text = ScenarioText(policy, origin: first.advanced(byNanoseconds: -part))
        text.lines = [why.split(whereSeparator: \.isWhitespace).joined(separator: " "), "profiles \(text.base.name)"]
        text.lines.append("origin \(text.origin.iso8601)")
        text.addPolicy()
        for (time, input) in inputs { text.add(input, at: time) }
        text.lines.append("until " + text.seconds(end))
        for decision in decisions { text.add(decision) }
        text.lines.append("expect \(decisions.count { $0.kind == .deliver }) alerts")
        return text.lines.joined(separator: "\n") + "\n"
    }

    private init(_ policy: GatePolicy, origin: Timestamp) {
        self.policy = policy
        self.origin = origin
    }

    /// The profile that the scenario names.
    private var base: GatePolicy { GatePolicy.profile(named: policy.name) ?? .gaitway }

    private mutating func addPolicy() {
        let base = base
        let fields = GatePolicy.fields.compactMap { field -> String? in
            let value = JSONWriter.text { field.write(policy, &$0) }
            guard value != JSONWriter.text({ field.write(base, &$0) }) else { return nil }
            return JSONWriter.text { $0.append(field.name) } + ":" + value
        }
        guard !fields.isEmpty else { return }
        // A number sign would begin a comment, and blanks in a row would become one.
        let json = fields.joined(separator: ",").replacing("#", with: "\\u0023").replacing("  ", with: " \\u0020")
        lines.append("policy " + json)
    }

    private mutating func add(_ input: GateInput, at time: Timestamp) {
        let words: [String] =
            switch input {
            case .report(let report):
                [report.isRepeat ? "repeat" : "report", Self.word(report.activity.flags)]
                    + [report.gateConfidence.name]
                    + [report.cadence].compactMap { $0.flatMap { $0.isFinite ? Self.number($0) + "/s" : nil } }
            case .availability(let availability): ["motion", availability.rawValue]
            case .fix(let fix): ["fix"] + Self.words(fix)
            case .enter(let entry): self.words(entry)
            case .exit(let place): ["leave", name(place)]
            case .comeBack(let place): ["back", name(place)]
            case .tick: ["tick"]
            case .rebase: ["rebase"]
            case .user(let action): self.words(action)
            }
        lines.append((["at", seconds(time)] + words).joined(separator: " "))
    }

    private mutating func add(_ decision: GateDecision) {
        var words = ["expect", decision.kind.rawValue, name(decision.place), "at", seconds(decision.time)]
        if !decision.reasons.isEmpty {
            words += ["because", decision.reasons.map(\.rawValue).joined(separator: ",")]
        }
        if decision.kind == .deliver { words += ["others", String(decision.others)] }
        lines.append(words.joined(separator: " "))
    }

    private mutating func words(_ entry: RegionEntry) -> [String] {
        let rules = entry.rules
        var words = [rules.moment == .enter ? "enter" : rules.moment.rawValue, name(entry.place)]
        if let story = entry.story { words.append(name(story)) }
        if let distance = entry.distance { words.append(Self.number(distance) + "m") }
        if let speed = entry.speed { words.append(Self.number(speed) + "m/s") }
        if let other = entry.nearestOther { words.append(other.isFinite ? "other:\(Self.number(other))m" : "alone") }
        if entry.hasPriority || rules.hasPriority == true { words.append("priority") }
        if !entry.isKnown { words.append("unlisted") }
        if let category = rules.category { words.append("category:" + category) }
        if let expiry = rules.expiry { words.append("expiry:" + Self.length(expiry)) }
        if let cooldown = rules.cooldown { words.append("cooldown:" + Self.length(cooldown)) }
        if let hours = rules.hours {
            words.append("hours:" + hours.text.split(separator: " ").joined(separator: "_"))
        }
        return words
    }

    private mutating func words(_ action: UserAction) -> [String] {
        switch action {
        case .later(let place): ["later", name(place)]
        case .dismiss(let place): ["dismiss", name(place)]
        case .snooze(let until): ["snooze"] + [until.map(seconds)].compactMap(\.self)
        case .endSnooze: ["endsnooze"]
        case .passenger(let until): ["passenger"] + [until.map(seconds)].compactMap(\.self)
        case .endPassenger: ["endpassenger"]
        case .reset: ["reset"]
        }
    }

    /// A name as one word that a scenario takes for a name, and another one for each name.
    private mutating func name(_ text: String) -> String {
        if let known = names[text] { return known }
        let plain = text.unicodeScalars.map { scalar -> Character in
            scalar.properties.isAlphabetic || "0123456789._-".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
        }
        var word = String(plain)
        // Else it could read as a distance or a rule.
        if word.isEmpty || word.last == "m" || ["priority", "unlisted", "alone"].contains(word) { word += "_" }
        while !taken.insert(word).inserted { word += "_" }
        names[text] = word
        return word
    }

    /// Seconds since the origin, to the nanosecond.
    private func seconds(_ time: Timestamp) -> String { Self.length(time - origin) }

    private static func length(_ length: Duration) -> String {
        JSONWriter.text { $0.append(seconds: length, places: 9) }
    }

    private static func number(_ value: Double) -> String { JSONWriter.text { $0.append(value) } }

    private static func word(_ flags: ActivityFlags) -> String {
        let words = flags.words
        return words.isEmpty ? "none" : words.joined(separator: "+")
    }

    private static func words(_ fix: GateFix) -> [String] {
        var words: [String] = []
        if let latitude = fix.latitude, let longitude = fix.longitude {
            words.append(number(latitude) + "," + number(longitude))
        }
        if let speed = fix.speed, speed.isFinite { words.append(number(speed) + "m/s") }
        if let accuracy = fix.accuracy, accuracy.isFinite { words.append(number(accuracy) + "m") }
        return words
    }
}

extension Int64 {
    fileprivate func remainder(_ divisor: Int64) -> Int64 { ((self % divisor) + divisor) % divisor }
}
