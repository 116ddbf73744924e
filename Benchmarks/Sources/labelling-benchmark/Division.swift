// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition

/// One way to divide half of the data sets: those that a first model knows, those whose rides can be labelled, and
/// those that models are judged on. So people who are judged on are never labelled.
struct Division {
    /// How many data sets the first model knows.
    private static let startCount = 4

    let windows: LabelledWindows
    /// The windows of each part, rising.
    private(set) var start: [Int] = []
    private(set) var pool: [Int] = []
    private(set) var judged: [Int] = []

    /// A division that depends on `trial`. Which half a data set belongs to never changes.
    init(_ windows: LabelledWindows, half: Int, trial: Int) throws {
        self.windows = windows
        var halves = SplitMix64(seed: 7)
        let all = halves.order(windows.dataSets.sorted())
        let names = all.indices.filter { $0 % 2 == half }.map { all[$0] }
        var random = SplitMix64(seed: 1000 + UInt64(trial))
        let trainable = windows.indices(of: .total)
        // Some divisions leave an activity out of a part: the next is tried.
        for _ in 0..<1000 {
            let order = random.order(names)
            let ofJudged = Set(order.prefix(order.count / 3))
            let ofStart = Set(order.dropFirst(order.count / 3).prefix(Self.startCount))
            let ofPool = Set(order.dropFirst(order.count / 3 + Self.startCount))
            func members(_ names: Set<String>) -> [Int] {
                trainable.filter { names.contains(windows.dataSets[windows.training.dataSets[$0]]) }
            }
            (start, pool, judged) = (members(ofStart), members(ofPool), members(ofJudged))
            if activities(start) >= 4, activities(pool) == 5, activities(judged) == 5 { return }
        }
        throw Arguments.Fault(description: "the rides have too few data sets with all five activities")
    }

    private func activities(_ selection: [Int]) -> Int {
        Set(selection.map { windows.training.classes[$0] }).subtracting([.noneOfThese]).count
    }
}

extension SplitMix64 {
    /// Elements in random order.
    mutating func order<Element>(_ elements: [Element]) -> [Element] {
        var order = elements
        for index in stride(from: order.count - 1, to: 0, by: -1) {
            order.swapAt(index, Int(next().multipliedFullWidth(by: UInt64(index + 1)).high))
        }
        return order
    }
}
