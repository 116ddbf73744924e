// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import Testing

/// Each field of the policy changes what it says, shown by two runs that differ in that field alone.
@Suite struct PolicyFieldTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var field: String
        /// The same inputs for both.
        var inputs: [(Double, GateInput)]
        /// The last decision on each entry without the change, then with it.
        var before: [String]
        var after: [String]
        /// What else the field needs to be seen; the same for both.
        var setting: @Sendable (inout GatePolicy) -> Void = { _ in }
        var change: @Sendable (inout GatePolicy) -> Void
        var testDescription: String { field }
    }

    private static func report(
        _ flags: ActivityFlags, _ confidence: Confidence = .high, cadence: Double? = nil
    ) -> GateInput {
        var report = ActivityReport(flags: flags, confidence: confidence)
        report.cadence = cadence
        return .report(report)
    }

    private static func enter(
        _ place: String, story: String? = nil, distance: Double? = nil, nearestOther: Double? = nil,
        category: String? = nil, hours: String? = nil
    ) -> GateInput {
        var entry = RegionEntry(place: place, story: story, distance: distance, nearestOther: nearestOther)
        entry.rules.category = category
        entry.rules.hours = hours.flatMap { try? WeeklyHours($0) }
        return .enter(entry)
    }

    private static func rules(_ change: (inout CategoryRules) -> Void) -> CategoryRules {
        var rules = CategoryRules()
        change(&rules)
        return rules
    }

    private static let cases: [Case] = [
        Case(
            field: "after_driving", inputs: [(0, report(.automotive)), (10, report(.walking)), (20, enter("a"))],
            before: ["deliver 130"], after: ["deliver 40"]
        ) { $0.afterDriving = .seconds(30) },
        Case(
            field: "driving_onset", inputs: [(0, report(.automotive)), (5, report(.walking)), (20, enter("a"))],
            before: ["deliver 125"], after: ["deliver 20"], setting: { $0.drivingOnset = .seconds(5) },
            change: { $0.drivingOnset = .seconds(5.001) }
        ),
        Case(
            field: "vehicle_speed",
            inputs: [(0, report(.walking)), (10, .fix(GateFix(speed: 8, accuracy: 5))), (20, enter("a"))],
            before: ["deliver 70"], after: ["deliver 20"], setting: { $0.vehicleSpeed = 8 },
            change: { $0.vehicleSpeed = 8.5 }
        ),
        Case(
            field: "no_flags", inputs: [(0, report([])), (10, enter("a"))], before: ["deliver 10"],
            after: ["deliver 600"]
        ) { $0.noFlags = .unknown },
        Case(
            field: "when_unknown", inputs: [(0, enter("a")), (10, report(.unknown)), (20, enter("b"))],
            before: ["deliver 610", "deliver 610"], after: ["deliver 0", "deliver 20"]
        ) { $0.whenUnknown = .deliver },
        Case(
            field: "when_unauthorised", inputs: [(0, .availability(.unauthorised)), (10, enter("a"))],
            before: ["deliver 10"], after: ["drop 1810"]
        ) { $0.whenUnauthorised = .hold },
        Case(
            field: "lost_hardware",
            inputs: [(0, report(.automotive)), (10, .availability(.unsupported)), (20, enter("a"))],
            before: ["deliver 130"], after: ["deliver 20"]
        ) { $0.lostHardware = .deliver },
        Case(
            field: "rush_factor",
            inputs: (0...20).map { (Double($0), report(.walking, cadence: $0 < 20 ? 1.7 : 2.1)) }
                + [(30, enter("a"))],
            before: ["deliver 30"], after: ["deliver 620"]
        ) { $0.rushFactor = 1.15 },
        Case(
            field: "time_zone", inputs: [(0, report(.walking)), (10, enter("a", hours: "14:00-15:00"))],
            before: ["drop 1810"], after: ["deliver 10"]
        ) { $0.timeZone = "Europe/Berlin" },
        Case(
            field: "categories", inputs: [(0, report(.walking)), (10, enter("a", category: "cafe"))],
            before: ["deliver 10"], after: ["deliver 60"]
        ) { $0.categories = ["cafe": rules { $0.minimumDwell = .seconds(50) }] },
        Case(
            field: "categories with hours", inputs: [(0, report(.walking)), (10, enter("a", category: "cafe"))],
            before: ["deliver 10"], after: ["deliver 600"]
        ) { $0.categories = ["cafe": rules { $0.hours = try? WeeklyHours("12:10-13:00") }] },
        Case(
            field: "categories with a cooldown",
            inputs: [
                (0, report(.walking)), (10, enter("a", category: "cafe")), (20, .exit(place: "a")),
                (30, enter("a", category: "cafe")),
            ],
            before: ["deliver 10", "drop 30"], after: ["deliver 10", "deliver 30"]
        ) { $0.categories = ["cafe": rules { $0.cooldown = .seconds(15) }] },
        Case(
            field: "categories with an expiry",
            inputs: [(0, report(.automotive)), (10, enter("a", category: "cafe"))],
            before: ["deliver 600"], after: ["drop 110"]
        ) { $0.categories = ["cafe": rules { $0.expiry = .seconds(100) }] },
        Case(
            field: "categories with priority",
            inputs: [
                (0, report(.walking)), (1, enter("a")), (2, enter("b")), (3, enter("c")),
                (4, enter("d", category: "cafe")),
            ],
            before: ["deliver 1", "deliver 2", "deliver 3", "drop 1804"],
            after: ["deliver 1", "deliver 2", "deliver 3", "deliver 4"]
        ) { $0.categories = ["cafe": rules { $0.hasPriority = true }] },
        Case(
            field: "stale_after", inputs: [(0, report(.automotive)), (10, enter("a"))], before: ["deliver 600"],
            after: ["deliver 900"]
        ) { $0.staleAfter = .seconds(900) },
        Case(
            field: "when_stale", inputs: [(0, report(.walking)), (700, enter("a"))], before: ["deliver 700"],
            after: ["drop 2500"]
        ) { $0.whenStale = .hold },
        Case(
            field: "cycling", inputs: [(0, report(.cycling)), (10, enter("a")), (60, report(.walking))],
            before: ["deliver 60"], after: ["deliver 10"]
        ) { $0.cycling = .deliver },
        Case(
            field: "running", inputs: [(0, report(.running)), (10, enter("a")), (60, report(.walking))],
            before: ["deliver 10"], after: ["deliver 60"]
        ) { $0.running = .hold },
        Case(
            field: "minimum_confidence for automotive",
            inputs: [(0, report(.automotive, .low)), (10, report(.walking, .low)), (20, enter("a"))],
            before: ["deliver 130"], after: ["deliver 20"]
        ) { $0.minimumConfidence.automotive = .medium },
        Case(
            field: "minimum_confidence for walking",
            inputs: [(0, report(.walking, .medium)), (10, enter("a")), (30, report(.walking, .high))],
            before: ["deliver 10"], after: ["deliver 30"]
        ) { $0.minimumConfidence.walking = .high },
        Case(
            field: "minimum_confidence for running",
            inputs: [(0, report(.running, .low)), (10, enter("a")), (30, report(.running, .high))],
            before: ["deliver 10"], after: ["deliver 30"]
        ) { $0.minimumConfidence.running = .high },
        Case(
            field: "minimum_confidence for cycling",
            inputs: [(0, report([.cycling, .walking], .low)), (10, enter("a"))],
            before: ["deliver 600"], after: ["deliver 10"]
        ) { $0.minimumConfidence.cycling = .high },
        Case(
            field: "minimum_confidence for stationary",
            inputs: [(0, report(.stationary, .low)), (10, enter("a"))],
            before: ["deliver 10"], after: ["deliver 600"]
        ) { $0.minimumConfidence.stationary = .high },
        Case(
            field: "when_held", inputs: [(0, report(.automotive)), (10, enter("a"))], before: ["deliver 600"],
            after: ["skip 10"]
        ) { $0.whenHeld = .skip },
        Case(
            field: "passenger_override",
            inputs: [(0, report(.automotive)), (5, .user(.passenger(until: nil))), (100, enter("a"))],
            before: ["deliver 100"], after: ["deliver 600"]
        ) { $0.passengerOverride = .seconds(95) },
        Case(
            field: "deferral_limit", inputs: [(0, report(.automotive)), (10, enter("a"))], before: ["deliver 600"],
            after: ["drop 310"]
        ) { $0.deferralLimit = .seconds(300) },
        Case(
            field: "expiry",
            inputs: [(0, report(.walking)), (0, .user(.snooze(until: at(7200)))), (10, enter("a"))],
            before: ["deliver 7200"], after: ["drop 5010"]
        ) { $0.expiry = .seconds(5000) },
        Case(
            field: "minimum_dwell",
            inputs: [(0, report(.walking)), (10, enter("a")), (20, .exit(place: "a")), (30, enter("b"))],
            before: ["deliver 10", "deliver 30"], after: ["drop 20", "deliver 90"]
        ) { $0.minimumDwell = .seconds(60) },
        Case(
            field: "quiet_hours", inputs: [(0, report(.walking)), (10, enter("a"))], before: ["deliver 10"],
            after: ["deliver 3600"]
        ) { $0.quietHours = QuietHours(from: TimeOfDay(hour: 12), to: TimeOfDay(hour: 13), timeZone: "UTC") },
        Case(
            field: "pending_limit",
            inputs: [(0, report(.automotive)), (10, enter("a")), (20, enter("b")), (30, report(.walking))],
            before: ["deliver 150", "deliver 150"], after: ["deliver 150", "drop 20"]
        ) { $0.pendingLimit = 1 },
        Case(
            field: "short_cap", inputs: [(0, report(.walking)), (10, enter("a")), (20, enter("b"))],
            before: ["deliver 10", "deliver 20"], after: ["deliver 10", "deliver 110"]
        ) { $0.shortCap = AlertCap(alerts: 1, window: .seconds(100)) },
        Case(
            field: "long_cap", inputs: [(0, report(.walking)), (10, enter("a")), (20, enter("b"))],
            before: ["deliver 10", "deliver 20"], after: ["deliver 10", "drop 1820"]
        ) { $0.longCap = AlertCap(alerts: 1, window: .seconds(86400)) },
        Case(
            field: "when_capped",
            inputs: [(0, report(.walking)), (1, enter("a")), (2, enter("b")), (3, enter("c")), (4, enter("d"))],
            before: ["deliver 1", "deliver 2", "deliver 3", "drop 1804"],
            after: ["deliver 1", "deliver 2", "deliver 3", "drop 4"]
        ) { $0.whenCapped = .drop },
        Case(
            field: "collapse_window",
            inputs: [(0, report(.walking)), (10, enter("a", distance: 9)), (20, enter("b", distance: 3))],
            before: ["deliver 10", "deliver 20"], after: ["drop 40", "deliver 40"]
        ) { $0.collapseWindow = .seconds(30) },
        Case(
            field: "collapse_speed", inputs: [(0, report(.walking)), (10, enter("a", nearestOther: 150))],
            before: ["deliver 70"], after: ["deliver 10"], setting: { $0.collapseWindow = .seconds(60) },
            change: { $0.collapseSpeed = 2.4 }
        ),
        Case(
            field: "priority_stories",
            inputs: [
                (0, report(.walking)), (1, enter("a")), (2, enter("b")), (3, enter("c")), (4, enter("d", story: "s")),
            ],
            before: ["deliver 1", "deliver 2", "deliver 3", "drop 1804"],
            after: ["deliver 1", "deliver 2", "deliver 3", "deliver 4"]
        ) { $0.priorityStories = ["s"] },
        Case(
            field: "place_cooldown",
            inputs: [(0, report(.walking)), (10, enter("a")), (99.999, enter("a")), (100, enter("a"))],
            before: ["deliver 10", "drop 99.999", "drop 100"], after: ["deliver 10", "drop 99.999", "deliver 100"]
        ) { $0.placeCooldown = .seconds(90) },
        Case(
            field: "later_interval",
            inputs: [(0, report(.walking)), (10, enter("a")), (20, .user(.later(place: "a"))), (50, enter("a"))],
            before: ["deliver 10", "drop 50"], after: ["deliver 10", "deliver 50"]
        ) { $0.laterInterval = .seconds(30) },
        Case(
            field: "story_cooldown",
            inputs: [
                (0, report(.walking)), (10, enter("a", story: "s")), (20, enter("b", story: "s")),
                (30, enter("c", story: "t")),
            ],
            before: ["deliver 10", "deliver 20", "deliver 30"], after: ["deliver 10", "deliver 310", "deliver 30"]
        ) { $0.storyCooldown = .seconds(300) },
        Case(
            field: "snooze_interval",
            inputs: [(0, report(.walking)), (10, .user(.snooze(until: nil))), (20, enter("a"))],
            before: ["deliver 3610"], after: ["deliver 70"]
        ) { $0.snoozeInterval = .seconds(60) },
    ]

    private static func at(_ seconds: Double) -> Timestamp {
        Timestamp(nanoseconds: 1_777_636_800_000_000_000).advanced(
            byNanoseconds: Int64(proven: (seconds * 1e9).rounded()))
    }

    /// The last decision on each entry and its time.
    private static func answers(_ policy: GatePolicy, _ inputs: [(Double, GateInput)]) throws -> [String] {
        var gate = try Gate(policy: policy)
        var last: [Int: String] = [:]
        func note(_ decisions: [GateDecision]) {
            for decision in decisions {
                let milliseconds = (decision.time.nanoseconds - at(0).nanoseconds) / 1_000_000
                let seconds = milliseconds % 1000 == 0 ? "\(milliseconds / 1000)" : "\(Double(milliseconds) / 1000)"
                last[decision.entry] = "\(decision.kind.rawValue) \(seconds)"
            }
        }
        for (seconds, input) in inputs {
            note(gate.advance(to: at(seconds)))
            note(gate.handle(input, at: at(seconds)))
        }
        note(gate.advance(to: at(100_000)))
        return last.sorted { $0.key < $1.key }.map(\.value)
    }

    @Test(arguments: cases) func fieldDoesWhatItSays(_ example: Case) throws {
        // Noon, and nothing shares an alert, so that times stand for themselves.
        var policy = GatePolicy.gaitway
        policy.collapseWindow = .zero
        policy.collapseSpeed = 2.6
        example.setting(&policy)
        #expect(try Self.answers(policy, example.inputs) == example.before)
        example.change(&policy)
        #expect(try Self.answers(policy, example.inputs) == example.after)
        // What a file carries is what the gate follows.
        #expect(try Self.answers(try GatePolicy(json: policy.json()), example.inputs) == example.after)
    }

    @Test func nameAndRevisionStandInTheRecord() throws {
        var gate = try Gate(policy: GatePolicy(name: "mine", revision: 7))
        let decision = try #require(gate.handle(Self.enter("a"), at: Self.at(0)).first)
        #expect(decision.policy == "mine" && decision.policyVersion == 7)
    }

    @Test func everyFieldHasACase() throws {
        let json = String(decoding: GatePolicy.gaitway.json(), as: UTF8.self)
        let fields = json.split(separator: "\n").filter { $0.hasPrefix("  \"") }.map { $0.split(separator: "\"")[1] }
        let tested = Set(Self.cases.map { $0.field.split(separator: " ")[0] })
        // A restart is not an input; GateStateTests has its field.
        #expect(
            Set(fields).subtracting(tested) == ["gaitway", "version", "name", "revision", "when_restarted"])
    }

    @Test(arguments: [
        ("colapse_window", "did you mean collapse_window?"), ("collapse", "did you mean collapse_window?"),
        ("zzzzzzzzzzzz", "the fields are gaitway, version"),
    ])
    func aMistypedFieldIsAnsweredWithTheNearest(field: String, remedy: String) {
        let file = "{\"gaitway\":\"gate-policy\",\"version\":1,\"base\":\"gaitway\",\"\(field)\":0}"
        let fault = #expect(throws: InputError.self) { try GatePolicy(json: Array(file.utf8)) }
        #expect(fault?.problem.contains("unknown field \"\(field)\"") == true)
        #expect(fault?.description.contains(remedy) == true, "\(fault?.description ?? "")")
    }
}
