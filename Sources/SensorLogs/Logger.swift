/// The apps and layouts whose logs can be read. The raw value is what `--logger` and a manifest call it.
public enum Logger: String, CaseIterable, Sendable, Hashable {
    case phyphox
    case sensorLogger = "sensor-logger"
    case physicsToolbox = "physics-toolbox"
    case sensorRecord = "sensor-record"
    case coreMotion = "core-motion"
    case sensorLog = "sensorlog-ios"
    case androSensor = "androsensor"
    case plain
}
