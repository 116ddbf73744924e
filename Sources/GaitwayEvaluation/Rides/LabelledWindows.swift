// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// All windows of all rides of a manifest, to train on and to score.
package struct LabelledWindows: Sendable {
    struct Origin: Sendable {
        var ride = 0
        var number: Int
        var start: Int64
        var sensorCase: SensorCase?
        /// The speed by the fixes in the window and right before, in m/s, or nil.
        var speed: Double?
        var isTurned = false
    }

    /// Windows that are judged beside the others, and never learnt from.
    struct Beside: Sendable {
        var training = TrainingWindows()
        var origins: [Origin] = []
    }

    package private(set) var rides: [ManifestRow] = []
    package private(set) var dataSets: [String] = []
    /// Features, classes, data sets and people of the windows.
    package internal(set) var training = TrainingWindows()
    private(set) var origins: [Origin] = []
    /// Windows at the ends of rides, outside their spans and those of other rides of the recording.
    private(set) var ends = Beside()
    /// Beginnings of windows, each mirrored and then repeated; the number is the index of the whole window.
    private(set) var beginnings = Beside()
    /// The speeds that the fixes of each ride's recording state, by time.
    private(set) var speeds: [[SpeedReading]] = []
    private(set) var casesOfRide: [Set<SensorCase>] = []
    /// For each recording, how many windows it has, and how many of them lie in its rides' spans.
    private var recordings: [[UInt8]: (all: Int, used: Int)] = [:]
    /// A person's number, which is that of their first ride.
    private var users: [Person: Int] = [:]
    /// A person is known by a name within a data set.
    private struct Person: Hashable {
        var dataSet: Int
        var user: String
    }
    private var dataSetIndices: [String: Int] = [:]

    package init() {}

    package var count: Int { origins.count }

    /// Adds a ride and its windows.
    ///
    /// - Throws: `unreadable` if they cannot be kept, as on a full disk.
    package mutating func append(_ ride: RideWindows) throws(InputError) {
        let dataSet = index(ofDataSet: ride.row.dataSet)
        let person = Person(dataSet: dataSet, user: ride.row.user)
        let user = users[person] ?? rides.count
        users[person] = user
        func append(
            _ rows: WindowRows, to training: inout TrainingWindows, _ origins: inout [Origin], from first: Int = 0,
            where isWanted: (Int) -> Bool = { _ in true }
        ) throws(InputError) {
            let activityClass = ride.row.label.activity.map { ActivityClass($0) } ?? .noneOfThese
            for window in 0..<rows.count where isWanted(window) {
                try training.append(
                    row: rows.row(window), signals: rows.signals[window], lines: rows.lines[window],
                    class: activityClass, dataSet: dataSet, user: user)
                var origin = rows.origins[window]
                origin.ride = rides.count
                origin.number += first
                origins.append(origin)
            }
        }
        try append(ride.beginnings, to: &beginnings.training, &beginnings.origins, from: origins.count)
        try append(ride.inside, to: &training, &origins)
        try append(ride.ends, to: &ends.training, &ends.origins, where: ride.isAtEnd)
        rides.append(ride.row)
        speeds.append(ride.speedReadings)
        casesOfRide.append(Set(ride.inside.origins.compactMap(\.sensorCase)))
        let used = recordings[ride.row.recordingBytes]?.used ?? 0
        recordings[ride.row.recordingBytes] = (ride.recordingCount, used + ride.count)
    }

    /// The hours of the recordings in which no ride's span holds a window; of rides as they were recorded.
    var outsideHours: Double {
        Self.hours(ofWindows: recordings.values.reduce(0) { $0 + max(0, $1.all - $1.used) })
    }

    /// The rides as a fold plan needs them, with the hours that their windows cover.
    package var foldRides: [FoldRide] {
        let windows = windowsPerRide
        return zip(rides, windows).map { row, count in FoldRide(row, hours: Self.hours(ofWindows: count)) }
    }

    var windowsPerRide: [Int] {
        var windows = [Int](repeating: 0, count: rides.count)
        for origin in origins { windows[origin.ride] += 1 }
        return windows
    }

    /// The hours that windows stand for, a hop each.
    static func hours(ofWindows count: Int) -> Double {
        Nanoseconds.product(Int64(count) * WindowGrid.hopDuration) / 3600
    }

    /// The indices of the windows of a sensor case: what its model may be trained on.
    package func indices(of sensorCase: SensorCase) -> [Int] {
        let learnt = sensorCase.learnt
        return origins.indices.filter { origins[$0].sensorCase.map(learnt.contains) ?? false }
    }

    /// The indices of the windows that a model of a sensor case is judged on: those of the case, or all where the rides
    /// were made into it.
    func evaluatedIndices(of sensorCase: SensorCase) -> [Int] {
        origins.indices.filter { sensorCase != .fast || origins[$0].sensorCase == .fast }
    }

    var sensorCases: Set<SensorCase> { casesOfRide.reduce(into: []) { $0.formUnion($1) } }

    package func foldOfWindow(ofRides foldOfRide: [Int]) -> [Int] { origins.map { foldOfRide[$0.ride] } }

    func label(_ window: Int) -> RideLabel { rides[origins[window].ride].label }

    func activities(_ selection: [Int]) -> Set<Activity> { Set(selection.compactMap { label($0).activity }) }

    func classes(_ selection: [Int]) -> Set<ActivityClass> { Set(selection.map { training.classes[$0] }) }

    /// Windows by their names, in the order in which the names come up.
    func groups(of selection: [Int], by name: (Int) -> String) -> [(name: String, windows: [Int])] {
        var places: [String: Int] = [:]
        var groups: [(name: String, windows: [Int])] = []
        for index in selection {
            let own = name(index)
            let place = places[own] ?? groups.count
            if place == groups.count {
                places[own] = place
                groups.append((own, []))
            }
            groups[place].windows.append(index)
        }
        return groups
    }

    func recording(_ window: Int) -> String { rides[origins[window].ride].recording }

    /// The person of a window, as `dataset/user`.
    func person(_ window: Int) -> String {
        let ride = rides[origins[window].ride]
        return ride.dataSet + "/" + ride.user
    }

    /// What the data sets give to a model: users, recordings, hours by label.
    package var dataSetShares: [Provenance.DataSet] {
        let windows = windowsPerRide
        let ridesOfDataSet = Dictionary(grouping: rides.indices) { rides[$0].dataSet }
        return dataSets.map { name in
            let members = ridesOfDataSet[name] ?? []
            var hours: [String: Double] = [:]
            for ride in members { hours[rides[ride].label.name, default: 0] += Self.hours(ofWindows: windows[ride]) }
            return Provenance.DataSet(
                name: name, users: Set(members.map { rides[$0].user }).count, recordings: members.count,
                hours: hours.mapValues { ($0 * 1000).rounded() / 1000 })
        }
    }

    private mutating func index(ofDataSet name: String) -> Int {
        if let index = dataSetIndices[name] { return index }
        dataSetIndices[name] = dataSets.count
        dataSets.append(name)
        return dataSets.count - 1
    }
}
