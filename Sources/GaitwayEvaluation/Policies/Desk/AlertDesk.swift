// SPDX-License-Identifier: Apache-2.0
package import GaitwayAlerts
package import GaitwayBase
internal import GaitwayReplay

/// Labelled rides at hand, to try policies and places on while a person changes them.
///
/// Rides are read once. What depends on the places alone is kept until the places change, and what depends on a ride
/// and a built-in profile alone is kept for good.
package actor AlertDesk {
    private let strategy: MonitoringStrategy
    /// How many rides are played at a time.
    private let workers: Int
    private var rides: [String: DeskRide] = [:]
    private var places: [Place] = []
    private var stages: [String: DeskStage] = [:]
    /// How often rides and places have changed.
    private var changes = 0
    /// The outlooks of each ride with the built-in profiles, in their order.
    private var profiles: [String: [OutlookFigures]] = [:]

    package init(strategy: MonitoringStrategy = .bubbleDifference, workers: Int = 2) {
        self.strategy = strategy
        self.workers = workers
    }

    package var names: [String] { rides.keys.sorted() }

    /// Puts rides on the desk; one of the same name gives way.
    package func put(_ new: [DeskRide]) {
        for ride in new {
            remove(ride.name)
            rides[ride.name] = ride
        }
    }

    package func remove(_ name: String) {
        changes += 1
        rides[name] = nil
        stages[name] = nil
        profiles[name] = nil
    }

    /// Tries a policy and places.
    ///
    /// - Parameters:
    ///   - policy: the rules to try.
    ///   - set: the places.
    ///   - wanted: the names of the rides; nil for all that have a label. Names that are not on the desk are left out.
    ///   - details: the ride whose decisions are wanted.
    /// - Throws: `InputError` for a policy that cannot be kept, and `CancellationError` if the caller's task was
    ///   cancelled.
    package func trial(
        of policy: GatePolicy, places set: PlaceSet, rides wanted: [String]? = nil, details: String? = nil
    ) async throws -> DeskOutcome {
        // Stages of other places are of no use.
        if set.places != places {
            (places, stages) = (set.places, [:])
            changes += 1
        }
        let began = changes
        let chosen = (wanted.map { Array(Set($0)) } ?? names.filter { rides[$0]?.truth.isEmpty == false }).sorted()
            .compactMap { rides[$0] }
        let extra = details.flatMap { name in chosen.contains { $0.name == name } ? nil : rides[name] }
        let parts = try await play(policy, set, chosen + [extra].compactMap(\.self), details: details)
        // While this waited, rides and places may have changed: then nothing of it is kept.
        let isCurrent = changes == began
        var answer = DeskOutcome()
        answer.profiles = GatePolicy.profiles.map { ($0.name, OutlookFigures()) }
        for part in parts {
            if isCurrent { (stages[part.name], profiles[part.name]) = (part.stage, part.profiles) }
            if part.name == details { answer.details = part.result }
            guard part.name != extra?.name else { continue }
            answer.rides += 1
            if let score = part.score {
                answer.ridesWithFixes += 1
                answer.alerts.add(score)
            }
            answer.outlook.add(part.outlook)
            for (index, figures) in part.profiles.enumerated() { answer.profiles[index].outlook.add(figures) }
        }
        answer.notes = Self.notes(answer, set)
        return answer
    }

    /// The run of one ride as a scenario, which `gaitway gate check` plays; nil for a ride without fixes.
    ///
    /// - Throws: `InputError` for a policy that cannot be kept.
    package func scenario(of name: String, policy: GatePolicy, places set: PlaceSet) throws(InputError) -> String? {
        guard let ride = rides[name], ride.hasFixes else { return nil }
        return try RideScene(ride.recorded, places: set).scenario(policy: policy, strategy: strategy)
    }

    private struct Part: Sendable {
        let name: String
        let stage: DeskStage?
        let score: AlertScore?
        let outlook: OutlookFigures
        let profiles: [OutlookFigures]
        /// The run; nil unless its details are wanted.
        let result: ReplayResult?

        init(
            _ ride: DeskRide, _ stage: DeskStage?, _ profiles: [OutlookFigures]?, policy: GatePolicy, places: PlaceSet,
            strategy: MonitoringStrategy, isDetailed: Bool
        ) throws(InputError) {
            name = ride.name
            let stage = stage ?? (ride.hasFixes ? DeskStage(ride, places: places, strategy: strategy) : nil)
            let result = try stage.map { (stage) throws(InputError) in try stage.scene.play(stage.run, policy: policy) }
            self.stage = stage
            score = result.flatMap { result in stage.map { AlertScore(result, labels: $0.labels) } }
            outlook = try Self.outlook(ride, policy)
            if let profiles {
                self.profiles = profiles
            } else {
                self.profiles = try GatePolicy.profiles.map { (profile) throws(InputError) in
                    try Self.outlook(ride, profile)
                }
            }
            self.result = isDetailed ? result : nil
        }

        private static func outlook(_ ride: DeskRide, _ policy: GatePolicy) throws(InputError) -> OutlookFigures {
            var figures = OutlookFigures()
            for part in ride.outlooks { figures.add(try OutlookTime(part, policy: policy), of: part) }
            return figures
        }
    }

    /// Plays rides, several at a time; the parts come in any order.
    private func play(
        _ policy: GatePolicy, _ set: PlaceSet, _ rides: [DeskRide], details: String?
    ) async throws -> [Part] {
        let (stages, profiles, strategy) = (stages, profiles, strategy)
        return try await withThrowingTaskGroup(of: Part.self) { group in
            var next = rides.makeIterator()
            func start() {
                guard let ride = next.next() else { return }
                group.addTask {
                    try Part(
                        ride, stages[ride.name], profiles[ride.name], policy: policy, places: set, strategy: strategy,
                        isDetailed: ride.name == details)
                }
            }
            for _ in 0..<max(1, workers) { start() }
            var parts: [Part] = []
            while let part = try await group.next() {
                try Task.checkCancellation()
                parts.append(part)
                start()
            }
            return parts
        }
    }

    private static func notes(_ answer: DeskOutcome, _ set: PlaceSet) -> [String] {
        var notes: [String] = []
        if answer.rides == 0 { return ["No ride has a label: label a ride to see figures."] }
        if answer.ridesWithFixes < answer.rides {
            let without = answer.rides - answer.ridesWithFixes
            notes.append(
                "\(without) of \(answer.rides.counted("ride")) without fixes: counted for driving and walking, "
                    + "not for alerts.")
        }
        if set.places.isEmpty { notes.append("There are no places, so no alert can come.") }
        if answer.ridesWithFixes > 0, !set.places.isEmpty, answer.alerts.wanted == 0 {
            notes.append("No labelled stay in a place is 20 s long or longer, so no alert is wanted.")
        }
        return notes
    }
}
