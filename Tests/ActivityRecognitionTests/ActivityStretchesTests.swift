// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

@Suite struct ActivityStretchesTests {
    private static let hop = Duration.nanoseconds(WindowGrid.hopDuration)

    /// What one window says: flags, confidence, probability of its answer.
    private struct Said {
        var flags: ActivityFlags
        var confidence = Confidence.high
        var probability = 0.95
        var reason: String?
        /// The class that it looks like, where that is not the answer.
        var look: ActivityClass?
    }

    private static func reports(_ said: [Said]) -> [ActivityReport] {
        said.enumerated().map { index, said in
            let start = hop * index
            let prediction = Prediction(said.flags)
            let probabilities = (said.look ?? prediction.activityClass).map { own in
                ActivityProbabilities { $0 == own ? said.probability : (1 - said.probability) / 5 }
            }
            return ActivityReport(
                activity: MotionActivity(flags: said.flags, confidence: said.confidence, elapsed: start),
                probabilities: probabilities, reason: said.reason, window: start..<start + hop * 2)
        }
    }

    private static func stretches(_ said: [Said]) -> ActivityStretches {
        ActivityStretches(reports(said), end: hop * (said.count + 1))
    }

    private static func repeated(_ said: Said, _ count: Int) -> [Said] { [Said](repeating: said, count: count) }

    private static let walk = Said(flags: .walking)
    private static let doubt = Said(flags: .cycling, confidence: .low, probability: 0.4)
    private static let far = Said(flags: .unknown, confidence: .low, reason: "far-from-training")
    private static let gap = Said(flags: .unknown, confidence: .low, reason: "gap")

    /// Runs of random length of all that a stream may say.
    private static func random(seed: UInt64) -> [Said] {
        var generator = SeededGenerator(seed: seed)
        let flags: [ActivityFlags] = [
            .stationary, .walking, .running, .cycling, .automotive, [.automotive, .stationary], [], .unknown,
        ]
        return (0..<Int.random(in: 1...40, using: &generator)).flatMap { _ in
            let flags = flags.randomElement(using: &generator) ?? []
            let reason = UnknownReason.allCases.randomElement(using: &generator)?.rawValue
            return (0..<Int.random(in: 1...20, using: &generator)).map { _ in
                Said(
                    flags: flags,
                    confidence: flags == .unknown
                        ? .low : Confidence.allCases.randomElement(using: &generator) ?? .low,
                    probability: Double.random(in: 0.2...1, using: &generator),
                    reason: flags == .unknown ? reason : nil)
            }
        }
    }

    @Test(arguments: 1...UInt64(Rounds.count(200)))
    func stretchesCoverTheLogOnce(seed: UInt64) {
        let said = Self.random(seed: seed)
        let all = Self.stretches(said)
        for stretches in [all, all.folding()] {
            #expect(stretches.stretches.first?.start == .zero)
            #expect(stretches.stretches.last?.end == Self.hop * (said.count + 1))
            for (one, next) in zip(stretches.stretches, stretches.stretches.dropFirst()) {
                #expect(one.end == next.start)
                #expect(one.prediction != next.prediction || one.reason != next.reason)
            }
            #expect(stretches.stretches.reduce(0) { $0 + $1.windows } == said.count)
            #expect(stretches.totals.reduce(.zero) { $0 + $1.time } == Self.hop * (said.count + 1))
            for stretch in stretches.stretches {
                #expect(stretch.restTime <= stretch.duration)
                if let probability = stretch.probability { #expect(probability > 0 && probability <= 1) }
                #expect((stretch.reason != nil) == (stretch.prediction == .unknown))
            }
        }
        #expect(all.folding().folding().stretches == all.folding().stretches)
    }

    /// Folding takes boundaries away and moves none; what the log did not tell stays as it was.
    @Test(arguments: 1...UInt64(Rounds.count(200)))
    func foldingOnlyJoins(seed: UInt64) {
        let all = Self.stretches(Self.random(seed: seed))
        let folded = all.folding()
        let starts = Set(all.stretches.map(\.start))
        #expect(folded.stretches.allSatisfy { starts.contains($0.start) })
        func unmeasured(_ stretches: ActivityStretches) -> [ClosedRange<Duration>] {
            stretches.stretches.filter {
                ["gap", "dead-sensor", "rate-too-low", "no-gravity", "too-short"].contains($0.reason)
            }
            .map { $0.start...$0.end }
        }
        #expect(unmeasured(folded) == unmeasured(all))
        // What is short and left over was believed before, or had nothing beside it to be folded into.
        for (index, stretch) in folded.stretches.enumerated()
        where stretch.windows <= ActivityStretches.longestShort && stretch.confidence != .high {
            let neighbours = folded.stretches[max(0, index - 1)..<min(folded.stretches.count, index + 2)]
                .filter { $0 != stretch }
            let isUnmeasured = stretch.reason.map { $0 != "far-from-training" && $0 != "saturated" }
            #expect(
                isUnmeasured == true || neighbours.allSatisfy { unmeasured(folded).contains($0.start...$0.end) }
                    || all.stretches.contains {
                        $0.start >= stretch.start && $0.end <= stretch.end && $0.confidence == .high
                    })
        }
    }

