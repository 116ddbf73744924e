// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase
public import GaitwayTimeline
import TestSupport

/// A long valid day, which a few bytes describe: stays, journeys and silences at the limits of the segmenter.
///
/// The first byte chooses the time between fixes, the second what fixes and reports hold. Each further pair is a piece
/// of the day: its kind, and its place in a list of lengths. Fixes and reports are in time order.
public struct LongDay: Sendable {
    /// At most as many as the day was given.
    public private(set) var fixes: [(Timestamp, Location)] = []
    /// The phone's reports.
    public private(set) var reports: [(Timestamp, MotionActivity)] = []
    /// When it begins: 28 May 2026, UTC.
    public static let origin = Timestamp(nanoseconds: 1_780_000_000_000_000_000)

    private let most: Int
    private var random: SeededGenerator
    private var time = 0.0
    private var lastReport = -Double.infinity
    /// Metres east and north of the origin.
    private var spot = SIMD2<Double>(0, 0)
    private let places: [SIMD2<Double>]
    private let step: Double
    private let hasReports: Bool
    private let hasAccuracy: Bool
    private let hasSpeed: Bool
    private var flags: ActivityFlags = .stationary

    /// Numbers of fixes beside those at which a segmenter drops or gives up some.
    private static let counts = [
        1, 12, 60, 180, 199, 200, 201, 511, 512, 513, 600, 999, 1000, 1001, 1002, 1023, 1024, 1025, 1030, 1500, 2047,
        2048, 2049, 4096,
    ]
    /// Seconds beside those at which a silence gets another meaning.
    private static let silences: [Double] = [
        60, 119, 120, 121, 130, 400, 599, 600, 601, 899, 900, 901, 1199, 1201, 1799, 1800, 1801, 1850, 3600, 10_000,
        40_000, 86_400, 129_599, 129_600, 129_601, 140_000,
    ]
    private static let steps: [Double] = [0.1, 1, 1, 2, 4, 5, 10, 10, 30, 60, 119, 120, 121, 300]
    private static let directions: [SIMD2<Double>] = [
        SIMD2(1, 0), SIMD2(0.7, 0.7), SIMD2(0, 1), SIMD2(-0.7, 0.7), SIMD2(-1, 0), SIMD2(-0.7, -0.7), SIMD2(0, -1),
        SIMD2(0.7, -0.7),
    ]
    private static let speeds: [Double] = [1.3, 1.3, 4, 6, 12, 30, 60, 200]
    private static let reported: [ActivityFlags] = [
        .stationary, .walking, .running, .cycling, .automotive, .unknown, [.stationary, .automotive], [],
    ]

    /// The day that `bytes` describe, with at most `most` fixes.
    public init(bytes: some Sequence<UInt8>, most: Int = 6000) {
        var rest = Array(bytes)[...]
        let (first, second) = (rest.popFirst() ?? 0, rest.popFirst() ?? 0)
        self.most = most
        var random = SeededGenerator(seed: rest.reduce(UInt64(first)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 })
        step = Self.steps[Int(first) % Self.steps.count]
        (hasReports, hasAccuracy, hasSpeed) = (second & 1 != 0, second & 2 != 0, second & 4 != 0)
        places = (0..<4).map { _ in
            SIMD2(.random(in: -3000...3000, using: &random), .random(in: -3000...3000, using: &random))
        }
        self.random = random
        spot = places[0]
        while fixes.count < most, let kind = rest.popFirst() { add(kind, Int(rest.popFirst() ?? 0)) }
    }

    /// A day that follows from a seed.
    public init(seed: UInt64, most: Int = 6000) {
        var random = SeededGenerator(seed: seed &* 6151)
        let count = 2 * Int.random(in: 2...24, using: &random)
        self.init(bytes: (0..<count + 2).map { _ in UInt8.random(in: 0...255, using: &random) }, most: most)
    }

