// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import Testing

/// The motion rule's whole truth table, against a statement of the rules that shares nothing with the gate.
@Suite struct TruthTableTests {
    enum Source: CaseIterable { case unsupported, unauthorised, noReport, stale, fresh }

    struct Row: CustomStringConvertible {
        var profile: String
        var flags: UInt8
        var confidence: Confidence
        var source: Source
        var sinceDriving: Double

        var stationary: Bool { flags & 1 != 0 }
        var running: Bool { flags & 4 != 0 }
        var automotive: Bool { flags & 8 != 0 }
        var cycling: Bool { flags & 16 != 0 }
        var unknown: Bool { flags & 32 != 0 }
        var description: String {
            "\(profile), flags \(String(flags, radix: 2)), \(confidence.name), \(source), \(sinceDriving) s"
        }
    }

    /// The rules, as they are told to people: what holds the alert back, by the words of the records.
    static func heldBack(_ row: Row) -> Set<String> {
        let soon = row.sinceDriving < 120
        func alive() -> Set<String> {
            var because: Set<String> = []
            if row.automotive { because.insert("driving") } else if soon { because.insert("recently-driving") }
            if row.unknown { because.insert("unknown-activity") }
            return because
        }
        switch (row.profile, row.source) {
        // A person who loses the hardware or withdraws the permission while driving has not stopped by it.
        case ("gaitway", .unsupported), ("gaitway", .unauthorised): return soon ? ["recently-driving"] : []
        case (_, .unsupported): return []
        case ("gaitway", .noReport): return soon ? ["no-report", "recently-driving"] : ["no-report"]
        case ("gaitway", .stale): return soon ? ["recently-driving"] : []
        case ("gaitway", .fresh): return row.cycling ? alive().union(["cycling"]) : alive()
        case (_, .unauthorised): return soon ? ["permission-declined", "recently-driving"] : ["permission-declined"]
        case (_, .noReport): return soon ? ["no-report", "recently-driving"] : ["no-report"]
        // The seeds have no rule for a silent source: its last report holds for ever.
        case ("here", .stale), ("here", .fresh): return row.flags == 0 ? alive().union(["no-flags"]) : alive()
        case (_, .stale), (_, .fresh): return alive()
        }
    }

    private static let now = Timestamp(nanoseconds: 1_770_000_000_000_000_000)

    private static func decide(_ row: Row) throws -> GateDecision? {
        var policy = try #require(GatePolicy.profile(named: row.profile))
        policy.collapseWindow = .zero
        // A source counts as stale from the row's silence on.
        if row.source == .stale, policy.staleAfter != nil { policy.staleAfter = .seconds(row.sinceDriving) }
        var gate = try Gate(policy: policy)
        let then = now.advanced(byNanoseconds: -Int64(proven: (row.sinceDriving * 1e9).rounded()))
        let report = ActivityReport(flags: ActivityFlags(rawValue: row.flags), confidence: row.confidence)
        _ = gate.handle(.report(ActivityReport(flags: .automotive, confidence: .low)), at: then)
        if row.source != .noReport { _ = gate.handle(.report(report), at: then) }
        switch row.source {
        case .unsupported: _ = gate.handle(.availability(.unsupported), at: then)
        case .unauthorised: _ = gate.handle(.availability(.unauthorised), at: then)
        case .noReport:
            // The hardware was gone for a moment, and with it the report.
            _ = gate.handle(.availability(.unsupported), at: then)
            _ = gate.handle(.availability(.available), at: then)
        case .stale, .fresh: break
        }
        return gate.handle(.enter(RegionEntry(place: "place")), at: now).last
    }