    @Test func aDoubtfulMomentIsFolded() throws {
        let stretches = Self.stretches(
            Self.repeated(Self.walk, 20) + Self.repeated(Self.doubt, 5) + Self.repeated(Self.walk, 20))
        #expect(stretches.stretches.count == 3)
        let folded = stretches.folding()
        let only = try #require(folded.stretches.first)
        #expect(folded.stretches.count == 1 && folded.folded == 1)
        #expect(only.prediction == .walking && only.confidence == .high)
        // 40 windows of 0.95, five of (1 - 0.4) / 5.
        #expect(abs((only.probability ?? 0) - (40 * 0.95 + 5 * 0.12) / 45) < 1e-12)
    }

    @Test func aShortRunThatIsSureStays() {
        let run = Said(flags: .running)
        let folded = Self.stretches(Self.repeated(Self.walk, 20) + Self.repeated(run, 4) + Self.repeated(Self.walk, 20))
            .folding()
        #expect(folded.stretches.map(\.prediction) == [.walking, .running, .walking])
    }

    @Test func longDoubtStays() {
        let folded = Self.stretches(
            Self.repeated(Self.walk, 20) + Self.repeated(Self.doubt, ActivityStretches.longestShort + 1)
                + Self.repeated(Self.walk, 20)
        ).folding()
        #expect(folded.stretches.map(\.prediction) == [.walking, .cycling, .walking])
        #expect(folded.stretches[1].confidence == .low)
    }

    @Test func oddWindowsAreFoldedAndGapsAreNot() {
        let walks = Self.repeated(Self.walk, 20)
        #expect(Self.stretches(walks + Self.repeated(Self.far, 3) + walks).folding().stretches.count == 1)
        #expect(Self.stretches(walks + Self.repeated(Self.gap, 3) + walks).folding().stretches.count == 3)
        #expect(Self.stretches(walks + Self.repeated(Self.far, 30) + walks).folding().stretches.count == 3)
    }

    /// Between two neighbours, the windows' own probabilities decide.
    @Test func doubtGoesWhereItsWindowsPoint() {
        var said = Self.reports(
            Self.repeated(Self.walk, 20) + Self.repeated(Self.doubt, 5) + Self.repeated(Said(flags: .automotive), 20))
        for index in 20..<25 {
            said[index].probabilities = ActivityProbabilities {
                $0 == .cycling ? 0.5 : $0 == .automotive ? 0.3 : 0.05
            }
        }
        let folded = ActivityStretches(said, end: Self.hop * 46).folding()
        #expect(folded.stretches.map(\.windows) == [20, 25])
    }

    @Test func aVehicleAtRestIsOneStretchWithItsTime() throws {
        let drive = Self.repeated(Said(flags: .automotive, probability: 0.9), 20)
        let light = Self.repeated(Said(flags: [.automotive, .stationary], probability: 0.1), 10)
        let stretches = Self.stretches(drive + light + drive)
        let only = try #require(stretches.stretches.first)
        #expect(stretches.stretches.count == 1)
        #expect(only.restTime == Self.hop * 10)
        // The windows of the red light look stationary, rightly.
        #expect(abs((only.probability ?? 0) - 0.9) < 1e-12)
        #expect(stretches.totals.map(\.restTime) == [Self.hop * 10])
        let apart = ActivityStretches(Self.reports(drive + light + drive), end: Self.hop * 51, restIsApart: true)
        #expect(apart.stretches.map(\.isRest) == [false, true, false])
        #expect(apart.totals == stretches.totals && apart.stretches[1].probability == nil)
    }

    /// A vehicle that only stood for a moment was not there: its windows look like the rest after it.
    @Test func aMomentAtRestWithoutARideIsFolded() throws {
        let still = Said(flags: .stationary)
        let standing = Said(flags: [.automotive, .stationary], look: .stationary)
        let driving = Said(flags: .automotive)
        let seated = Self.repeated(Self.walk, 12) + [standing] + Self.repeated(still, 12)
        #expect(Self.stretches(seated).stretches.map(\.prediction) == [.walking, .automotive, .stationary])
        let folded = Self.stretches(seated).folding()
        #expect(folded.stretches.map(\.prediction) == [.walking, .stationary] && folded.folded == 1)
        #expect(folded.stretches[1].start == Self.hop * 12 && folded.stretches.allSatisfy { $0.probability != nil })
        // A red light belongs to its ride, which is as sure as before.
        let ride = Self.repeated(driving, 12) + [standing, standing] + Self.repeated(driving, 12)
        #expect(Self.stretches(ride).folding().stretches.map(\.prediction) == [.automotive])
    }

    @Test func confidenceIsThatOfMostWindows() {
        let doubted = Said(flags: .walking, confidence: .low)
        let said = Self.repeated(Self.walk, 5) + Self.repeated(Said(flags: .running), 20) + Self.repeated(doubted, 9)
        #expect(Self.stretches(said).confidence(of: .walking) == .low)
        #expect(Self.stretches(said).confidence(of: .running) == .high)
        #expect(Self.stretches(said).confidence(of: .cycling) == .low)
    }

    @Test func nothingIsNothing() {
        let stretches = ActivityStretches([], end: .zero).folding()
        #expect(stretches.stretches.isEmpty && stretches.totals.isEmpty && stretches.folded == 0)
    }
}
