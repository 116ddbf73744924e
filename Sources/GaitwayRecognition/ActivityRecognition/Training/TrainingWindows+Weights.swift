// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension TrainingWindows {
    /// The windows of one class in one data set.
    private struct Cell: Hashable {
        var dataSet: Int
        var activityClass: ActivityClass
    }

    /// The windows of a cell that one person recorded.
    private struct Part: Hashable {
        var cell: Cell
        var user: Int
    }

    /// How many windows of one person count in a cell, 17 min.
    private static let mostWindowsOfAPerson = 400.0

    /// The weight of each selected window; their sum is 1.
    ///
    /// Every activity weighs the same, and none `noneWeight` of that. Among the cells of a class, one of n windows
    /// weighs as √n, and so does a person of n windows among the people of a cell: who recorded more counts for more,
    /// but drowns no one. In a cell's n, no person counts for more than ``mostWindowsOfAPerson``: hours of one person
    /// show one way to do it.
    package func balancedWeights(of selection: [Int], noneWeight: Double) -> [Double] {
        var partCounts: [Part: Double] = [:]
        for index in selection { partCounts[part(index), default: 0] += 1 }
        var cellCounts: [Cell: Double] = [:]  // the n that counts
        var cellSums: [Cell: Double] = [:]
        // Sums follow the indices, not the hashes, so that they have the same bits each time.
        for (part, count) in partCounts.sorted(by: { $0.key.user < $1.key.user }) {
            cellCounts[part.cell, default: 0] += min(count, Self.mostWindowsOfAPerson)
            cellSums[part.cell, default: 0] += count.squareRoot()
        }
        var classSums: [ActivityClass: Double] = [:]
        for (cell, count) in cellCounts.sorted(by: { $0.key.dataSet < $1.key.dataSet }) {
            classSums[cell.activityClass, default: 0] += count.squareRoot()
        }
        func share(_ activityClass: ActivityClass) -> Double { activityClass == .noneOfThese ? noneWeight : 1 }
        let total = ActivityClass.allCases.filter { classSums[$0] != nil }.reduce(0) { $0 + share($1) }
        let weights = partCounts.reduce(into: [Part: Double]()) { weights, entry in
            let (part, count) = entry
            let cell = part.cell
            let ofPerson = count.squareRoot() / cellSums[cell, default: 1]
            let ofCell = cellCounts[cell, default: 1].squareRoot() / classSums[cell.activityClass, default: 1]
            weights[part] = share(cell.activityClass) / total * ofCell * ofPerson / count
        }
        return selection.map { weights[part($0), default: 0] }
    }

    private func part(_ index: Int) -> Part {
        Part(cell: Cell(dataSet: dataSets[index], activityClass: classes[index]), user: users[index])
    }
}
