// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A stretch of a ride that was cut out to be spliced to others.
package struct SplicedBlock: Sendable, Hashable {
    package let recordingIndex: Int
    package let dataSet: Int
    package let activity: Activity
    /// Where it begins, in seconds since the recording's first accelerometer sample.
    package let from: Double
    /// Where its last window ends.
    package let to: Double
    /// The indices of its windows in the array it was cut from: neighbours in time, all within `from`...`to`.
    package let windows: [Int]
}

/// Blocks of one fold in the order in which they are played; the activity changes at each seam.
package struct SplicedRide: Sendable, Hashable {
    package let fold: Int
    /// The blocks; two neighbours differ in activity.
    package internal(set) var blocks: [SplicedBlock]

    /// The indices of all windows, in the order in which a smoother sees them.
    package var windows: [Int] { blocks.flatMap(\.windows) }

    var truths: [Activity] { blocks.flatMap { block in block.windows.map { _ in block.activity } } }
}

/// Rides with changes of activity, made from rides that have one activity each, to score answers over time.
///
/// - Each fold gives one spliced ride, so that every block is classified by a model that did not see it. The
///   blocks (400 in all) are dealt to the folds in proportion to their windows that can be used, largest remainder
///   first. A fold with blocks of a single activity has no changes to offer and is left out.
/// - A block is 30 s to 6 min of neighbouring windows of one ride: its length is drawn evenly from what the ride
///   allows, then its place. No window lies across a seam. Blocks may overlap in the ride, as small data sets are
///   drawn from often.
/// - The next block has, of the activities other than the last, the one with the least time so far, over all folds;
///   within it the data set with the least time so far; of equals, any. Rides are drawn by their usable time.
///
/// ``Variant/onFoot`` has walks around vehicles. As each vehicle brings two, unless it shares one with the vehicle
/// before, these walks last 3 min at the most, so that walking has little more than its share of time.
package struct SplicedRides: Sendable, Hashable {
    package enum Variant: String, CaseIterable, Sendable, Hashable {
        /// Any activity follows any other.
        case direct
        /// A vehicle is entered and left on foot: next to a vehicle lies a walk. A fold without walks has no vehicles
        /// here.
        case onFoot = "on_foot"
    }

    package enum Stretch: Sendable, Hashable {
        /// 30 s to 6 min.
        case long
        /// 10 to 40 s: a delay of one window counts.
        case short

        var seconds: ClosedRange<Double> { self == .long ? 30...360 : 10...40 }
    }

    /// One spliced ride per fold that has any, by fold.
    package let rides: [SplicedRide]
    /// Folds that gave no ride, since their blocks would all have the same activity.
    package let unusedFolds: [Int]
    package let variant: Variant
    /// The length of a window, in seconds.
    package let windowLength: Double
    /// The time from a window to the next, in seconds.
    package let hop: Double

    /// Spliced rides of `windows`; those of rides labelled none or unknown are left out.
    package init(
        _ windows: [ScoredWindow], windowLength: Double, hop: Double, variant: Variant = .direct,
        stretch: Stretch = .long, blockCount: Int = 400, seed: UInt64 = 1
    ) {
        precondition(hop > 0 && windowLength > 0, "a window has a length, and the next one starts later")
        let lengths = BlockLengths(stretch, windowLength: windowLength, hop: hop)
        let runs = WindowRun.runs(of: windows, minimum: lengths.minimum)
        var cutter = BlockCutter(windows: windows, windowLength: windowLength, lengths: lengths, seed: seed)
        var usable: [(fold: Int, runs: [WindowRun])] = []
        var unused: [Int] = []
        for fold in Set(windows.map(\.fold)).sorted() {
            let own = variant.usable(runs.filter { $0.fold == fold })
            if Set(own.map(\.activity)).count > 1 {
                usable.append((fold, own))
            } else {
                unused.append(fold)
            }
        }
        let quotas = Self.quotas(
            usable.map { $0.runs.reduce(0) { $0 + $1.windows.count } }, total: blockCount)
        var rides = usable.map { SplicedRide(fold: $0.fold, blocks: []) }
        // In turns, so that the balance over all folds is kept from the start.
        while let longest = rides.indices.map({ quotas[$0] - rides[$0].blocks.count }).max(), longest > 0 {
            for index in rides.indices where rides[index].blocks.count < quotas[index] {
                rides[index].blocks += cutter.blocks(
                    from: usable[index].runs, after: rides[index].blocks.last?.activity, variant: variant,
                    limit: quotas[index] - rides[index].blocks.count)
            }
        }
        self.rides = rides.filter { !$0.blocks.isEmpty }
        unusedFolds = unused
        self.variant = variant
        self.windowLength = windowLength
        self.hop = hop
    }

    /// The blocks as CSV: fold, recording, from and to in seconds, activity; `recordings` are the names by index.
    package func blockList(recordings: [String]) -> String {
        var text = CSVText.record(["fold", "recording", "from_s", "to_s", "activity"])
        for ride in rides {
            for block in ride.blocks {
                let name =
                    recordings.indices.contains(block.recordingIndex)
                    ? recordings[block.recordingIndex] : String(block.recordingIndex)
                text += CSVText.record([
                    String(ride.fold + 1), name, DecimalText.text(block.from, places: 2),
                    DecimalText.text(block.to, places: 2), block.activity.rawValue,
                ])
            }
        }
        return text
    }

    /// `total` split in proportion to `sizes`, by largest remainder; of equal remainders, the first.
    static func quotas(_ sizes: [Int], total: Int) -> [Int] {
        let sum = sizes.reduce(0, +)
        guard sum > 0 else { return sizes.map { _ in 0 } }
        var quotas = sizes.map { total * $0 / sum }
        let remainders = sizes.map { total * $0 % sum }
        let order = sizes.indices.sorted { (remainders[$1], $0) < (remainders[$0], $1) }
        for index in order.prefix(total - quotas.reduce(0, +)) { quotas[index] += 1 }
        return quotas
    }
}

extension SplicedRides.Variant {
    /// Those of a fold's runs that blocks may be cut from.
    fileprivate func usable(_ runs: [WindowRun]) -> [WindowRun] {
        guard self == .onFoot, !runs.contains(where: { $0.activity == .walking }) else { return runs }
        return runs.filter { $0.activity != .automotive }
    }
}
