// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// How far the figures would move with other data sets: their 90 % intervals under the bootstrap over data sets.
///
/// For single windows an activity of one data set, or of few windows, is drawn anew from its rides and windows.
package struct FigureIntervals: Sendable, Hashable {
    /// That of macro-F1; nil without windows, over time with fewer than two data sets.
    package let macroF1: FigureInterval?
    package let f1: [Activity: FigureInterval]
    package let recall: [Activity: FigureInterval]

    /// The intervals for single windows, weighted as in ``CellWeights``, every activity kept.
    package init(_ windows: [ScoredWindow], draws: Int = 1000, seed: UInt64 = 1) {
        let cells = DataSetBootstrap.Cell.weighted(windows, keepsEveryActivity: true)
        let weights = CellWeights(windows, keepsEveryActivity: true).weights
        self.init(
            DataSetBootstrap(cells, isBalanced: true, count: draws, seed: seed),
            holding: cells.contains { $0.shares != nil } ? Metrics(windows, weights: weights).confusion : nil)
    }

    /// The intervals for answers over time, one array per spliced ride with an entry for each of its windows in order.
    /// Every window weighs the same, as in ``SplicedScore``.
    package init(_ spliced: SplicedRides, predictions: [[Prediction]]) {
        var matrices: [Int: ConfusionMatrix] = [:]
        for (ride, given) in zip(spliced.rides, predictions) {
            var predictions = given.makeIterator()
            for block in ride.blocks {
                for _ in block.windows {
                    guard let prediction = predictions.next() else { break }
                    matrices[block.dataSet, default: ConfusionMatrix()][block.activity, prediction] += 1
                }
            }
        }
        let cells = matrices.keys.sorted().flatMap { dataSet in
            let matrix = matrices[dataSet, default: ConfusionMatrix()]
            return Activity.allCases.filter { matrix.total(of: $0) > 0 }.map { activity in
                DataSetBootstrap.Cell(
                    dataSet: dataSet, activity: activity,
                    weights: Prediction.allCases.map { matrix[activity, $0] })
            }
        }
        self.init(DataSetBootstrap(cells, isBalanced: false))
    }

    /// Answers that are drawn anew are never all right, nor all wrong: where the figures are, their intervals reach to
    /// them.
    private init(_ bootstrap: DataSetBootstrap, holding figures: ConfusionMatrix? = nil) {
        func interval(_ figure: (ConfusionMatrix) -> Double?) -> FigureInterval? {
            let interval = bootstrap.interval(figure)
            guard let value = figures.flatMap(figure) else { return interval }
            return interval?.reaching(value)
        }
        macroF1 = interval { $0.macroF1 }
        var f1: [Activity: FigureInterval] = [:]
        var recall: [Activity: FigureInterval] = [:]
        for activity in Activity.allCases {
            f1[activity] = interval { $0.f1(activity) }
            recall[activity] = interval { $0.recall(activity) }
        }
        self.f1 = f1
        self.recall = recall
    }
}

extension DataSetBootstrap.Cell {
    /// The weighted cells of `windows`, each with the sum 1, by data set and activity.
    ///
    /// With `keepsEveryActivity` those of activities with few windows are there too, with the sum 1 per activity, and
    /// what is of one data set or few windows is drawn anew from its rides.
    static func weighted(_ windows: [ScoredWindow], keepsEveryActivity: Bool = false) -> [Self] {
        let weighted = CellWeights(windows, keepsEveryActivity: keepsEveryActivity)
        var matrices: [Int: ConfusionMatrix] = [:]
        for window in windows {
            if let truth = window.truth {
                matrices[window.dataSet, default: ConfusionMatrix()][truth, window.prediction] += 1
            }
        }
        let cells = weighted.cells.map { cell in
            let matrix = matrices[cell.dataSet, default: ConfusionMatrix()]
            return Self(
                dataSet: cell.dataSet, activity: cell.activity,
                weights: Prediction.allCases.map { matrix[cell.activity, $0] / Double(cell.windows) })
        }
        guard keepsEveryActivity else { return cells }
        let few = matrices.keys.sorted().flatMap { dataSet in
            let matrix = matrices[dataSet, default: ConfusionMatrix()]
            return Activity.allCases.compactMap { activity -> Self? in
                guard let total = weighted.fewWindows[activity], matrix.total(of: activity) > 0 else { return nil }
                return Self(
                    dataSet: dataSet, activity: activity,
                    weights: Prediction.allCases.map { matrix[activity, $0] / Double(total) })
            }
        }
        return redrawing(cells + few, few: Set(weighted.fewWindows.keys), windows)
    }

    /// The cells; those of one data set or few windows know their rides.
    private static func redrawing(_ cells: [Self], few: Set<Activity>, _ windows: [ScoredWindow]) -> [Self] {
        let dataSets = Dictionary(grouping: cells, by: \.activity).mapValues(\.count)
        let redrawn = few.union(dataSets.filter { $0.value < 2 }.keys)
        guard !redrawn.isEmpty else { return cells }
        struct Key: Hashable {
            var dataSet: Int
            var activity: Activity
        }
        var rides: [Key: [Int: [Double]]] = [:]
        for window in windows {
            guard let truth = window.truth, redrawn.contains(truth) else { continue }
            let none = [Double](repeating: 0, count: Prediction.allCases.count)
            rides[Key(dataSet: window.dataSet, activity: truth), default: [:]][window.recordingIndex, default: none][
                window.prediction.rawValue] += 1
        }
        return cells.map { cell in
            var cell = cell
            let own = rides[Key(dataSet: cell.dataSet, activity: cell.activity)] ?? [:]
            cell.shares = PredictionShares(cell.activity, rides: own.sorted { $0.key < $1.key }.map(\.value))
            return cell
        }
    }
}
