// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Writes a ride as the folder that the phyphox app exports.
///
/// One CSV per sensor with the time in seconds since the start, and `meta/` with the device and the wall clock. The
/// header's words differ between the app for iOS and that for Android; separator and decimal point can be chosen.
/// The number of digits is a choice here, since a sample should stay small; the app writes nine.
package struct PhyphoxWriter: Sendable, Hashable {
    /// Whose words the headers use.
    package enum Platform: Sendable, Hashable {
        /// `"X (m/s^2)"`, `Barometer.csv`.
        case iOS
        /// `"Acceleration x (m/s^2)"`, `Pressure.csv`.
        case android
    }

    /// How fields and decimals are separated.
    package enum Separator: Sendable, Hashable {
        /// Fields by comma, decimals by point.
        case commaAndPoint
        /// Fields by semicolon, decimals by comma.
        case semicolonAndComma
        /// Fields by tabulator, decimals by point.
        case tabAndPoint
    }

    /// Whose words the headers use.
    package var platform: Platform
    /// How fields and decimals are separated.
    package var separator: Separator
    /// Digits after the point of a sensor's value; 1...12.
    package var decimals: Int

    /// Nanoseconds from the start of the recording to the first acceleration sample.
    static let lead: Int64 = 12_500_000

    /// A writer.
    package init(platform: Platform, separator: Separator = .commaAndPoint, decimals: Int = 9) {
        self.platform = platform
        self.separator = separator
        self.decimals = min(max(decimals, 1), 12)
    }

    /// The export's files, their paths below `folder`.
    package func files(_ ride: SyntheticRide, folder: String) -> [ExportFile] {
        let isApple = platform == .iOS
        func axes(_ name: String, _ unit: String) -> [String] {
            ["x", "y", "z"].map {
                isApple ? $0.uppercased() + " (" + unit + ")" : name + " " + $0 + " (" + unit + ")"
            }
        }
        var files = [
            table("Accelerometer.csv", ride.acceleration, axes("Acceleration", "m/s^2"), count: 3),
            table("Gyroscope.csv", ride.rotationRate, axes("Gyroscope", "rad/s"), count: 3),
        ]
        if !ride.pressure.isEmpty {
            let header = [isApple ? "X (hPa)" : "Pressure (hPa)"]
            files.append(table(isApple ? "Barometer.csv" : "Pressure.csv", ride.pressure, header, count: 1))
        }
        files.append(ExportFile(path: "Location.csv", bytes: locations(ride.locations)))
        files.append(ExportFile(path: "meta/device.csv", bytes: device()))
        files.append(ExportFile(path: "meta/time.csv", bytes: times(ride)))
        return files.map { ExportFile(path: folder + "/" + $0.path, bytes: $0.bytes) }
    }

    private var field: UInt8 {
        switch separator {
        case .commaAndPoint: UInt8(ascii: ",")
        case .semicolonAndComma: UInt8(ascii: ";")
        case .tabAndPoint: UInt8(ascii: "\t")
        }
    }

    private func text() -> ExportText { ExportText(point: separator == .semicolonAndComma ? "," : ".") }

    private func appendHeader(_ names: [String], to text: inout ExportText) {
        for (index, name) in names.enumerated() {
            if index > 0 { text.append(field) }
            text.append("\"" + name + "\"")
        }
        text.append("\n")
    }

    /// Seconds since the start, to ten microseconds or as fine as the values.
    private func appendTime(_ elapsed: Int64, to text: inout ExportText) {
        text.appendScientific(Nanoseconds.product(elapsed + Self.lead), decimals: max(decimals, 7))
    }

    private func table(
        _ path: String, _ readings: [SyntheticRide.Reading], _ names: [String], count: Int
    ) -> ExportFile {
        var text = text()
        appendHeader(["Time (s)"] + names, to: &text)
        for reading in readings {
            appendTime(reading.nanoseconds, to: &text)
            for axis in 0..<count {
                text.append(field)
                text.appendScientific(reading.value[axis], decimals: count == 1 ? max(decimals, 7) : decimals)
            }
            text.append("\n")
        }
        return ExportFile(path: path, bytes: text.bytes)
    }

    private func locations(_ fixes: [Location]) -> [UInt8] {
        var text = text()
        // The app for iOS labels the last column in degrees, by a slip.
        let last = platform == .iOS ? "Vertical Accuracy (°)" : "Vertical Accuracy (m)"
        appendHeader(
            [
                "Time (s)", "Latitude (°)", "Longitude (°)", "Height (m)", "Velocity (m/s)", "Direction (°)",
                "Horizontal Accuracy (m)", last,
            ], to: &text)
        for fix in fixes {
            appendTime(fix.elapsed.wholeNanoseconds, to: &text)
            let accuracy = fix.horizontalAccuracy ?? .nan
            let values = [
                fix.latitude, fix.longitude, fix.altitude ?? .nan, fix.speed ?? .nan, fix.course ?? .nan,
                accuracy,
                accuracy * 1.5,
            ]
            for (index, value) in values.enumerated() {
                text.append(field)
                text.appendScientific(value, decimals: index < 2 ? 9 : decimals)
            }
            text.append("\n")
        }
        return text.bytes
    }

    private func device() -> [UInt8] {
        let isApple = platform == .iOS
        let rows = [
            ("property", "value"), ("version", "1.1.16"), ("build", isApple ? "11317" : "1011602"),
            ("fileFormat", "1.18"), ("deviceModel", "Synthetic"),
            ("deviceBrand", isApple ? "Apple" : "Synthetic"),
            ("deviceBoard", ""), ("deviceManufacturer", ""), ("deviceBaseOS", ""), ("deviceCodename", ""),
            ("deviceRelease", isApple ? "17.5.1" : "14"),
        ]
        var text = text()
        for row in rows { appendHeader([row.0, row.1], to: &text) }
        return text.bytes
    }

    /// The wall clock at start and end. Its text is UTC, and keeps its point in every dialect.
    private func times(_ ride: SyntheticRide) -> [UInt8] {
        var text = text()
        appendHeader(["event", "experiment time", "system time", "system time text"], to: &text)
        let end = ride.truth.last?.to ?? 0
        for (event, elapsed) in [("START", -Self.lead), ("PAUSE", end)] {
            let moment = ride.start.advanced(byNanoseconds: elapsed)
            text.append("\"" + event + "\"")
            text.append(field)
            text.appendScientific(Nanoseconds.product(elapsed + Self.lead), decimals: platform == .iOS ? 15 : 9)
            text.append(field)
            appendSystemTime(moment, to: &text)
            text.append(field)
            let words = moment.iso8601.map { $0 == "T" ? " " : String($0) }.joined()
            text.append("\"" + words.dropLast() + " UTC+00:00\"\n")
        }
        return text.bytes
    }

    /// Seconds since 1970: `1.777622400000000E9` on iOS, `1777622400.000` on Android, from the integer so that no digit
    /// is lost.
    private func appendSystemTime(_ moment: Timestamp, to text: inout ExportText) {
        let digits = Array(String(moment.nanoseconds).utf8)
        guard digits.count == 19 else { return text.append("NaN") }
        let isApple = platform == .iOS
        let whole = isApple ? 1 : 10
        for digit in digits[..<whole] { text.append(digit) }
        text.append(text.point)
        for digit in digits[whole..<(isApple ? 16 : 13)] { text.append(digit) }
        if isApple { text.append("E9") }
    }
}
