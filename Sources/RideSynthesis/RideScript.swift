public import MotionTypes

/// What a person does, one leg after the other.
public struct RideScript: Sendable, Hashable {
    /// The legs in order.
    public var legs: [Leg]

    /// A script of `legs`.
    public init(_ legs: [Leg]) { self.legs = legs }

    /// The sum of the legs' durations, in seconds.
    public var duration: Double { legs.reduce(0) { $0 + $1.duration } }

    /// One stretch of a ride with one activity.
    public struct Leg: Sendable, Hashable {
        /// How the person moves.
        public var motion: Motion
        /// Seconds.
        public var duration: Double
        /// Where the phone is during this leg; nil for the phone's own placement.
        public var placement: Placement?

        /// A leg.
        public init(_ motion: Motion, duration: Double, placement: Placement? = nil) {
            self.motion = motion
            self.duration = duration
            self.placement = placement
        }
    }

    /// How a person moves during a leg.
    public enum Motion: Sendable, Hashable {
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
        /// In a car.
        case driving(Driving)

        /// The label of this motion.
        public var activity: Activity {
            switch self {
            case .sitting, .standing: .stationary
            case .walking: .walking
            case .running: .running
            case .cycling: .cycling
            case .driving: .automotive
            }
        }

        /// The word for the manifest's column `mode`.
        public var mode: String {
            switch self {
            case .sitting: "sitting"
            case .standing: "standing"
            case .walking: "walking"
            case .running: "running"
            case .cycling: "cycling"
            case .driving: "car"
            }
        }
    }

    /// A gait on foot.
    public struct Gait: Sendable, Hashable {
        /// Steps (of either foot) per second: 1.6 to 2.1 walking, 2.5 to 3.0 running.
        public var stepFrequency: Double
        /// Metres per second.
        public var speed: Double

        /// A gait.
        public init(stepFrequency: Double, speed: Double) {
            self.stepFrequency = stepFrequency
            self.speed = speed
        }

        /// A usual walk: 1.85 steps a second at 1.4 m/s.
        public static let walk = Gait(stepFrequency: 1.85, speed: 1.4)
        /// An easy run: 2.7 steps a second at 2.9 m/s.
        public static let run = Gait(stepFrequency: 2.7, speed: 2.9)
    }

    /// A way of riding a bicycle.
    public struct Cycling: Sendable, Hashable {
        /// Turns of the crank per second: 1.0 to 1.6 (60 to 95 a minute).
        public var cadence: Double
        /// Metres per second.
        public var speed: Double
        /// How rough the road is: the vertical standard deviation in m/s² at 5 m/s, on the frame.
        public var roughness: Double

        /// A way of riding.
        public init(cadence: Double = 1.15, speed: Double = 5.2, roughness: Double = 1.5) {
            self.cadence = cadence
            self.speed = speed
            self.roughness = roughness
        }
    }

    /// A way of driving.
    public struct Driving: Sendable, Hashable {
        /// Red lights on the way.
        public var redLights: Int
        /// Metres per second between them.
        public var speed: Double
        /// How rough the road is: the vertical standard deviation in m/s² at 14 m/s, on the seat.
        public var roughness: Double

        /// A way of driving.
        public init(redLights: Int = 2, speed: Double = 13, roughness: Double = 0.45) {
            self.redLights = redLights
            self.speed = speed
            self.roughness = roughness
        }
    }
}
