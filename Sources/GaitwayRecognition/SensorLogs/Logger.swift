// SPDX-License-Identifier: Apache-2.0
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
    /// Sensor Fusion (Linköping): one file whose rows name their sensor.
    case sensorFusion = "sensor-fusion"
    /// Biker-Log: one file whose rows name their sensor, below a preamble.
    case bikerLog = "biker-log"
    /// The traces of the indoor-location competitions: one file whose rows name their sensor.
    case indoorLocation = "indoor-location"
    /// GetSensorData (IPIN): one file whose rows name their sensor.
    case getSensorData = "getsensordata"
    /// Google's GnssLogger: one file whose rows name their sensor.
    case gnssLogger = "gnsslogger"
    /// Google Science Journal: one table in which each sensor has rows of its own.
    case scienceJournal = "science-journal"
    /// NavRecorder: a folder with a table for each sensor, below a preamble.
    case navRecorder = "navrecorder"
    /// MetaWear: a table for each sensor.
    case metaWear = "metawear"
    /// Empatica E4: a table for each sensor, with its start and its rate instead of times.
    case empatica
    /// Accelerometer Analyzer: one table whose rows hold the time since the row before.
    case accelerometerAnalyzer = "accelerometer-analyzer"
    /// Any other table with a time and three axes.
    case plain
}

extension Logger {
    /// How a person gets more samples a second from the app.
    var rateAdvice: String {
        switch self {
        case .phyphox: "raise the sensor rate in phyphox"
        case .sensorLogger: "raise the sampling frequency in Sensor Logger"
        default: "raise the sampling rate in the logger's settings"
        }
    }
}
