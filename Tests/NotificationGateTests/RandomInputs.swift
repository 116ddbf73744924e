// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import TestSupport

/// Random policies and days of inputs, from a seed.
struct RandomInputs {
    private var generator: SeededGenerator
    static let origin = Timestamp(nanoseconds: 1_774_742_400_000_000_000)  // 2026-03-29, clocks change in Europe

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &generator)]
    }
    private let hours = [nil, "01:00-04:30", "Mo off; 02:10-02:50; 2026-03-29 00:30-03:15"]
        .map { text in text.flatMap { try? WeeklyHours($0) } }
    private mutating func isSo(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &generator) == 0 }

    mutating func policy() -> GatePolicy {
        var policy = pick(GatePolicy.profiles)
        if isSo(2) { return policy }
        policy.whenHeld = pick(GatePolicy.Held.allCases)
        policy.drivingOnset = pick([.zero, .seconds(7), .seconds(61)])
        policy.vehicleSpeed = pick([nil, 6, 2.5])
        policy.whenStale = pick(GatePolicy.Action.allCases)
        policy.whenUnauthorised = pick(GatePolicy.Action.allCases)
        policy.running = pick(GatePolicy.Action.allCases)
        policy.staleAfter = pick([nil, .seconds(60), .seconds(600)])
        policy.minimumConfidence.automotive = pick(Confidence.allCases)
        policy.minimumConfidence.walking = pick(Confidence.allCases)
        policy.minimumDwell = pick([.zero, .seconds(45)])
        policy.pendingLimit = pick([nil, 64, 2, 1])
        policy.collapseWindow = pick([.zero, .seconds(120), .milliseconds(61500)])
        policy.collapseSpeed = pick([0, 2, 1.25])
        policy.shortCap = pick([
            nil, AlertCap(alerts: 1, window: .seconds(1800)), AlertCap(alerts: 3, window: .seconds(3600)),
        ])
        policy.longCap = pick([
            nil, AlertCap(alerts: 0, window: .seconds(60)), AlertCap(alerts: 4, window: .seconds(86400)),
        ])
        policy.whenCapped = pick(GatePolicy.Capped.allCases)
        policy.storyCooldown = pick([.zero, .seconds(300)])
        policy.placeCooldown = pick([.zero, .seconds(1200), .seconds(864_000_000)])
        policy.passengerOverride = pick([.zero, .seconds(900)])
        policy.expiry = pick([.seconds(2400), .seconds(43200)])
        let hour = Int.random(in: 0..<5, using: &generator)
        policy.quietHours = pick([
            nil, .night(timeZone: "Europe/Berlin"),
            QuietHours(
                from: TimeOfDay(hour: hour, minute: 10), to: TimeOfDay(hour: hour, minute: 50), timeZone: "UTC"),
            QuietHours(
                from: TimeOfDay(hour: 1, minute: 30), to: TimeOfDay(hour: 3, minute: 15), timeZone: "Europe/Berlin"),
        ])
        policy.priorityStories = pick([[], ["story-0"]])
        policy.lostHardware = pick(GatePolicy.Action.allCases)
        policy.timeZone = pick([nil, "Europe/Berlin"])
        policy.rushFactor = pick([nil, 1.1, 1.5])
        if isSo(2) {
            var rules = CategoryRules()
            rules.hasPriority = pick([nil, true, false])
            rules.expiry = pick([nil, .seconds(100), .seconds(3000)])
            rules.cooldown = pick([nil, .zero, .seconds(600)])
            rules.minimumDwell = pick([nil, .zero, .seconds(30)])
            rules.hours = pick(hours)
            policy.categories["cafe"] = rules
        }
        return policy
    }

    mutating func inputs(_ count: Int) -> [(time: Timestamp, input: GateInput)] {
        var time = Self.origin
        return (0..<count).map { _ in
            let steps: [Int64] = [0, 500, 7_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000]
            time = time.advanced(
                byNanoseconds: pick(steps) * 1_000_000
                    + (isSo(3) ? Int64.random(in: 0..<999_999, using: &generator) : 0))
            return (time, input(at: time))
        }
    }

    private mutating func input(at now: Timestamp) -> GateInput {
        let place = "place-\(Int.random(in: 0..<8, using: &generator))"
        let later = now.advanced(byNanoseconds: Int64.random(in: -60...1200, using: &generator) * 1_000_000_000)
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<7:
            var rules = AlertRules()
            if isSo(3) {
                rules.moment = pick(AlertMoment.allCases)
                rules.category = pick([nil, "cafe", "other"])
                rules.hours = pick(hours)
                rules.expiry = pick([nil, .zero, .seconds(90), .seconds(5000)])
                rules.cooldown = pick([nil, .zero, .seconds(700)])
                rules.hasPriority = pick([nil, true, false])
            }
            return .enter(
                RegionEntry(
                    place: place, story: isSo(3) ? nil : "story-\(Int.random(in: 0..<3, using: &generator))",
                    distance: isSo(5) ? nil : Double.random(in: 0...100, using: &generator),
                    speed: isSo(5) ? .nan : 3,
                    nearestOther: pick([nil, 0, 300, 400, 5000, .infinity]), hasPriority: isSo(10), isKnown: !isSo(12),
                    rules: rules))
        case 7..<10: return isSo(4) ? .comeBack(place: place) : .exit(place: place)
        case 10..<16:
            let flags: [ActivityFlags] = [
                [], .walking, .stationary, .automotive, [.automotive, .stationary], .cycling, .running, .unknown,
            ]
            var report = ActivityReport(
                flags: pick(flags), confidence: pick(Confidence.allCases), start: now, isRepeat: isSo(3))
            report.cadence = pick([nil, 1.4, 1.7, 1.8, 2.4])
            return .report(report)
        case 16: return .availability(pick([.available, .available, .unauthorised, .unsupported]))
        case 17: return isSo(2) ? .tick : .fix(fix())
        default:
            return .user(
                pick([
                    .later(place: place), .dismiss(place: place), .snooze(until: later), .snooze(until: nil),
                    .endSnooze,
                    .passenger(until: later), .passenger(until: nil), .endPassenger, .reset,
                ]))
        }
    }

    /// A fix on a line to the north, with or without speed; some lie far off.
    private mutating func fix() -> GateFix {
        GateFix(
            latitude: isSo(6) ? nil : 50 + Double.random(in: 0...0.1, using: &generator), longitude: isSo(9) ? 9 : 8,
            speed: pick([nil, nil, -1, 0, 3, 8, 30]), accuracy: pick([nil, 4, 60, 500]))
    }

    /// Moments between two times, to ask the gate at without need.
    mutating func moments(from: Timestamp, to: Timestamp) -> [Timestamp] {
        let span = to.nanoseconds - from.nanoseconds
        return (0..<Int.random(in: 0...4, using: &generator))
            .map { _ in from.advanced(byNanoseconds: Int64.random(in: 0...max(0, span), using: &generator)) }.sorted()
    }

    /// Any input at any time: what no phone would send.
    mutating func nonsense() -> (time: Timestamp, input: GateInput) {
        let anything = Int64.random(in: .min ... .max, using: &generator)
        let time = Timestamp(nanoseconds: pick([anything, .min, .max, 0, Self.origin.nanoseconds]))
        let number = pick([Double.nan, .infinity, -.infinity, -1, 0, .greatestFiniteMagnitude])
        switch Int.random(in: 0..<6, using: &generator) {
        case 5: return (time, .fix(GateFix(latitude: number, longitude: number, speed: number, accuracy: number)))
        case 0:
            let flags = ActivityFlags(rawValue: UInt8.random(in: 0...255, using: &generator))
            return (time, .report(ActivityReport(flags: flags, confidence: .high, start: time, isRepeat: isSo(2))))
        case 1:
            return (
                time,
                .enter(
                    RegionEntry(
                        place: pick(["", "a", "\u{0}\"\\"]), distance: number, speed: number, nearestOther: number))
            )
        case 2: return (time, .user(pick([.snooze(until: time), .passenger(until: time), .reset, .later(place: "")])))
        case 3: return (time, .exit(place: "a"))
        default: return (time, input(at: time))
        }
    }
}
