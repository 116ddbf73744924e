// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Confusion matrices as other people would have given them: the bootstrap over people.
///
/// As many people as there are get drawn with replacement, each with all of their windows. In each draw the cells of a
/// data set and an activity weigh as in ``CellWeights``. Every model's answers to the same windows are drawn alike, so
/// that two models' figures are paired. Rides of one person are drawn by recording. Draws in which an activity is
/// missing are repeated, as in ``DataSetBootstrap``. Few people, or people of one activity each, make few different
/// draws, which say nothing of other people; they are dropped.
struct PeopleBootstrap {
    let unit: BootstrapUnit
    let count: Int
    /// The unit of each window; nil for a window without a known activity.
    private let units: [Int?]
    private let dataSets: Int
    private let weighted: CellWeights
    /// The matrix of each draw, as the windows are answered that the bootstrap was made with.
    private(set) var reference: [ConfusionMatrix] = []
    private var draws: [[Int]] = []
    /// How many draws must differ for an interval. Three units have ten different draws at most, and four 35.
    private static let fewestDraws = 20

    init(_ windows: [ScoredWindow], rides: [ManifestRow], draws wanted: Int = 1000, seed: UInt64 = 1) {
        let known = windows.filter { $0.truth != nil }.map { rides[$0.recordingIndex] }
        let people = Set(known.map(Self.person)).count
        unit = people > 1 ? .people : .recordings
        let key = people > 1 ? Self.person : Self.recording
        let keys = Set(known.map(key)).sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
        var numbers: [[String]: Int] = [:]
        for (number, key) in keys.enumerated() { numbers[key] = number }
        count = keys.count
        units = windows.map { $0.truth == nil ? nil : numbers[key(rides[$0.recordingIndex])] }
        dataSets = (windows.map(\.dataSet).max() ?? -1) + 1
        weighted = CellWeights(windows, keepsEveryActivity: true)
        guard count > 1 else { return }
        let parts = parts(windows)
        var generator = SplitMix64(seed: seed)
        let made = generator.draws(wanted, of: count) { times in matrix(parts, times: times).map { (times, $0) } }
        guard Set(made.map(\.0)).count >= Self.fewestDraws else { return }
        (draws, reference) = (made.map(\.0), made.map(\.1))
    }

    /// A name counts within its data set.
    private static func person(_ ride: ManifestRow) -> [String] { [ride.dataSet, ride.user] }

    private static func recording(_ ride: ManifestRow) -> [String] { [ride.dataSet, ride.recording] }

    /// The matrix of each draw, as a model answered the same windows in the same order; empty without draws.
    func matrices(of windows: [ScoredWindow]) -> [ConfusionMatrix] {
        precondition(windows.count == units.count, "the same windows are answered")
        let parts = parts(windows)
        return draws.compactMap { matrix(parts, times: $0) }
    }

    /// The plain counts of each unit. A unit lies within one data set.
    private func parts(_ windows: [ScoredWindow]) -> [(dataSet: Int, counts: ConfusionMatrix)] {
        var parts = [(dataSet: Int, counts: ConfusionMatrix)](repeating: (0, ConfusionMatrix()), count: count)
        for (window, unit) in zip(windows, units) {
            guard let unit, let truth = window.truth else { continue }
            parts[unit].dataSet = window.dataSet
            parts[unit].counts[truth, window.prediction] += 1
        }
        return parts
    }

    /// The weighted matrix when unit i is there `times[i]` times, each activity with the sum 1; nil when an activity is
    /// missing.
    private func matrix(_ parts: [(dataSet: Int, counts: ConfusionMatrix)], times: [Int]) -> ConfusionMatrix? {
        var ofDataSet = [ConfusionMatrix](repeating: ConfusionMatrix(), count: dataSets)
        for (part, count) in zip(parts, times) where count > 0 {
            for activity in Activity.allCases {
                for prediction in Prediction.allCases {
                    ofDataSet[part.dataSet][activity, prediction] += Double(count) * part.counts[activity, prediction]
                }
            }
        }
        var matrix = ConfusionMatrix()
        for cell in weighted.cells {
            let total = ofDataSet[cell.dataSet].total(of: cell.activity)
            guard total > 0 else { continue }
            for prediction in Prediction.allCases {
                matrix[cell.activity, prediction] += ofDataSet[cell.dataSet][cell.activity, prediction] / total
            }
        }
        for activity in weighted.fewWindows.keys {
            for prediction in Prediction.allCases {
                matrix[activity, prediction] = ofDataSet.reduce(0) { $0 + $1[activity, prediction] }
            }
        }
        for activity in Set(weighted.cells.map(\.activity)).union(weighted.fewWindows.keys) {
            let total = matrix.total(of: activity)
            guard total > 0 else { return nil }
            for prediction in Prediction.allCases { matrix[activity, prediction] /= total }
        }
        return matrix
    }
}

package enum BootstrapUnit: String, Sendable, Hashable {
    case people
    /// Recordings, where all are of one person.
    case recordings
}
