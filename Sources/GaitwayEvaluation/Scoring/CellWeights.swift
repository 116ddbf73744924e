// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The weights that figures are computed with: large data sets do not drown small ones.
///
/// A cell is the windows of one activity in one data set. With n windows in a cell, k the cells of its
/// activity and A the activities, all counted over cells of 50 windows or more, each of the cell's windows weighs
/// 1 / (A k n): every activity has the same sum, every cell the same within its activity, and the sum of all is 1.
/// Smaller cells are listed and weigh nothing; so do windows of rides labelled none or unknown.
///
/// An activity whose cells are all smaller would be missing from the figures, which favours a model that misses it.
/// With `keepsEveryActivity` its cells are one together, in which every window weighs the same.
package struct CellWeights: Sendable, Hashable {
    package struct Cell: Sendable, Hashable {
        package let dataSet: Int
        package let activity: Activity
        package let windows: Int
    }

    /// The weight of each window, in the windows' order.
    package let weights: [Double]
    /// The cells that are weighted, by data set and activity.
    package let cells: [Cell]
    /// The cells that are too small, by data set and activity.
    package let smallCells: [Cell]
    /// How many windows the activities have that lie in small cells alone, and weigh all the same.
    package let fewWindows: [Activity: Int]

    package static let minimumWindows = 50

    package init(
        _ windows: [ScoredWindow], minimumWindows: Int = Self.minimumWindows, keepsEveryActivity: Bool = false
    ) {
        let activities = Activity.allCases
        let dataSets = (windows.lazy.map(\.dataSet).max() ?? -1) + 1
        var counts = [Int](repeating: 0, count: dataSets * activities.count)
        for window in windows {
            if let truth = window.truth { counts[window.dataSet * activities.count + truth.index] += 1 }
        }
        var cells: [Cell] = []
        var smallCells: [Cell] = []
        var cellsOfActivity = [Int](repeating: 0, count: activities.count)
        for dataSet in 0..<dataSets {
            for activity in activities {
                let count = counts[dataSet * activities.count + activity.index]
                guard count > 0 else { continue }
                let cell = Cell(dataSet: dataSet, activity: activity, windows: count)
                if count >= minimumWindows {
                    cells.append(cell)
                    cellsOfActivity[activity.index] += 1
                } else {
                    smallCells.append(cell)
                }
            }
        }
        var few: [Activity: Int] = [:]
        if keepsEveryActivity {
            for cell in smallCells where cellsOfActivity[cell.activity.index] == 0 {
                few[cell.activity, default: 0] += cell.windows
            }
        }
        let activeActivities = cellsOfActivity.count { $0 > 0 } + few.count
        weights = windows.map { window in
            guard let truth = window.truth else { return 0 }
            if let few = few[truth] { return 1 / (Double(activeActivities) * Double(few)) }
            let count = counts[window.dataSet * activities.count + truth.index]
            guard count >= minimumWindows else { return 0 }
            return 1 / (Double(activeActivities) * Double(cellsOfActivity[truth.index]) * Double(count))
        }
        self.cells = cells
        self.smallCells = smallCells.filter { few[$0.activity] == nil }
        fewWindows = few
    }
}
