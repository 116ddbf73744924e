// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// What a person does, one leg after the other.
package struct RideScript: Sendable, Hashable {
    /// The legs in order.
    package var legs: [Leg]

    /// A script of `legs`.
    package init(_ legs: [Leg]) { self.legs = legs }

    /// The sum of the legs' durations, in seconds.
    package var duration: Double { legs.reduce(0) { $0 + $1.duration } }

    /// One stretch of a ride with one activity.
    package struct Leg: Sendable, Hashable {
        /// How the person moves.
        package var motion: Motion
        /// Seconds.
        package var duration: Double
        /// Where the phone is during this leg; nil for the phone's own placement.
        package var placement: PhonePlacement?

        /// A leg.
        package init(_ motion: Motion, duration: Double, placement: PhonePlacement? = nil) {
            self.motion = motion
            self.duration = duration
            self.placement = placement
        }
    }

    /// How a person moves during a leg.
    package enum Motion: Sendable, Hashable {
        /// On a chair: breathing, and another posture every 20 to 60 s.
        case sitting
        /// On both feet: swaying, and a shift of weight now and then.
        case standing
        /// On foot, one foot always on the ground.
        case walking(Gait)
        /// On foot, with a flight phase.
        case running(Gait)
        /// On a bicycle.
        case cycling(Cycling)
        /// In a car or a bus.
        case driving(Driving)
        /// On a seat of a train.
        case train(Train)
        /// On both feet in a lift.
        case lift(Lift)
        /// On a chair, shaking the phone.
        case shaking(Shaking)

        /// The label of this motion; nil for moving, but none of the five.
        package var activity: Activity? {
            switch self {
            case .sitting, .standing: .stationary
            case .walking: .walking
            case .running: .running
            case .cycling: .cycling
            case .driving, .train: .automotive
            case .lift, .shaking: nil
            }
        }

        /// The word for the manifest's column `mode`.
        package var mode: String {
            switch self {
            case .sitting: "sitting"
            case .standing: "standing"
            case .walking: "walking"
            case .running: "running"
            case .cycling: "cycling"
            case .driving(let driving): driving.vehicle.rawValue
            case .train: "train"
            case .lift: "elevator"
            case .shaking: "shaking"
            }
        }
    }
}
