// SPDX-License-Identifier: Apache-2.0
/// Where a phone is carried.
package enum PhonePlacement: String, CaseIterable, Sendable, Hashable {
    /// The front pocket of trousers, top down, the screen to the front: it turns with the thigh.
    case pocket
    /// A bag on the back: it turns with the trunk, a little.
    case bag
    /// A holder on the dashboard or the handlebar.
    case mount
    /// On a table, face up.
    case table
    /// In the hand, before the chest, the screen to the face.
    case hand
}

/// A phone's sensors, and where it is carried.
package struct Phone: Sendable, Hashable {
    /// Where it is carried, unless a leg says otherwise.
    package var placement: PhonePlacement
    /// Accelerometer and gyroscope samples per second.
    package var rate: Double
    /// Standard deviation of a sampling time, as a share of the sampling interval; at most 0.1 is used.
    package var jitter: Double
    /// Barometer samples per second: 1 on iPhones, up to 10 on Android; 0 for none.
    package var barometerRate: Double
    /// Standard deviation of one acceleration sample, in m/s².
    package var accelerationNoise: Double
    /// Standard deviation of one rotation-rate sample, in rad/s.
    package var rotationNoise: Double
    /// Standard deviation of one pressure sample, in hPa.
    package var pressureNoise: Double
    /// Standard deviation of a fix, in metres; its speed has a twentieth of that in m/s.
    package var locationNoise: Double
    /// Constant error per axis, in m/s² (standard deviation from which it is drawn).
    package var accelerationBias: Double
    /// Constant error per axis, in rad/s (standard deviation from which it is drawn).
    package var rotationBias: Double
    /// Step of the accelerometer's converter, in m/s²; 0 for none.
    package var accelerationStep: Double
    /// Step of the gyroscope's converter, in rad/s; 0 for none.
    package var rotationStep: Double

    /// A phone; the defaults are those of a good one: an accelerometer with 1 mm/s² per root hertz and 16 bits
    /// over ±8 g, a gyroscope with 16 bits over ±2000 °/s.
    package init(
        placement: PhonePlacement = .pocket, rate: Double = 100, jitter: Double = 0.01, barometerRate: Double = 1,
        accelerationNoise: Double = 0.010, rotationNoise: Double = 0.0012, pressureNoise: Double = 0.006,
        locationNoise: Double = 2.5, accelerationBias: Double = 0.04, rotationBias: Double = 0.002,
        accelerationStep: Double = 0.0024, rotationStep: Double = 0.00107
    ) {
        self.placement = placement
        self.rate = rate
        self.jitter = jitter
        self.barometerRate = barometerRate
        self.accelerationNoise = accelerationNoise
        self.rotationNoise = rotationNoise
        self.pressureNoise = pressureNoise
        self.locationNoise = locationNoise
        self.accelerationBias = accelerationBias
        self.rotationBias = rotationBias
        self.accelerationStep = accelerationStep
        self.rotationStep = rotationStep
    }

    /// The same phone with perfect sensors: no noise, no bias, no steps, even sampling.
    package var perfect: Phone {
        Phone(
            placement: placement, rate: rate, jitter: 0, barometerRate: barometerRate, accelerationNoise: 0,
            rotationNoise: 0, pressureNoise: 0, locationNoise: 0, accelerationBias: 0, rotationBias: 0,
            accelerationStep: 0, rotationStep: 0)
    }
}