    @Test(arguments: ["here", "article", "gaitway"]) func everyRow(_ profile: String) throws {
        // In the last profile a declined permission and a silent source are true without holding anything back.
        let notes: Set<String> = profile == "gaitway" ? ["permission-declined", "stale-source"] : []
        let holding = Set([
            "driving", "recently-driving", "cycling", "running", "unknown-activity", "no-flags", "no-report",
            "low-confidence", "permission-declined", "stale-source",
        ]).subtracting(notes)
        var rows = 0
        for flags in UInt8(0)..<64 {
            for confidence in Confidence.allCases {
                for source in Source.allCases {
                    for sinceDriving in [0, 119.999, 120, 121] {
                        let row = Row(
                            profile: profile, flags: flags, confidence: confidence, source: source,
                            sinceDriving: sinceDriving)
                        let decision = try #require(try Self.decide(row))
                        let expected = Self.heldBack(row)
                        let answer: GateDecision.Kind =
                            expected.isEmpty ? .deliver : profile == "gaitway" ? .defer : .skip
                        #expect(decision.kind == answer, "\(row)")
                        // A delivery may name what was true and let it through; what held it back stands in the
                        // statement.
                        let words = Set(decision.reasons.map(\.rawValue))
                        #expect(answer == .deliver || words.intersection(holding) == expected, "\(row)")
                        rows += 1
                    }
                }
            }
        }
        #expect(rows == 64 * 3 * 5 * 4)
    }

    @Test func theEdgeIsStrictToTheNanosecond() throws {
        for (nanoseconds, kind) in [(Int64(119_999_999_999), GateDecision.Kind.skip), (120_000_000_000, .deliver)] {
            var gate = try Gate(policy: .here)
            _ = gate.handle(.report(ActivityReport(flags: .automotive, confidence: .high)), at: Self.now)
            _ = gate.handle(.report(ActivityReport(flags: .walking, confidence: .high)), at: Self.now)
            let decisions = gate.handle(
                .enter(RegionEntry(place: "place")), at: Self.now.advanced(byNanoseconds: nanoseconds))
            #expect(decisions.map(\.kind) == [kind])
        }
    }

    @Test func drivingEndsWithTheReportThatFollowsIt() throws {
        // From automotive to automotive moves the mark, though the person drives on.
        var gate = try Gate(policy: .here)
        let start = Timestamp(nanoseconds: 0)
        func at(_ seconds: Int64) -> Timestamp { start.advanced(byNanoseconds: seconds * 1_000_000_000) }
        _ = gate.handle(.report(ActivityReport(flags: .automotive, confidence: .low)), at: at(0))
        _ = gate.handle(.report(ActivityReport(flags: [.automotive, .stationary], confidence: .high)), at: at(500))
        _ = gate.handle(.report(ActivityReport(flags: .walking, confidence: .high)), at: at(600))
        let early = gate.handle(.enter(RegionEntry(place: "a")), at: at(719))
        let late = gate.handle(.enter(RegionEntry(place: "b")), at: at(720))
        #expect(early.map(\.kind) == [.skip])
        #expect(early.first?.inputs.sinceDriving == .seconds(119))
        #expect(early.first?.askAgain == at(720))
        #expect(late.map(\.kind) == [.deliver])
    }

    @Test func aSilentSourceEndsDrivingAfterTenMinutes() throws {
        var gate = try Gate(policy: .gaitway)
        let start = Timestamp(nanoseconds: 0)
        func at(_ seconds: Double) -> Timestamp { start.advanced(byNanoseconds: Int64(proven: seconds * 1e9)) }
        var decisions = gate.handle(.report(ActivityReport(flags: .automotive, confidence: .high)), at: at(0))
        decisions += gate.handle(
            .report(ActivityReport(flags: .automotive, confidence: .high, isRepeat: true)), at: at(60))
        decisions += gate.handle(.enter(RegionEntry(place: "a")), at: at(300))
        #expect(gate.advance(to: at(659.999)).isEmpty)
        let delivered = gate.advance(to: at(660))
        #expect(delivered.map(\.kind) == [.deliver])
        #expect(delivered.first?.reasons == [.allowed, .staleSource])
        #expect(delivered.first?.inputs.source == .stale)
        #expect(delivered.first?.inputs.sinceDriving == .seconds(600))
        #expect(delivered.first?.inputs.reportAge == .seconds(660))
    }
}
