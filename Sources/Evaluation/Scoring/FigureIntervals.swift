package import MotionTypes

/// How far the figures would move with other data sets: their 90 % intervals under the bootstrap over data sets.
package struct FigureIntervals: Sendable, Hashable {
    /// That of macro-F1; nil with fewer than two data sets.
    package let macroF1: FigureInterval?
    /// Those of the activities' F1.
    package let f1: [Activity: FigureInterval]

    /// The intervals for single windows, weighted as in ``CellWeights``.
    package init(_ windows: [ScoredWindow], draws: Int = 1000, seed: UInt64 = 1) {
        self.init(
            DataSetBootstrap(
                DataSetBootstrap.Cell.weighted(windows), isBalanced: true, count: draws, seed: seed))
    }

    /// The intervals for answers over time, one array per spliced ride with an entry for each of its windows in order.
    /// Every window weighs the same, as in ``SplicedScore``.
    package init(_ spliced: SplicedRides, answers: [[Answer]]) {
        var matrices: [Int: ConfusionMatrix] = [:]
        for (ride, given) in zip(spliced.rides, answers) {
            var answers = given.makeIterator()
            for block in ride.blocks {
                for _ in block.windows {
                    guard let answer = answers.next() else { break }
                    matrices[block.dataSet, default: ConfusionMatrix()][block.activity, answer] += 1
                }
            }
        }
        let cells = matrices.keys.sorted().flatMap { dataSet in
            let matrix = matrices[dataSet, default: ConfusionMatrix()]
            return Activity.allCases.filter { matrix.total(of: $0) > 0 }.map { activity in
                DataSetBootstrap.Cell(
                    dataSet: dataSet, activity: activity,
                    weights: Answer.allCases.map { matrix[activity, $0] })
            }
        }
        self.init(DataSetBootstrap(cells, isBalanced: false))
    }

    private init(_ bootstrap: DataSetBootstrap) {
        macroF1 = bootstrap.interval { $0.macroF1 }
        var f1: [Activity: FigureInterval] = [:]
        for activity in Activity.allCases { f1[activity] = bootstrap.interval { $0.f1(activity) } }
        self.f1 = f1
    }
}

extension DataSetBootstrap.Cell {
    /// The weighted cells of `windows`, each with the sum 1, by data set and activity.
    static func weighted(_ windows: [ScoredWindow]) -> [Self] {
        var matrices: [Int: ConfusionMatrix] = [:]
        for window in windows {
            if let truth = window.truth {
                matrices[window.dataSet, default: ConfusionMatrix()][truth, window.answer] += 1
            }
        }
        return CellWeights(windows).cells.map { cell in
            let matrix = matrices[cell.dataSet, default: ConfusionMatrix()]
            return Self(
                dataSet: cell.dataSet, activity: cell.activity,
                weights: Answer.allCases.map { matrix[cell.activity, $0] / Double(cell.windows) })
        }
    }
}
