// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
package import GaitwayRecognition

/// All windows of rides in two dimensions, with their labels and what a model answers: wrong labels stand out.
///
/// The axes are the ``DiscriminantAxes`` of the labelled windows over the standardised features, without those that
/// need a gyroscope or a barometer: a sensor that is missing would move a window.
package struct WindowMap: Sendable {
    package static let withoutLabel: UInt8 = 255

    package struct Point: Sendable, Hashable {
        /// Its place. Outliers lie on a frame around the others.
        package var x: Float
        package var y: Float
        /// The recording, as an index into ``WindowMap/recordings``.
        package var recording: Int
        /// Where the window begins, in seconds from the recording's first accelerometer sample.
        package var time: Float
        /// The label by the order of `RideLabel`: the five activities, none, unknown; or ``WindowMap/withoutLabel``.
        package var label: UInt8
        /// The model's answer: the five activities, none, unknown.
        package var prediction: Prediction
    }

    /// The recordings, each once.
    package private(set) var recordings: [String] = []
    /// The person of each recording; empty where no manifest names one.
    package private(set) var users: [String] = []
    /// How many windows there are; not all need be shown.
    package let windowCount: Int
    /// Whether the axes are discriminants; else principal axes.
    package let areDiscriminants: Bool
    /// The windows that are shown, by recording and time.
    package private(set) var points: [Point] = []

    /// The map of `windows`.
    ///
    /// - Parameters:
    ///   - windows: all windows of all rides.
    ///   - labels: the rows that label them: a window has the label of the row whose span it lies in. Nil: the rows
    ///     that the windows were read by.
    ///   - model: what scales the features, and answers.
    ///   - most: how many windows are shown at most. Of more, each ride gives about as many as the next, evenly in
    ///     time.
    ///   - progress: is told how far the work has come; what it throws ends the work.
    /// - Throws: `InputError` `empty` without a window, `unreadable` if windows cannot be read again, and
    ///   `unsupported` if the library for matrices is missing; what `progress` throws.
    package init(
        _ windows: LabelledWindows, labels: [ManifestRow]? = nil, model: ActivityModel, most: Int = 20_000,
        progress: (WorkProgress) throws -> Void = { _ in }
    ) throws {
        guard windows.count > 0 else {
            throw InputError(
                .empty, problem: "no ride has a window of 5.12 s", remedy: "add rides of 5.12 s or longer")
        }
        windowCount = windows.count
        let shown = Self.thinned(windows.windowsPerRide, of: windows.origins.map(\.ride), most: most)
        let total = windows.count + shown.count
        func report(_ done: Int) throws {
            if done % 4096 == 0 || done == total {
                try progress(.step(stage: "mapping windows", done: done, total: total))
            }
        }
        let labelOfWindow = WindowLabels(labels ?? windows.rides).labels(of: windows)
        let classes = labelOfWindow.map { $0 < Self.classCount ? Int($0) : nil }
        var reader = FeatureReader(windows, model: model)
        let axes: DiscriminantAxes
        do {
            var sums = try DiscriminantAxes.Sums(columns: reader.columns, classes: classes)
            for index in 0..<windows.count {
                try report(index)
                guard sums.hears(classes[index]) else { continue }
                try reader.read(index)
                sums.append(reader.row.span, class: classes[index])
            }
            axes = try sums.axes()
        } catch let fault as GeneralizedEigen.Fault {
            throw InputError(.unsupported, problem: "the windows cannot be mapped: \(fault)")
        } catch let fault as OpenBLAS.Missing {
            throw InputError(.unsupported, problem: "the windows cannot be mapped: \(fault)")
        }
        areDiscriminants = axes.areDiscriminants
        var places: [[UInt8]: Int] = [:]
        let recordingOfRide = windows.rides.map { row in
            if let place = places[row.recordingBytes] { return place }
            places[row.recordingBytes] = recordings.count
            recordings.append(row.recording)
            users.append(row.user == row.recording ? "" : row.user)
            return recordings.count - 1
        }
        let scorer = ModelScorer(model)
        for (done, index) in shown.enumerated() {
            try report(windows.count + done)
            try reader.read(index)
            let (x, y) = axes.place(reader.row.span)
            points.append(
                Point(
                    x: Float(x), y: Float(y), recording: recordingOfRide[windows.origins[index].ride],
                    time: Float(Nanoseconds.product(windows.origins[index].start)), label: labelOfWindow[index],
                    prediction: .unknown))
        }
        for (place, scored) in try scorer.score(windows, indices: shown).enumerated() {
            points[place].prediction = scored.prediction
        }
        frame(\.x)
        frame(\.y)
        try report(total)
    }

    /// How many labels tell what a window shows: the five activities and none.
    private static let classCount = UInt8(ActivityClass.allCases.count)

    /// Moves coordinates beyond all but a hundredth of the points to a frame somewhat farther out.
    private mutating func frame(_ coordinate: WritableKeyPath<Point, Float>) {
        let sorted = points.map { Double($0[keyPath: coordinate]) }.sorted()
        guard let low = Quantile.value(0.005, of: sorted), let high = Quantile.value(0.995, of: sorted) else { return }
        let margin = 0.1 * (high - low)
        for index in points.indices {
            points[index][keyPath: coordinate] = min(
                Float(high + margin), max(Float(low - margin), points[index][keyPath: coordinate]))
        }
    }

    /// The indices of at most `most` windows, rising: rides with few windows give all of them, the others about as many
    /// as each other, evenly in time.
    static func thinned(_ counts: [Int], of rideOfWindow: [Int], most: Int) -> [Int] {
        var quotas = counts
        var (left, ridesLeft) = (max(0, most), counts.count)
        for ride in counts.indices.sorted(by: { (counts[$0], $0) < (counts[$1], $1) }) {
            quotas[ride] = min(counts[ride], left / ridesLeft)
            left -= quotas[ride]
            ridesLeft -= 1
        }
        var seen = [Int](repeating: 0, count: counts.count)
        return rideOfWindow.indices.filter { index in
            let ride = rideOfWindow[index]
            let (place, quota, count) = (seen[ride], quotas[ride], counts[ride])
            seen[ride] += 1
            // The windows at which the share of the quota grows by one.
            return (place + 1) * quota / count > place * quota / count
        }
    }
}
