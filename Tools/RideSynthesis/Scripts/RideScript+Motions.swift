// SPDX-License-Identifier: Apache-2.0
extension RideScript {
    /// A gait on foot.
    package struct Gait: Sendable, Hashable {
        /// Steps (of either foot) per second: 1.6 to 2.1 walking, 2.5 to 3.0 running.
        package var stepFrequency: Double
        /// Metres per second.
        package var speed: Double

        /// A gait.
        package init(stepFrequency: Double, speed: Double) {
            self.stepFrequency = stepFrequency
            self.speed = speed
        }

        /// A usual walk: 1.85 steps a second at 1.4 m/s.
        package static let walk = Gait(stepFrequency: 1.85, speed: 1.4)
        /// An easy run: 2.7 steps a second at 2.9 m/s.
        package static let run = Gait(stepFrequency: 2.7, speed: 2.9)
    }

    /// A way of riding a bicycle.
    package struct Cycling: Sendable, Hashable {
        /// Turns of the crank per second: 1.0 to 1.6 (60 to 95 a minute).
        package var cadence: Double
        /// Metres per second.
        package var speed: Double
        /// How rough the road is: the vertical standard deviation in m/s² at 5 m/s, on the frame.
        package var roughness: Double

        /// A way of riding.
        package init(cadence: Double = 1.15, speed: Double = 5.2, roughness: Double = 1.1) {
            self.cadence = cadence
            self.speed = speed
            self.roughness = roughness
        }
    }

    /// A way of driving.
    package struct Driving: Sendable, Hashable {
        /// Red lights on the way.
        package var redLights: Int
        /// Metres per second between them.
        package var speed: Double
        /// How rough the road is: the vertical standard deviation in m/s² at 14 m/s, on the seat.
        package var roughness: Double
        /// When it brakes to stand, and when it goes on, in seconds of the leg, beside the red lights.
        package var stops: [ClosedRange<Double>]
        /// What is driven.
        package var vehicle: Vehicle

        /// What is driven.
        package enum Vehicle: String, Sendable, Hashable {
            case car
            case bus
        }

        /// A way of driving.
        package init(
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
    package struct Train: Sendable, Hashable {
        /// Metres per second between stations.
        package var speed: Double
        /// How rough the track is: the vertical standard deviation in m/s² at 35 m/s, on the seat.
        package var roughness: Double
        /// When it brakes for a station, and when it leaves, in seconds of the leg.
        package var stops: [ClosedRange<Double>]

        /// A ride.
        package init(speed: Double = 35, roughness: Double = 0.18, stops: [ClosedRange<Double>] = []) {
            self.speed = speed
            self.roughness = roughness
            self.stops = stops
        }
    }

    /// A ride in a lift.
    package struct Lift: Sendable, Hashable {
        /// Metres per second upwards; negative goes down.
        package var speed: Double

        /// A ride.
        package init(speed: Double = 1.6) { self.speed = speed }
    }

    /// A phone that is shaken.
    package struct Shaking: Sendable, Hashable {
        /// To and fro per second.
        package var frequency: Double
        /// The largest acceleration, in m/s².
        package var amplitude: Double

        /// A way of shaking.
        package init(frequency: Double = 3.5, amplitude: Double = 14) {
            self.frequency = frequency
            self.amplitude = amplitude
        }
    }
}
