// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// What a fold plan needs to know of a ride.
package struct FoldRide: Sendable, Hashable {
    package var dataSet: String
    /// The person, known by this name within the data set.
    package var user: String
    package var recording = ""
    package var label: RideLabel
    package var hours: Double
}

extension FoldRide {
    /// The ride of a manifest's row; `hours` is what was read of it, else what the row says, else 0.
    package init(_ row: ManifestRow, hours: Double? = nil) {
        self.init(
            dataSet: row.dataSet, user: row.user, recording: row.recording, label: row.label,
            hours: hours ?? row.hours ?? 0)
    }
}

/// What stays together in a fold plan.
package enum FoldGrouping: String, CaseIterable, Sendable, Hashable {
    /// All rides of a person; people are told apart within a data set.
    case user
    case dataSet = "dataset"
    /// All rides of a recording: the person left out has other rides in training.
    case ride

    package var noun: String {
        switch self {
        case .user: "user"
        case .dataSet: "data set"
        case .ride: "ride"
        }
    }
}

/// The division of rides into folds for cross-validation: whole people, data sets or recordings, never both sides.
///
/// There are as many folds as groups have the rarest activity (the one that the fewest groups have, among those that at
/// least two have), at most nine. Each fold gets one of these groups, the longest first; all others are
/// dealt by hours, the longest first into the fold with the fewest hours. The plan depends on nothing
/// but the rides, and not on their order.
package struct FoldPlan: Sendable, Hashable, CustomStringConvertible {
    package let grouping: FoldGrouping
    /// The folds; each is held out once.
    package let folds: [Fold]
    /// The fold of each ride, in the order of the rides; -1 for a ride that no fold holds out.
    package let foldOfRide: [Int]
    /// The activity that set the number of folds.
    package let rarestActivity: Activity
    /// Activities that one group alone has: when it is held out, no ride of the others shows them.
    package let activitiesOfOneGroup: [Activity]

    /// The plan for `rides`.
    ///
    /// - Throws: `InputError` when no activity is in two groups, so that nothing could be learnt for a held-out one.
    package init(
        rides: [FoldRide], by grouping: FoldGrouping, maximumFolds: Int = 9
    ) throws(InputError) {
        precondition(maximumFolds > 1, "cross-validation needs two folds")
        let groups = FoldGroup.groups(of: rides, by: grouping)
        var holders: [(activity: Activity, groups: [FoldGroup])] = []
        for activity in Activity.allCases {
            holders.append((activity, groups.filter { $0.has(.activity(activity)) }))
        }
        let shared = holders.filter { $0.groups.count > 1 }
        guard let rarest = shared.min(by: { $0.groups.count < $1.groups.count }) else {
            let noun = grouping == .user ? "user's rides" : grouping.noun
            let remedy: Remedy =
                switch grouping {
                case .user: "add rides of other people, or split by ride"
                case .dataSet: "add rides of another data set, or split by user"
                case .ride: "add a second ride of each activity"
                }
            throw InputError(
                .unsupported, problem: "each activity occurs in one \(noun) only, so none can be held out",
                remedy: remedy)
        }
        let seeds = Array(rarest.groups.sorted(by: FoldGroup.isLonger).prefix(maximumFolds))
        var dealt = seeds.map { [$0] }
        var hours = seeds.map(\.totalHours)
        let seeded = Set(seeds.map(\.key))
        for group in groups.sorted(by: FoldGroup.isLonger) where !seeded.contains(group.key) {
            // One ride shows one activity: each is dealt by itself, so that no fold gets all of it.
            let own = dealt.map { members in
                grouping == .ride
                    ? members.filter { !$0.labels.isDisjoint(with: group.labels) }.reduce(0) { $0 + $1.totalHours } : 0
            }
            let shortest = hours.indices.min { (own[$0], hours[$0]) < (own[$1], hours[$1]) } ?? 0
            dealt[shortest].append(group)
            hours[shortest] += group.totalHours
        }
        var foldOfRide = [Int](repeating: 0, count: rides.count)
        for (index, members) in dealt.enumerated() {
            for ride in members.flatMap(\.rides) { foldOfRide[ride] = index }
        }
        self.grouping = grouping
        self.folds = dealt.map { Fold($0, rides: rides) }
        self.foldOfRide = foldOfRide
        rarestActivity = rarest.activity
        activitiesOfOneGroup = holders.filter { $0.groups.count == 1 }.map(\.activity)
    }

    /// A plan by recording: `foldOfRide` deals the rides, and is -1 for those that are in every training; nil without
    /// an activity in two folds.
    init?(rides: [FoldRide], foldOfRide: [Int]) {
        let groups = FoldGroup.groups(of: rides, by: .ride)
        let folds = Set(foldOfRide).filter { $0 >= 0 }.sorted()
        self.folds = folds.map { fold in
            Fold(groups.filter { group in group.rides.contains { foldOfRide[$0] == fold } }, rides: rides)
        }
        let held = Activity.allCases.map { activity in
            (activity, groups.count { $0.has(.activity(activity)) })
        }
        guard let rarest = held.filter({ $0.1 > 1 }).min(by: { $0.1 < $1.1 }) else { return nil }
        self.foldOfRide = foldOfRide.map { fold in folds.firstIndex(of: fold) ?? -1 }
        grouping = .ride
        rarestActivity = rarest.0
        activitiesOfOneGroup = held.filter { $0.1 == 1 }.map(\.0)
    }

    /// How many activities two folds or more have, so that each can be judged by a model that knows it.
    var sharedActivities: Int {
        Activity.allCases.count { activity in
            folds.count { fold in fold.hours.contains { $0.label == .activity(activity) } } > 1
        }
    }

    /// One line per fold: what it holds out and the hours of each label.
    package var description: String {
        folds.enumerated().map { "fold \($0.offset + 1): " + $0.element.description + "\n" }.joined()
    }
}
