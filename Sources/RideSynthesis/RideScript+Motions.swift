extension RideScript {
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
        /// When it brakes to stand, and when it goes on, in seconds of the leg, beside the red lights.
        public var stops: [ClosedRange<Double>]
        /// What is driven.
        public var vehicle: Vehicle

        /// What is driven.
        public enum Vehicle: String, Sendable, Hashable {
            case car
            case bus
        }

        /// A way of driving.
        public init(
            redLights: Int = 2, speed: Double = 13, roughness: Double = 0.45, stops: [ClosedRange<Double>] = [],
            vehicle: Vehicle = .car
        ) {
            self.redLights = redLights
            self.speed = speed
            self.roughness = roughness
            self.stops = stops
            self.vehicle = vehicle
        }
    }

    /// A ride on a train.
    public struct Train: Sendable, Hashable {
        /// Metres per second between stations.
        public var speed: Double
        /// How rough the track is: the vertical standard deviation in m/s² at 35 m/s, on the seat.
        public var roughness: Double
        /// When it brakes for a station, and when it leaves, in seconds of the leg.
        public var stops: [ClosedRange<Double>]

        /// A ride.
        public init(speed: Double = 35, roughness: Double = 0.18, stops: [ClosedRange<Double>] = []) {
            self.speed = speed
            self.roughness = roughness
            self.stops = stops
        }
    }

    /// A ride in a lift.
    public struct Lift: Sendable, Hashable {
        /// Metres per second upwards; negative goes down.
        public var speed: Double

        /// A ride.
        public init(speed: Double = 1.6) { self.speed = speed }
    }

    /// A phone that is shaken.
    public struct Shaking: Sendable, Hashable {
        /// To and fro per second.
        public var frequency: Double
        /// The largest acceleration, in m/s².
        public var amplitude: Double

        /// A way of shaking.
        public init(frequency: Double = 3.5, amplitude: Double = 14) {
            self.frequency = frequency
            self.amplitude = amplitude
        }
    }
}
