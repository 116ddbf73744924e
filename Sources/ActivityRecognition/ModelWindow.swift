internal import ActivityFeatures
import MotionTypes

/// One window as a ``WindowModel`` sees it: its features by name, and its samples on the uniform grid of 25 Hz.
public struct ModelWindow: Sendable {
    /// The names of the features, in the order of ``features``: signal, quantity and band, as `vertical.power.1.6-2.0`.
    public static let featureNames = FeatureSchema.motion.features.map(\.name)

    /// The features, one for each of ``featureNames``; NaN is missing, as for want of a sensor.
    public let features: [Double]
    /// What the window covers, since the first accelerometer sample: 5.12 s.
    public let span: Range<Duration>
    /// Whether a gap, or the recording's beginning, lies right before it. Other windows share their first half with the one before.
    public let startsSegment: Bool
    /// Raw accelerometer samples per second within it.
    public let rate: Double
    /// Acceleration at the 128 grid points, in m/s²; Android's signs (a phone at rest, face up, reads +9.81 on z).
    public let acceleration: [SIMD3<Float>]
    /// Whether that is total acceleration, with gravity, and not linear acceleration.
    public let hasGravity: Bool
    /// Rotation rate at the 128 grid points, in rad/s; nil where the gyroscope does not cover the window.
    public let rotationRate: [SIMD3<Float>]?

    /// The feature of a name; nil where it is missing. A name that is not one of ``featureNames`` is an error of the program.
    public subscript(feature: String) -> Double? {
        guard let index = FeatureSchema.motion.index(of: feature) else {
            preconditionFailure("\(quoted: feature) is none of the features' names")
        }
        return features[index].isNaN ? nil : features[index]
    }

    /// A window with its features.
    init(_ window: MotionWindow, features: [Double]) {
        self.features = features
        span = Duration.nanoseconds(window.start)..<Duration.nanoseconds(window.end)
        startsSegment = window.startsSegment
        rate = window.rate
        acceleration = window.acceleration
        hasGravity = window.hasGravity
        rotationRate = window.rotationRate
    }
}
