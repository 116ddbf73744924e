// SPDX-License-Identifier: Apache-2.0
import BenchmarkKit
import GaitwayAlerts
import GaitwayBase
import Glibc

/// Random days of a phone's inputs from a seed: reports, entries and exits, and sometimes a person's action.
struct RandomDay {
    /// SplitMix64 (Steele, Lea and Flood, 2014).
    private var state: UInt64
    private var time = Timestamp(nanoseconds: 1_777_622_400_000_000_000)
    private var inside: [Int] = []
    private var places = 0

    init(seed: UInt64) { state = seed }

    private mutating func below(_ bound: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((bits ^ (bits >> 31)) % UInt64(bound))
    }

    mutating func next() -> (time: Timestamp, input: GateInput) {
        time = time.advanced(byNanoseconds: Int64(below(120_000)) * 1_000_000)
        switch below(10) {
        case 0..<6:
            let flags: [ActivityFlags] = [
                .walking, .walking, .stationary, .automotive, .automotive, [.automotive, .stationary], [], .cycling,
                .running, .unknown,
            ]
            let report = ActivityReport(
                activity: MotionActivity(
                    flags: flags[below(flags.count)], confidence: Confidence(rawValue: below(3)) ?? .low))
            return (time, .report(report))
        case 6, 7:
            places += 1
            inside.append(places)
            let entry = RegionEntry(
                place: "place-\(places)", story: "story-\(below(50))", distance: Double(below(100)),
                speed: Double(below(20)), nearestOther: below(2) == 0 ? nil : Double(below(2000)))
            return (time, .enter(entry))
        case 8:
            guard !inside.isEmpty else { return (time, .tick) }
            return (time, .exit(place: "place-\(inside.remove(at: below(inside.count)))"))
        default: return (time, below(20) == 0 ? .user(.snooze(until: nil)) : .tick)
        }
    }
}

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0, in: .countable) } ?? 200_000
guard count > 0, CommandLine.arguments.count <= 3 else {
    print("usage: gate-benchmark [INPUTS [PROFILE]]")
    exit(2)
}
let wanted = CommandLine.arguments.dropFirst(2).first
for policy in GatePolicy.profiles where wanted == nil || policy.name == wanted {
    var policy = policy
    // The gate checks every kind of hold for every entry.
    if policy.name == "gaitway" { policy.quietHours = .night(timeZone: "Europe/Berlin") }
    var day = RandomDay(seed: 1)
    let inputs = (0..<count).map { _ in day.next() }
    var gate = try Gate(policy: policy)
    var counts: [GateDecision.Kind: Int] = [:]
    var ticks = 0
    let before = ProcessUsage.now.seconds
    for (time, input) in inputs {
        while let wakeUp = gate.wakeUp, wakeUp <= time {
            ticks += 1
            for decision in gate.handle(.tick, at: wakeUp) { counts[decision.kind, default: 0] += 1 }
        }
        for decision in gate.handle(input, at: time) { counts[decision.kind, default: 0] += 1 }
    }
    let spent = ProcessUsage.now.seconds - before
    let kinds = GateDecision.Kind.allCases.map { "\($0.rawValue) \(counts[$0] ?? 0)" }.joined(separator: ", ")
    let decisions = counts.values.reduce(0, +)
    print(
        "\(policy.name): \(count) inputs and \(ticks) wake-ups, \(decisions) decisions (\(kinds)), "
            + "\(gate.waitingEntries) wait"
    )
    print(
        "  \(spent / Double(count + ticks) * 1e6) us an input, "
            + "\(Int(proven: Double(decisions) / max(spent, 1e-9))) decisions a second"
    )
}
