// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Writes a ride as the folder that the Sensor Logger app exports.
///
/// Columns `time,seconds_elapsed,z,y,x`, `time` in integer nanoseconds since 1970. `Accelerometer.csv` has gravity
/// taken out, `Gravity.csv` has it; their sum is what the accelerometer measured. On iOS both have the opposite sign.
/// `Annotation.csv` holds the label at the begin of every leg, as a person would set it while riding.
package struct SensorLoggerWriter: Sendable, Hashable {
    /// Which of the app's two dialects.
    package enum Platform: Sendable, Hashable {
        case iOS
        case android
    }

    /// Which of the app's two dialects.
    package var platform: Platform
    /// Digits after the point of a sensor's value; 1...12.
    package var decimals: Int

    /// Nanoseconds from the start of the recording to the first acceleration sample.
    static let lead: Int64 = 104_000_000

    /// A writer.
    package init(platform: Platform, decimals: Int = 9) {
        self.platform = platform
        self.decimals = min(max(decimals, 1), 12)
    }

    /// The export's files, their paths below `folder`.
    package func files(_ ride: SyntheticRide, folder: String) -> [ExportFile] {
        let sign: Double = platform == .iOS ? -1 : 1
        let gravity = ride.gravity.map { SyntheticRide.Reading(nanoseconds: $0.nanoseconds, value: sign * $0.value) }
        let linear = zip(ride.acceleration, ride.gravity).map { total, gravity in
            SyntheticRide.Reading(nanoseconds: total.nanoseconds, value: sign * (total.value - gravity.value))
        }
        var files = [
            table("Accelerometer.csv", linear, ride), table("Gravity.csv", gravity, ride),
            table("Gyroscope.csv", ride.rotationRate, ride),
        ]
        if !ride.pressure.isEmpty { files.append(barometer(ride)) }
        files += [locations(ride), annotations(ride), metadata(ride)]
        return files.map { ExportFile(path: folder + "/" + $0.path, bytes: $0.bytes) }
    }

    private func appendTime(_ elapsed: Int64, of ride: SyntheticRide, to text: inout ExportText) {
        text.append(String(ride.start.advanced(byNanoseconds: elapsed).nanoseconds))
        text.append(",")
        text.appendFixed(Nanoseconds.product(elapsed + Self.lead), decimals: 6)
    }

    private func table(_ path: String, _ readings: [SyntheticRide.Reading], _ ride: SyntheticRide)
        -> ExportFile
    {
        var text = ExportText()
        text.append("time,seconds_elapsed,z,y,x\n")
        for reading in readings {
            appendTime(reading.nanoseconds, of: ride, to: &text)
            for axis in [2, 1, 0] {
                text.append(",")
                text.appendFixed(reading.value[axis], decimals: decimals)
            }
            text.append("\n")
        }
        return ExportFile(path: path, bytes: text.bytes)
    }

    /// Pressure in mbar, and the height gained since the first sample by the barometric formula near the ground.
    private func barometer(_ ride: SyntheticRide) -> ExportFile {
        var text = ExportText()
        text.append("time,seconds_elapsed,relativeAltitude,pressure\n")
        let first = ride.pressure.first?.value.x ?? 1
        for reading in ride.pressure {
            appendTime(reading.nanoseconds, of: ride, to: &text)
            text.append(",")
            text.appendFixed((first - reading.value.x) / first * 8434, decimals: 3)
            text.append(",")
            text.appendFixed(reading.value.x, decimals: 4)
            text.append("\n")
        }
        return ExportFile(path: "Barometer.csv", bytes: text.bytes)
    }

    private func locations(_ ride: SyntheticRide) -> ExportFile {
        var text = ExportText()
        let isApple = platform == .iOS
        text.append(
            isApple
                ? "time,seconds_elapsed,altitude,speedAccuracy,bearingAccuracy,latitude,altitudeAboveMeanSeaLevel,"
                    + "bearing,horizontalAccuracy,verticalAccuracy,longitude,speed\n"
                : "time,seconds_elapsed,bearingAccuracy,speedAccuracy,verticalAccuracy,horizontalAccuracy,speed,"
                    + "bearing,altitude,longitude,latitude\n")
        for fix in ride.locations {
            appendTime(fix.elapsed.wholeNanoseconds, of: ride, to: &text)
            let altitude = fix.altitude ?? 0
            let accuracy = fix.horizontalAccuracy ?? -1
            let speed = fix.speed ?? -1
            let bearing = fix.course ?? (isApple ? -1 : 0)
            let bearingAccuracy = fix.course == nil ? (isApple ? -1 : 0) : 8.0
            // The sea level lies some 48 m above the ellipsoid there.
            let values: [(Double, Int)] =
                isApple
                ? [
                    (altitude + 48, 3), (0.5, 2), (bearingAccuracy, 1), (fix.latitude, 8), (altitude, 3),
                    (bearing, 2),
                    (accuracy, 2), (accuracy * 1.5, 2), (fix.longitude, 8), (speed, 3),
                ]
                : [
                    (bearingAccuracy, 1), (0.5, 2), (accuracy * 1.5, 2), (accuracy, 2), (speed, 3),
                    (bearing, 2),
                    (altitude, 3), (fix.longitude, 8), (fix.latitude, 8),
                ]
            for (value, decimals) in values {
                text.append(",")
                text.appendFixed(value, decimals: decimals)
            }
            text.append("\n")
        }
        return ExportFile(path: "Location.csv", bytes: text.bytes)
    }

    private func annotations(_ ride: SyntheticRide) -> ExportFile {
        var text = ExportText()
        text.append("time,seconds_elapsed,text,millisecond_press_duration\n")
        for span in ride.truth {
            appendTime(span.from, of: ride, to: &text)
            text.append("," + span.label + ",\n")
        }
        return ExportFile(path: "Annotation.csv", bytes: text.bytes)
    }

    private func metadata(_ ride: SyntheticRide) -> ExportFile {
        let begin = ride.start.advanced(byNanoseconds: -Self.lead)
        // 2026-05-01T08:00:00.000Z becomes 2026-05-01_08-00-00.
        let moment = String(begin.iso8601.prefix(19).map { $0 == "T" ? "_" : $0 == ":" ? "-" : $0 })
        var sensors = ["Accelerometer", "Gravity", "Gyroscope"]
        let count = ride.acceleration.count
        let span = ride.acceleration.last?.nanoseconds ?? 0
        let interval = String(count > 1 ? (span / Int64(count - 1) + 500_000) / 1_000_000 : 0)
        var intervals = [interval, interval, interval]
        if !ride.pressure.isEmpty {
            sensors.append("Barometer")
            intervals.append("")
        }
        sensors += ["Location", "Annotation"]
        intervals += ["", ""]
        let values = [
            "3", "Synthetic", String(begin.nanoseconds / 1_000_000), moment, "UTC",
            platform == .iOS ? "ios" : "android", "1.54.0", "00000000-0000-0000-0000-000000000000",
            sensors.joined(separator: "|"), intervals.joined(separator: "|"), "false",
            platform == .iOS ? "17.5.1" : "34",
        ]
        return ExportFile(
            path: "Metadata.csv",
            text:
                "version,device name,recording epoch time,recording time,recording timezone,platform,appVersion,"
                + "device id,sensors,sampleRateMs,standardisation,platform version\n"
                + values.joined(separator: ",") + "\n")
    }
}
