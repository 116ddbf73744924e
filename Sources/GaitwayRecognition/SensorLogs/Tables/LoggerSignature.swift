// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

extension Logger {
    /// The logger whose tables have these columns; `plain` for an unknown logger.
    static func detect(_ names: [ColumnName]) -> Logger {
        let stems = Set(names.map(\.stem))
        let hasStatedUnits = names.contains {
            $0.unit == .metresPerSecondSquared || $0.unit == .radiansPerSecond
        }
        if stems.contains("loggingtime") || stems.contains("accelerometertimestampsincereboot") { return .sensorLog }
        if stems.contains("timestampacc") || stems.contains("timestampgyro") { return .navRecorder }
        if stems.contains("epoc") { return .metaWear }
        if stems.contains("relativetime") { return .scienceJournal }
        if stems.contains("secondselapsed"), stems.contains("time") { return .sensorLogger }
        if stems.contains("timestamp"), stems.contains("milliseconds") { return .sensorRecord }
        if stems.contains("timesincestartin") || stems.contains("yyyymoddhhmisssss") { return .androSensor }
        if stems.contains("gravity"), stems.contains("useracceleration"), stems.contains("attituderoll") {
            return .coreMotion
        }
        if stems.contains("acceluser") || stems.contains("motionuseracceleration") { return .coreMotion }
        if writesTotals(names) { return .physicsToolbox }
        if stems.contains("gf") || stems.contains("time") && stems.contains("w") { return .physicsToolbox }
        if let time = names.first(where: { $0.stem == "time" }), time.unit == .seconds,
            hasStatedUnits || names.contains(where: { $0.unit == .hectopascal }) || stems.contains("latitude")
        {
            return .phyphox
        }
        return .plain
    }

    /// Whether the columns are those of Physics Toolbox's linear accelerometer: `ax`, `ay`, `az` and their size, `aT`
    /// or `atotal`.
    static func writesTotals(_ names: [ColumnName]) -> Bool {
        names.contains { ($0.stem == "at" || $0.stem == "atotal") && $0.axis == nil }
            && names.contains { $0.stem == "a" && $0.axis != nil }
    }

    /// Whether the logger has a name of its own for linear acceleration, so that acceleration with a unit is total.
    var namesLinearAcceleration: Bool {
        switch self {
        case .plain, .physicsToolbox, .sensorLogger, .metaWear: false
        default: true
        }
    }

    /// Whether the logger writes accelerations with the signs of iOS, the negative of Android's.
    var writesNegativeSigns: Bool { self == .coreMotion || self == .sensorLog }
}
