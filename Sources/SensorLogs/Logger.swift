/// The apps and layouts whose logs can be read. The raw value is what `--logger` and a manifest call it.
public enum Logger: String, CaseIterable, Sendable, Hashable {
    /// phyphox: a folder or zip with a table for each sensor, or one merged table.
    case phyphox
    /// Sensor Logger: a folder or zip with a table for each sensor, or one JSON array.
    case sensorLogger = "sensor-logger"
    /// Physics Toolbox Sensor Suite: one table.
    case physicsToolbox = "physics-toolbox"
    /// Sensor Record: a folder with a table for each sensor.
    case sensorRecord = "sensor-record"
    /// A table with the fields of Core Motion: user acceleration, gravity, rotation rate.
    case coreMotion = "core-motion"
    /// SensorLog for iOS: one wide table.
    case sensorLog = "sensorlog-ios"
    /// AndroSensor: one wide table, semicolons between its columns.
    case androSensor = "androsensor"
    /// Any other table with a time and three axes.
    case plain
}
