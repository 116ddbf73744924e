// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// One fold: the rides that are held out together.
package struct Fold: Sendable, Hashable, CustomStringConvertible {
    package struct LabelHours: Sendable, Hashable {
        /// The name of the fold in reports: its people or data sets.
        package let label: RideLabel
        package let hours: Double
    }

    /// The data sets, or the people as `dataset/user`, or the rides as `dataset/recording`, by name.
    package let groups: [String]
    /// The indices of its rides, rising.
    package let rides: [Int]
    /// The hours of each label that it has, in the order of ``RideLabel``.
    package let hours: [LabelHours]

    init(_ groups: [FoldGroup], rides: [FoldRide]) {
        self.groups = groups.map(\.key.name).sorted()
        let members = groups.flatMap(\.rides).sorted()
        self.rides = members
        hours = RideLabel.allCases.compactMap { label in
            let labelled = members.filter { rides[$0].label == label }
            guard !labelled.isEmpty else { return nil }
            return LabelHours(label: label, hours: labelled.reduce(0) { $0 + rides[$1].hours })
        }
    }

    package var totalHours: Double { hours.reduce(0) { $0 + $1.hours } }

    /// What is held out, and the hours of each label.
    package var description: String {
        let perLabel = hours.map { $0.label.name + " " + DecimalText.text($0.hours, places: 2) + " h" }
        return groups.joined(separator: ", ") + " (" + perLabel.joined(separator: ", ") + ")"
    }
}

/// The rides that must stay together.
struct FoldGroup {
    /// What tells groups apart. A type of its own, as joined names could coincide.
    struct Key: Hashable {
        let dataSet: String
        /// The person or the recording; nil where whole data sets stay together.
        let part: String?

        var name: String { part.map { dataSet + "/" + $0 } ?? dataSet }

        static func precedes(_ left: Key, _ right: Key) -> Bool {
            (left.dataSet, left.part ?? "") < (right.dataSet, right.part ?? "")
        }
    }

    let key: Key
    let rides: [Int]
    let labels: Set<RideLabel>
    let totalHours: Double

    func has(_ label: RideLabel) -> Bool { labels.contains(label) }

    /// The order of dealing: by hours, falling; of equals, by name.
    static func isLonger(_ left: FoldGroup, _ right: FoldGroup) -> Bool {
        if left.totalHours != right.totalHours { return left.totalHours > right.totalHours }
        return Key.precedes(left.key, right.key)
    }

    static func groups(of rides: [FoldRide], by grouping: FoldGrouping) -> [FoldGroup] {
        var members: [Key: [Int]] = [:]
        for (index, ride) in rides.enumerated() {
            let part: String? =
                switch grouping {
                case .dataSet: nil
                case .user: ride.user
                case .ride: ride.recording
                }
            let key = Key(dataSet: ride.dataSet, part: part)
            members[key, default: []].append(index)
        }
        return members.map { key, indices in
            FoldGroup(
                key: key, rides: indices, labels: Set(indices.map { rides[$0].label }),
                // Summed by size, so that the plan does not depend on the order of the rides.
                totalHours: indices.map { rides[$0].hours }.sorted().reduce(0, +))
        }.sorted { Key.precedes($0.key, $1.key) }
    }
}
