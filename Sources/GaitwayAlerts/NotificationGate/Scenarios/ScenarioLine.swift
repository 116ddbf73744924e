// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// One line of a scenario that is neither blank nor a comment.
struct ScenarioLine: Sendable {
    let number: Int
    var words: [String]

    /// Nil for a line without words; `#` begins a comment.
    init?(_ text: String, number: Int) {
        self.number = number
        words = text.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
        if words.isEmpty { return nil }
    }

    /// The word at a place, from 0.
    func word(_ place: Int) -> String? { words.indices.contains(place) ? words[place] : nil }

    func fault(_ problem: String) -> InputError {
        .malformed(problem, remedy: "see \(document: .scenarios) for the lines of a scenario", line: number)
    }

    /// `origin 2026-10-24T20:00:00Z`.
    func origin() throws(InputError) -> Timestamp {
        guard let text = word(1), let time = Timestamp(iso8601: text) else {
            throw fault("\(quoted: word(1) ?? "") is not a time")
        }
        return time
    }

    /// `policy "collapse_window":0`: fields that differ from the profile's.
    func policy(base: GatePolicy) throws(InputError) -> GatePolicy {
        let start = "{\"gaitway\":\"gate-policy\",\"version\":1,\"base\":\(JSONWriter.text { $0.append(base.name) }),"
        let json = start + words.dropFirst().joined(separator: " ") + "}"
        do throws(InputError) {
            return try GatePolicy(json: Array(json.utf8), base: base)
        } catch {
            throw fault("the policy is not valid: " + error.problem)
        }
    }

    /// The step of `at TIME …`.
    func step(_ clock: ScenarioClock) throws(InputError) -> ScenarioStep {
        switch (word(2), word(3)) {
        case ("restart", nil): return .restart
        case ("clock", let lead?): return .clock(try clock.time(lead, self) - clock.origin)
        default: return .input(try input(clock))
        }
    }

    private func input(_ clock: ScenarioClock) throws(InputError) -> GateInput {
        switch (word(2), word(3)) {
        case ("tick", nil): return .tick
        case ("rebase", nil): return .rebase
        case ("report", let flags?): return .report(try report(flags, isRepeat: false))
        case ("repeat", let flags?): return .report(try report(flags, isRepeat: true))
        case ("motion", let name?):
            guard let availability = MotionAvailability(rawValue: name) else {
                throw fault("the availability \(quoted: name) is not known")
            }
            return .availability(availability)
        case ("fix", .some): return .fix(try fix())
        case ("enter", let place?): return .enter(try entry(place, .enter))
        case ("dwell", let place?): return .enter(try entry(place, .dwell))
        case ("exit", let place?): return .enter(try entry(place, .exit))
        case ("back", let place?): return .comeBack(place: place)
        case ("leave", let place?): return .exit(place: place)
        case ("later", let place?): return .user(.later(place: place))
        case ("dismiss", let place?): return .user(.dismiss(place: place))
        case ("snooze", let until): return .user(.snooze(until: try clock.optionalTime(until, self)))
        case ("passenger", let until): return .user(.passenger(until: try clock.optionalTime(until, self)))
        case ("endsnooze", nil): return .user(.endSnooze)
        case ("endpassenger", nil): return .user(.endPassenger)
        case ("reset", nil): return .user(.reset)
        default: throw fault("the input \(quoted: words.dropFirst(2).joined(separator: " ")) is not known")
        }
    }

    private func report(_ flags: String, isRepeat: Bool) throws(InputError) -> ActivityReport {
        var set: ActivityFlags = []
        for word in flags.split(separator: "+").map(String.init) where word != "none" {
            guard let (_, flag) = ActivityFlags.named.first(where: { $0.word == word }) else {
                throw fault("the flag \(quoted: word) is not known")
            }
            set.formUnion(flag)
        }
        guard let confidence = Confidence(name: word(4) ?? "high") else {
            throw fault("\(quoted: word(4) ?? "") is not a confidence")
        }
        var report = ActivityReport(activity: MotionActivity(flags: set, confidence: confidence), isRepeat: isRepeat)
        if let word = word(5) {
            guard word.hasSuffix("/s"), let cadence = Self.number(word.dropLast(2)) else {
                throw fault("\(quoted: word) is not a cadence such as 1.8/s")
            }
            report.cadence = cadence
        }
        return report
    }