    private mutating func add(_ kind: UInt8, _ size: Int) {
        let count = Self.counts[size % Self.counts.count]
        switch kind % 16 {
        case 0...4:
            if kind & 0x80 != 0 { vanish(to: places[size % places.count]) }
            stay(count, spread: [3, 3, 10, 40, 10][Int(kind % 16)])
        case 5: stay(count, spread: 2, ring: [30, 45, 60, 60][Int(kind >> 4) % 4])
        case 6:
            spot += SIMD2(Double(kind >> 4) * 12, 0)
            stay(count, spread: 5)
        case 7...9: go(to: places[size % places.count], speed: Self.speeds[Int(kind >> 4) % Self.speeds.count])
        case 10: go(to: spot + SIMD2(Double(size) * 2000, 90_000), speed: 230)
        case 11...13:
            time += Self.silences[size % Self.silences.count]
            if kind & 0x10 != 0 {
                spot += SIMD2(.random(in: -400...400, using: &random), .random(in: -400...400, using: &random))
            }
            if kind & 0x20 != 0 { fix() }
        case 14:
            for _ in 0..<min(count, 300) where fixes.count < most {
                fix(offset: Double(kind >> 4) * 400, accuracy: 1500)
            }
        default:
            report(Self.reported[size % Self.reported.count])
            fix(offset: 60_000)
            for _ in 0..<3 { fix() }
        }
    }

    // MARK: Pieces

    private mutating func stay(_ count: Int, spread: Double, ring: Double = 0) {
        report(.stationary)
        for _ in 0..<count where fixes.count < most {
            let centre = spot
            spot += ring * (Self.directions.randomElement(using: &random) ?? .zero)
            fix(spread: spread)
            spot = centre
            if Int.random(in: 0..<4, using: &random) == 0 { time += step }
        }
    }

    private mutating func go(to target: SIMD2<Double>, speed: Double) {
        report(speed < 3 ? .walking : speed < 8 ? .cycling : .automotive)
        let way = target - spot
        let metres = (way * way).sum().squareRoot()
        let count = Int(clamping: (metres / speed / step).rounded(.up))
        let start = spot
        for number in 0..<max(1, count) where fixes.count < most {
            spot = start + way * min(1, Double(number + 1) / Double(max(1, count)))
            fix(spread: 4, speed: speed)
        }
        spot = target
    }

    /// Gets to a place without a fix on the way.
    private mutating func vanish(to target: SIMD2<Double>) {
        let way = target - spot
        time += (way * way).sum().squareRoot() / 25
        spot = target
    }

    private mutating func report(_ flags: ActivityFlags) {
        self.flags = flags
        lastReport = -.infinity
    }

    /// A fix, with a report of the current activity each minute.
    private mutating func fix(spread: Double = 3, offset: Double = 0, accuracy: Double? = nil, speed: Double? = nil) {
        let moment = Self.origin.advanced(byNanoseconds: Int64(clamping: (time * 1e9).rounded()))
        if hasReports, time - lastReport >= 60 {
            reports.append((moment, MotionActivity(flags: flags, confidence: .high, elapsed: .zero, start: moment)))
            lastReport = time
        }
        let location = Location(
            elapsed: .zero, latitude: 47 + (spot.y + spread * normal()) / 111_177,
            longitude: 8 + (spot.x + offset + spread * normal()) / 76_057, speed: hasSpeed ? speed ?? 0 : nil,
            horizontalAccuracy: accuracy ?? (hasAccuracy ? max(3, 2 * spread) : nil))
        fixes.append((moment, location))
        time += step
    }

    /// About normal, with deviation 1.
    private mutating func normal() -> Double {
        (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
    }
}

extension LongDay {
    /// The day's timeline by the segmenter that gets all of it.
    public var items: [TimelineItem] { TimelineSegmenter.items(fixes: fixes, reports: reports) }

    /// What is wrong with the day's timeline: rules that it breaks, and ways of giving the day that change it.
    public func faults() -> [String] {
        let items = items
        let document = TimelineDocument(items: items)
        var faults = TimelineCheck().faults(of: document, fixes: fixes).map {
            "\($0.rule) from \($0.span.start.seconds(since: Self.origin)) s: \($0.problem)"
        }
        if TimelineSegmenter.timeline(fixes: fixes, reports: reports).items != items {
            faults.append("a stream differs")
        }
        // Each input comes up to a minute late.
        var random = random
        var late = fixes.indices.map {
            (fixes[$0].0.seconds(since: Self.origin) + .random(in: 0..<60, using: &random), $0)
        }
        let own = reports.indices.map {
            (reports[$0].0.seconds(since: Self.origin) + .random(in: 0..<60, using: &random), fixes.count + $0)
        }
        late = (late + own).sorted { $0 < $1 }
        var segmenter = TimelineSegmenter()
        var given: [TimelineItem] = []
        for (_, index) in late {
            if index < fixes.count {
                given += segmenter.append(fixes[index].1, at: fixes[index].0)
            } else {
                given += segmenter.append(reports[index - fixes.count].1, at: reports[index - fixes.count].0)
            }
        }
        if given + segmenter.finish() != items { faults.append("late input differs") }
        return faults
    }
}
