/// One entry of a feature vector: its name, its definition, and what it needs.
package struct Feature: Sendable, Hashable {
    /// A sensor, beyond the accelerometer, without which a feature is missing.
    package enum Need: String, Sendable, Hashable {
        case gyroscope
        case barometer
    }

    /// The name in model files: signal, quantity and band, as `vertical.power.1.6-2.0`.
    package var name: String
    /// The definition, in the symbols that ``FeatureSchema`` explains.
    package var formula: String
    /// The unit; for a logarithm, of its argument.
    package var unit: String
    /// The sensor it needs beside the accelerometer.
    package var need: Need?
}
