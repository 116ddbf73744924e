// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayReplay

/// The regions that were registered at each moment, as changes.
struct RunRegions {
    /// A place was registered or given up.
    struct Change {
        /// Elapsed.
        var time: Duration
        var place: Int
        var isRegistered: Bool
    }

    /// By time; of one moment, what was given up first.
    private(set) var changes: [Change] = []
    /// The regions whose exit asks for the next set.
    private(set) var bubbles: [PhoneModel.Bubble] = []
    /// Until when the regions are known; nil if to the end.
    private(set) var knownUntil: Duration?

    /// A page has no more changes.
    private static let most = 40_000

    init(_ trace: ReplayTrace, _ places: inout RunPlaces) {
        var found: [(time: Duration, index: Int, isRegistered: Bool)] = []
        for (index, watches) in trace.result.watches {
            var last: PhoneModel.Watch?
            for watch in watches {
                // What is given up and registered in one moment is watched on.
                if let open = last, open.to == watch.from {
                    last?.to = watch.to
                    continue
                }
                if let last { Self.add(last, index, to: &found) }
                last = watch
            }
            if let last { Self.add(last, index, to: &found) }
        }
        found.sort { left, right in
            if left.time != right.time { return left.time < right.time }
            return left.isRegistered != right.isRegistered ? right.isRegistered : left.index < right.index
        }
        if found.count > Self.most {
            let end = found[Self.most].time
            knownUntil = end
            found.removeAll { $0.time >= end }
        }
        changes = found.map {
            Change(time: $0.time, place: places.number(ofIndex: $0.index), isRegistered: $0.isRegistered)
        }
        bubbles = knownUntil.map { end in trace.result.bubbles.filter { $0.time < end } } ?? trace.result.bubbles
    }

    private static func add(
        _ watch: PhoneModel.Watch, _ index: Int, to found: inout [(time: Duration, index: Int, isRegistered: Bool)]
    ) {
        found.append((watch.from, index, true))
        if let end = watch.to { found.append((end, index, false)) }
    }
}
