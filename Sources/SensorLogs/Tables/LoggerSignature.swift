import TextFormats

extension Logger {
    /// The logger whose tables have such columns; `plain` if none is known for them.
    static func detect(_ names: [ColumnName]) -> Logger {
        let stems = Set(names.map(\.stem))
        let hasStatedUnits = names.contains {
            $0.unit == .metresPerSecondSquared || $0.unit == .radiansPerSecond
        }
        if stems.contains("loggingtime") || stems.contains("accelerometertimestampsincereboot") {
            return .sensorLog
        }
        if stems.contains("secondselapsed"), stems.contains("time") { return .sensorLogger }
        if stems.contains("timestamp"), stems.contains("milliseconds") { return .sensorRecord }
        if stems.contains("timesincestartin") || stems.contains("yyyymoddhhmisssss") { return .androSensor }
        if stems.contains("gravity"), stems.contains("useracceleration"), stems.contains("attituderoll") {
            return .coreMotion
        }
        if stems.contains("acceluser") || stems.contains("motionuseracceleration") { return .coreMotion }
        if stems.contains("gf") || stems.contains("time") && stems.contains("w") { return .physicsToolbox }
        if let time = names.first(where: { $0.stem == "time" }), time.unit == .seconds,
            hasStatedUnits || names.contains(where: { $0.unit == .hectopascal }) || stems.contains("latitude")
        {
            return .phyphox
        }
        return .plain
    }

    /// Whether the logger writes accelerations with the signs of iOS, the negative of Android's.
    var writesNegativeSigns: Bool { self == .coreMotion || self == .sensorLog }
}
