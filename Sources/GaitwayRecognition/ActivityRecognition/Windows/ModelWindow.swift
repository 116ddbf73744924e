// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// One window as a ``WindowModel`` sees it: its features by name, and its samples on the uniform grid of 25 Hz.
public struct ModelWindow: Sendable {
    /// The names of the features, in the order of ``features``: signal, quantity and band, as `vertical.power.1.6-2.0`.
    public static let featureNames = FeatureSchema.motion.features.map(\.name)

    /// The features, one for each of ``featureNames``; NaN if missing, for example without a gyroscope.
    public let features: [Double]
    /// The 5.12 s that the window covers, counted from the first accelerometer sample.
    public let span: Range<Duration>
    /// Whether a gap or the recording's beginning lies right before the window. Other windows share their first half
    /// with the window before.
    public let startsSegment: Bool
    /// False when the accelerometer stood still or was at the end of its range: the window then says nothing about the
    /// motion. A ``WindowModel`` is asked about sound windows only.
    public let isSound: Bool
    /// Recorded accelerometer samples per second: the mean over the windows since the rate last changed by 10 % or
    /// more.
    public let rate: Double
    /// Acceleration at the 128 grid points, in m/s²; Android's signs (a phone at rest, face up, reads +9.81 on z).
    public let acceleration: [SIMD3<Float>]
    /// Whether the acceleration contains gravity; false for linear acceleration.
    public let hasGravity: Bool
    /// Rotation rate at the 128 grid points, in rad/s; nil if the gyroscope does not cover the window.
    public let rotationRate: [SIMD3<Float>]?

    /// The feature of a name; nil if it is missing. The name must be one of ``featureNames``.
    public subscript(feature: String) -> Double? {
        guard let index = FeatureSchema.motion.index(of: feature) else {
            preconditionFailure("\(quoted: feature) is not the name of a feature")
        }
        return features[index].isNaN ? nil : features[index]
    }

    init(_ window: MotionWindow, features: [Double]) {
        self.features = features
        span = Duration.nanoseconds(window.start)..<Duration.nanoseconds(window.end)
        startsSegment = window.startsSegment
        isSound = window.fault == nil
        rate = window.rate
        acceleration = window.acceleration
        hasGravity = window.hasGravity
        rotationRate = window.rotationRate
    }
}
