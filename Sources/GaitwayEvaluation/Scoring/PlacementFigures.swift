// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// How known rides fare by where the phone was, and within that by mode.
package struct PlacementFigures: Sendable, Hashable {
    package struct Mode: Sendable, Hashable {
        package let activity: Activity
        /// The manifest's word for it; the activity where it has none.
        package let mode: String
        package let figures: RecallFigures
    }

    package struct Group: Sendable, Hashable {
        package let placement: Placement
        /// How all their windows are answered, each activity weighing the same.
        package let figures: RecallFigures
        /// How those at rest are answered; nil without any.
        package let atRest: RecallFigures?
        package let modes: [Mode]
    }

    package let groups: [Group]

    /// The figures of scored windows, `overTime` having an answer for each; `rides` are the manifest's rows, by index.
    ///
    /// Nil when no known ride with a window says where its phone was.
    package init?(_ windows: [ScoredWindow], overTime: [Prediction], rides: [ManifestRow]) {
        struct Kind: Hashable {
            var activity: Activity
            var mode: String
        }
        var members: [Placement: [Kind: [Int]]] = [:]
        var isStated = false
        let placements = rides.map { Placement($0.placement) }
        for (index, window) in windows.enumerated() {
            guard let truth = window.truth, rides.indices.contains(window.recordingIndex) else { continue }
            let ride = rides[window.recordingIndex]
            let kind = Kind(activity: truth, mode: ride.mode.isEmpty ? truth.rawValue : ride.mode)
            members[placements[window.recordingIndex], default: [:]][kind, default: []].append(index)
            isStated = isStated || !ride.placement.isEmpty
        }
        guard isStated else { return nil }
        func figures(_ indices: [Int]) -> RecallFigures {
            RecallFigures(indices, of: windows, overTime: overTime, rides: rides)
        }
        groups = Placement.allCases.compactMap { placement in
            guard let kinds = members[placement] else { return nil }
            let order = kinds.keys.sorted { ($0.activity.index, $0.mode) < ($1.activity.index, $1.mode) }
            let atRest = order.filter { $0.activity == .stationary }.flatMap { kinds[$0] ?? [] }
            return Group(
                placement: placement, figures: figures(order.flatMap { kinds[$0] ?? [] }),
                atRest: atRest.isEmpty ? nil : figures(atRest),
                modes: order.map { Mode(activity: $0.activity, mode: $0.mode, figures: figures(kinds[$0] ?? [])) })
        }
    }
}