    /// `fix 48.137,11.575 30m/s 10m`: position, speed and accuracy; each may be missing.
    private func fix() throws(InputError) -> GateFix {
        var fix = GateFix()
        for word in words.dropFirst(3) {
            let numbers = word.split(separator: ",", omittingEmptySubsequences: false).map(Self.number)
            if word.hasSuffix("m/s"), let speed = Self.number(word.dropLast(3)) {
                fix.speed = speed
            } else if word.hasSuffix("m"), let accuracy = Self.number(word.dropLast()) {
                fix.accuracy = accuracy
            } else if numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] {
                (fix.latitude, fix.longitude) = (latitude, longitude)
            } else {
                throw fault("the word \(quoted: word) is not known")
            }
        }
        return fix
    }

    private static func number(_ text: Substring) -> Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

    private func entry(_ place: String, _ moment: AlertMoment) throws(InputError) -> RegionEntry {
        var entry = RegionEntry(place: place)
        entry.rules.moment = moment
        for word in words.dropFirst(4) {
            if try takeRule(word, into: &entry.rules) { continue }
            if word == "priority" {
                entry.hasPriority = true
            } else if word == "unlisted" {
                entry.isKnown = false
            } else if word == "alone" {
                entry.nearestOther = .infinity
            } else if word.hasPrefix("other:"), word.hasSuffix("m"),
                let metres = Self.number(word.dropFirst(6).dropLast())
            {
                entry.nearestOther = metres
            } else if word.hasSuffix("m/s"), let speed = Self.number(word.dropLast(3)) {
                entry.speed = speed
            } else if word.hasSuffix("m"), let distance = Self.number(word.dropLast()) {
                entry.distance = distance
            } else if entry.story == nil {
                entry.story = word
            } else {
                throw fault("the word \(quoted: word) is not known")
            }
        }
        return entry
    }
}

extension ScenarioLine {
    /// Takes a word that is a rule of the place: `category:cafe`, `expiry:600`, `cooldown:60m` in seconds or minutes
    /// with `m`, `hours:Mo-Fr_08:00-18:00;Sa_off` with underscores for blanks.
    private func takeRule(_ word: String, into rules: inout AlertRules) throws(InputError) -> Bool {
        guard let colon = word.firstIndex(of: ":") else { return false }
        let value = String(word[word.index(after: colon)...])
        switch word[..<colon] {
        case "category": rules.category = value
        case "expiry": rules.expiry = try length(value)
        case "cooldown": rules.cooldown = try length(value)
        case "hours":
            do throws(InputError) {
                rules.hours = try WeeklyHours(value.split(separator: "_").joined(separator: " "))
            } catch {
                throw fault(error.problem)
            }
        default: return false
        }
        return true
    }

    private func length(_ text: String) throws(InputError) -> Duration {
        let start = Timestamp(nanoseconds: 0)
        let length = try ScenarioClock(origin: start).time(text, self) - start
        guard length >= .zero else { throw fault("\(quoted: text) is not a length of time") }
        return length
    }
}

/// What happens at one moment of a scenario.
enum ScenarioStep: Sendable {
    /// The gate takes an input.
    case input(GateInput)
    /// The state is saved, and a new gate loads it.
    case restart
    /// From now on the phone's clock is that much ahead.
    case clock(Duration)
}

/// Times of a scenario, which count from its origin.
struct ScenarioClock {
    /// Noon UTC on 1 May 2026, unless the scenario has another.
    private static let usualOrigin = Timestamp(nanoseconds: 1_777_636_800_000_000_000)
    var origin = usualOrigin

    /// Seconds after the origin, or minutes with `m`.
    func time(_ text: String?, _ line: ScenarioLine) throws(InputError) -> Timestamp {
        let isMinutes = text?.hasSuffix("m") == true
        guard let text, let number = Double(isMinutes ? text.dropLast() : text[...]), number.magnitude < 1e9 else {
            throw line.fault("\(quoted: text ?? "") is not a time")
        }
        return origin + .nanoseconds(Nanoseconds.rounded(isMinutes ? 60 * number : number))
    }

    /// A moment as the scenario has it: `130 s`.
    func text(of moment: Timestamp) -> String {
        let (seconds, rest) = (moment - origin).wholeNanoseconds.quotientAndRemainder(dividingBy: Nanoseconds.perSecond)
        return (rest == 0 ? "\(seconds)" : "\(Nanoseconds.seconds((moment - origin).wholeNanoseconds))") + " s"
    }

    /// A moment by the clock of UTC if the scenario has an origin of its own, else as ``text(of:)`` has it.
    func shortText(of moment: Timestamp) -> String {
        origin == Self.usualOrigin ? text(of: moment) : String(moment.iso8601.dropFirst(11).prefix(8))
    }

    func optionalTime(_ text: String?, _ line: ScenarioLine) throws(InputError) -> Timestamp? {
        guard let text else { return nil }
        return try time(text, line)
    }
}
