// SPDX-License-Identifier: Apache-2.0
internal import GaitwayRecognition

/// What a comparison leaves out together.
///
/// With several people who share activities, whole people are left out; else whole recordings, so that each activity
/// stays in training where it can. A recording is never in training and test at once, whatever its rows say.
struct ComparisonFolds: Sendable {
    private static let most = 5

    /// The folds; a ride of fold -1 is in every training.
    let plan: FoldPlan
    let foldOfRecording: [String: Int]

    /// Nil where nothing can be left out: no activity is in two recordings.
    init?(_ windows: LabelledWindows) {
        let rides = Self.withOnePerson(windows.foldRides)
        guard let plan = Self.byPerson(rides) ?? Self.byRecording(windows, rides) else { return nil }
        self.plan = plan
        foldOfRecording = Dictionary(
            zip(rides.map(\.recording), plan.foldOfRide), uniquingKeysWith: { first, _ in first })
    }

    /// The fold of each window of the same rides, in whatever way they were read.
    func foldOfWindow(_ windows: LabelledWindows) -> [Int] {
        windows.foldOfWindow(ofRides: windows.rides.map { foldOfRecording[$0.recording] ?? -1 })
    }

    /// The rides, each recording of one person: that of its first row.
    private static func withOnePerson(_ rides: [FoldRide]) -> [FoldRide] {
        var first: [String: FoldRide] = [:]
        return rides.map { ride in
            var ride = ride
            let known = first[ride.recording] ?? ride
            first[ride.recording] = known
            (ride.dataSet, ride.user) = (known.dataSet, known.user)
            return ride
        }
    }

    private static func byPerson(_ rides: [FoldRide]) -> FoldPlan? {
        // Without a name a ride's person is called like its recording.
        let people = Set(rides.filter { $0.user != $0.recording }.map { [$0.dataSet, $0.user] })
        guard people.count > 1, let plan = try? FoldPlan(rides: rides, by: .user, maximumFolds: most),
            plan.sharedActivities > 1
        else { return nil }
        return plan
    }

    private static func byRecording(_ windows: LabelledWindows, _ rides: [FoldRide]) -> FoldPlan? {
        guard let recordings = RecordingFolds(windows, selection: Array(0..<windows.count)) else { return nil }
        var folds: [String: Int] = [:]
        for (fold, members) in recordings.folds.enumerated() {
            for window in members { folds[windows.recording(window)] = fold }
        }
        return FoldPlan(rides: rides, foldOfRide: rides.map { folds[$0.recording] ?? -1 })
    }
}
