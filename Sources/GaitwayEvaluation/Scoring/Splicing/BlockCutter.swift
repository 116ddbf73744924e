// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// How many windows a block may have.
struct BlockLengths {
    /// The fewest windows that cover the shortest block.
    let minimum: Int
    /// The most windows that the longest block holds.
    let maximum: Int
    /// The most windows of a walk to or from a vehicle: 3 min, or the longest block if that is shorter.
    let longestTransfer: Int

    /// n windows cover windowLength + (n - 1) hop.
    init(_ stretch: SplicedRides.Stretch, windowLength: Double, hop: Double) {
        // A window may be so long, or hops so short, that the quotient leaves the range of Int.
        func hops(_ seconds: Double) -> Double { min(max((seconds - windowLength) / hop, 0), 1e9) }
        minimum = Int(clamping: hops(stretch.seconds.lowerBound).rounded(.up)) + 1
        maximum = max(Int(clamping: hops(stretch.seconds.upperBound).rounded(.down)) + 1, minimum)
        longestTransfer = min(max(Int(clamping: hops(180).rounded(.down)) + 1, minimum), maximum)
    }
}

/// Windows of one ride that follow each other without a gap.
struct WindowRun {
    let fold: Int
    let dataSet: Int
    let activity: Activity
    var windows: [Int]

    /// The runs of known rides with `minimum` windows or more, by fold and ride; the order of `windows` does not
    /// matter.
    static func runs(of windows: [ScoredWindow], minimum: Int) -> [WindowRun] {
        var runs: [WindowRun] = []
        var last: ScoredWindow?
        for index in ScoredWindow.order(of: windows) {
            let window = windows[index]
            defer { last = window }
            guard let truth = window.truth else { continue }
            if let last, last.fold == window.fold, last.recordingIndex == window.recordingIndex,
                last.truth == truth, last.dataSet == window.dataSet,
                window.windowIndex == last.windowIndex + 1
            {
                runs[runs.count - 1].windows.append(index)
            } else {
                runs.append(
                    WindowRun(fold: window.fold, dataSet: window.dataSet, activity: truth, windows: [index]))
            }
        }
        return runs.filter { $0.windows.count >= minimum }
    }
}

/// Cuts blocks out of runs and keeps the balance between activities and between data sets.
struct BlockCutter {
    private struct Cell: Hashable {
        let activity: Activity
        let dataSet: Int
    }

    private let windows: [ScoredWindow]
    private let windowLength: Double
    private let lengths: BlockLengths
    private var generator: SplitMix64
    /// Windows used so far.
    private var activityTime: [Activity: Int] = [:]
    private var cellTime: [Cell: Int] = [:]

    init(windows: [ScoredWindow], windowLength: Double, lengths: BlockLengths, seed: UInt64) {
        self.windows = windows
        self.windowLength = windowLength
        self.lengths = lengths
        generator = SplitMix64(seed: seed)
    }

    /// The next blocks from `runs` after one of the activity `last`, `limit` at the most; none when they have no other
    /// activity.
    ///
    /// As a rule that is one. On foot, a vehicle comes with a walk before it, unless the person walks already, and one
    /// after it.
    mutating func blocks(
        from runs: [WindowRun], after last: Activity?, variant: SplicedRides.Variant, limit: Int
    ) -> [SplicedBlock] {
        let activities = Activity.allCases.filter { activity in
            activity != last && runs.contains { $0.activity == activity }
        }
        guard let activity = leastUsed(activities, time: activityTime) else { return [] }
        guard variant == .onFoot, activity == .automotive else {
            return [block(of: activity, from: runs, longest: lengths.maximum)].compactMap(\.self)
        }
        let order: [Activity] = last == .walking ? [.automotive, .walking] : [.walking, .automotive, .walking]
        return order.prefix(limit).compactMap { activity in
            block(
                of: activity, from: runs,
                longest: activity == .walking ? lengths.longestTransfer : lengths.maximum)
        }
    }

    /// A block of one activity, of `longest` windows at the most; nil when `runs` have none.
    private mutating func block(of activity: Activity, from runs: [WindowRun], longest: Int) -> SplicedBlock? {
        let own = runs.filter { $0.activity == activity }
        let cells = Set(own.map(\.dataSet)).sorted().map { Cell(activity: activity, dataSet: $0) }
        guard let cell = leastUsed(cells, time: cellTime) else { return nil }
        let run = drawn(from: own.filter { $0.dataSet == cell.dataSet })
        let longest = min(longest, run.count)
        let count = lengths.minimum + generator.below(longest - lengths.minimum + 1)
        let first = generator.below(run.count - count + 1)
        let members = Array(run[first..<first + count])
        activityTime[activity, default: 0] += count
        cellTime[cell, default: 0] += count
        let (start, end) = (windows[members[0]], windows[members[count - 1]])
        return SplicedBlock(
            recordingIndex: start.recordingIndex, dataSet: cell.dataSet, activity: activity,
            from: start.start, to: end.start + windowLength, windows: members)
    }

    private mutating func leastUsed<Candidate>(
        _ candidates: [Candidate], time: [Candidate: Int]
    ) -> Candidate? {
        guard let least = candidates.map({ time[$0] ?? 0 }).min() else { return nil }
        let equals = candidates.filter { (time[$0] ?? 0) == least }
        return equals[generator.below(equals.count)]
    }

    /// The windows of one of `runs`, so that each window is equally likely; there is at least one run.
    private mutating func drawn(from runs: [WindowRun]) -> [Int] {
        var rest = generator.below(runs.reduce(0) { $0 + $1.windows.count })
        for run in runs {
            if rest < run.windows.count { return run.windows }
            rest -= run.windows.count
        }
        return runs[runs.count - 1].windows
    }
}
