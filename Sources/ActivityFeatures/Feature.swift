/// One entry of a feature vector: its name, its definition, and what it needs.
public struct Feature: Sendable, Hashable {
    /// A sensor, beyond the accelerometer, without which a feature is missing.
    public enum Need: String, Sendable, Hashable {
        case gyroscope
        case barometer
    }

    /// The name in model files: signal, quantity and band, as `vertical.power.1.6-2.0`.
    public var name: String
    /// The definition, in the symbols that ``FeatureSchema`` explains.
    public var formula: String
    /// The unit; for a logarithm, of its argument.
    public var unit: String
    /// The sensor it needs beside the accelerometer.
    public var need: Need?
}
