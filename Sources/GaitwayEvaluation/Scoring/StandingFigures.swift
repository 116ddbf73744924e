// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// What standing vehicles and bicycles cost: a motion chip feels little of a vehicle that stands, and GPS knows that it
/// does.
///
/// A vehicle stands where its speed by GPS is below ``standing``. It has moved once a window of the ride was at
/// ``moving`` or more, which GPS that wanders on the spot does not show. Windows without fixes are in the headline and
/// in no band.
package struct StandingFigures: Sendable, Hashable {
    /// The speed, in m/s, below which a vehicle stands.
    package static let standing = 0.5
    /// The speed, in m/s, from which on it certainly moves.
    package static let moving = 2.0

    package enum Band: String, CaseIterable, Sendable, Hashable {
        /// It stands, and has not moved in the ride so far.
        case standingBefore = "standing_before_moving"
        /// It stands after it has moved in the ride.
        case standingAfter = "standing_after_moving"
        case creeping = "0.5_to_2"
        case slow = "2_to_5"
        case fast = "5_and_more"

        /// The band in words.
        package var name: String {
            switch self {
            case .standingBefore: "stands, not moved yet"
            case .standingAfter: "stands, after moving"
            case .creeping: "0.5 to 2 m/s"
            case .slow: "2 to 5 m/s"
            case .fast: "5 m/s and more"
            }
        }
    }

    package struct Row: Sendable, Hashable {
        /// Automotive or cycling.
        package let activity: Activity
        package let band: Band
        package let figures: RecallFigures
    }

    /// The headline figures without the windows in which a vehicle or a bicycle stands, weighted anew as the headline
    /// is.
    package let withoutStanding: Metrics
    package let intervals: FigureIntervals
    package let leftOut: [Activity: Int]
    package let withoutSpeed: [Activity: Int]
    /// Vehicles, then bicycles, by speed; bands without windows are left out.
    package let rows: [Row]

    private static let vehicles: [Activity] = [.automotive, .cycling]

    /// The figures of scored windows, `overTime` having an answer for each; `rides` are the manifest's rows, by index.
    /// Nil when no window of a vehicle or bicycle has a speed.
    package init?(_ windows: [ScoredWindow], overTime: [Prediction], rides: [ManifestRow]) {
        var members: [Activity: [Band: [Int]]] = [:]
        var withoutSpeed: [Activity: Int] = [:]
        for ride in ScoredWindow.rides(of: windows) {
            var hasMoved = false
            for index in ride {
                guard let truth = windows[index].truth, Self.vehicles.contains(truth) else { continue }
                guard let speed = windows[index].speed, speed.isFinite else {
                    withoutSpeed[truth, default: 0] += 1
                    continue
                }
                hasMoved = hasMoved || speed >= Self.moving
                members[truth, default: [:]][Band(speed, hasMoved: hasMoved), default: []].append(index)
            }
        }
        guard !members.isEmpty else { return nil }
        var stands = Set<Int>()
        var leftOut: [Activity: Int] = [:]
        for (activity, bands) in members {
            let own = Band.allCases.filter(\.isStanding).flatMap { bands[$0] ?? [] }
            stands.formUnion(own)
            if !own.isEmpty { leftOut[activity] = own.count }
        }
        let others = windows.indices.filter { !stands.contains($0) }.map { windows[$0] }
        withoutStanding = Metrics(balanced: others)
        intervals = FigureIntervals(others)
        self.leftOut = leftOut
        self.withoutSpeed = withoutSpeed
        rows = Self.vehicles.flatMap { activity in
            Band.allCases.compactMap { band in
                members[activity]?[band].map { indices in
                    Row(
                        activity: activity, band: band,
                        figures: RecallFigures(indices.sorted(), of: windows, overTime: overTime, rides: rides))
                }
            }
        }
    }

    /// How vehicles are recalled that stand after they have moved; nil without any.
    package var standstill: RecallFigures? {
        rows.first { $0.activity == .automotive && $0.band == .standingAfter }?.figures
    }
}

extension StandingFigures.Band {
    /// The band of a speed in m/s.
    init(_ speed: Double, hasMoved: Bool) {
        switch speed {
        case ..<StandingFigures.standing: self = hasMoved ? .standingAfter : .standingBefore
        case ..<StandingFigures.moving: self = .creeping
        case ..<5: self = .slow
        default: self = .fast
        }
    }

    var isStanding: Bool { self == .standingBefore || self == .standingAfter }
}
