// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A log as SensorLog for iOS writes it, with made-up numbers: each row repeats the phone's own last report.
public struct SensorLogText: Sendable {
    /// A report of the phone.
    public struct Report: Sendable {
        let second: Double
        let activity: String
        let confidence: Int

        /// - Parameter second: when a row has it first, since the log's start. The phone made it 0.1 s before.
        public init(_ second: Double, _ activity: String, _ confidence: Int = 2) {
            self.second = second
            self.activity = activity
            self.confidence = confidence
        }
    }

    /// What the header names; without it the columns are the same.
    public var hasHeader = true
    /// Whether there are columns of the pedometer, which counts two steps a second.
    public var hasPedometer = false
    /// What separates the columns.
    public var separator = ","
    /// What stands behind the wall-clock time.
    public var zone = " -0700"
    /// From which second on the phone swings as that of a walker, 1.4 m/s to the north; until then it lies.
    public var walksFrom = Double.infinity
    /// The phone's reports, by time.
    public var reports: [Report] = []
    let seconds: Double

    /// A log with a header row, without a pedometer, of a phone that lies.
    public init(seconds: Double, reports: [Report] = []) {
        self.seconds = seconds
        self.reports = reports
    }

    /// Rows a second.
    static let rate = 50
    /// When the phone was started before the log, in seconds.
    static let uptime = 5000.0

    /// The headings; 57 without a pedometer.
    public var names: [String] {
        let all = """
            loggingTime(txt) loggingSample(N) identifierForVendor(txt) deviceID(txt) locationTimestamp_since1970(s) \
            locationLatitude(WGS84) locationLongitude(WGS84) locationAltitude(m) locationSpeed(m/s) locationCourse(°) \
            locationVerticalAccuracy(m) locationHorizontalAccuracy(m) locationFloor(Z) \
            accelerometerTimestamp_sinceReboot(s) accelerometerAccelerationX(G) accelerometerAccelerationY(G) \
            accelerometerAccelerationZ(G) gyroTimestamp_sinceReboot(s) gyroRotationX(rad/s) gyroRotationY(rad/s) \
            gyroRotationZ(rad/s) motionTimestamp_sinceReboot(s) motionYaw(rad) motionRoll(rad) motionPitch(rad) \
            motionRotationRateX(rad/s) motionRotationRateY(rad/s) motionRotationRateZ(rad/s) \
            motionUserAccelerationX(G) motionUserAccelerationY(G) motionUserAccelerationZ(G) \
            motionAttitudeReferenceFrame(txt) motionQuaternionX(R) motionQuaternionY(R) motionQuaternionZ(R) \
            motionQuaternionW(R) motionGravityX(G) motionGravityY(G) motionGravityZ(G) motionMagneticFieldX(µT) \
            motionMagneticFieldY(µT) motionMagneticFieldZ(µT) motionMagneticFieldCalibrationAccuracy(Z) \
            activityTimestamp_sinceReboot(s) activity(txt) activityActivityConfidence(Z) \
            activityActivityStartDate(txt) \
            pedometerStartDate(txt) pedometerNumberofSteps(N) pedometerDistance(m) pedometerFloorAscended(N) \
            pedometerFloorDescended(N) pedometerEndDate(txt) \
            altimeterTimestamp_sinceReboot(s) altimeterReset(bool) altimeterRelativeAltitude(m) \
            altimeterPressure(kPa) IP_en0(txt) IP_pdp_ip0(txt) deviceOrientation(Z) batteryState(R) batteryLevel(Z) \
            state(N)
            """
        return all.split(separator: " ").map(String.init).filter { hasPedometer || !$0.hasPrefix("pedometer") }
    }

    /// The whole log. It begins at 8:00:00 by its own clock, on 1 May 2026.
    public var text: String {
        let rows = (0..<Int(seconds * Double(Self.rate))).map { row($0).joined(separator: separator) }
        return ((hasHeader ? [names.joined(separator: separator)] : []) + rows).joined(separator: "\n") + "\n"
    }

    private func row(_ index: Int) -> [String] {
        let time = Double(index) / Double(Self.rate)
        let second = Int(time)
        let walked = max(0, time - walksFrom)
        let phase = 4 * Double.pi * time
        // Small, uneven numbers, as of a phone at rest.
        let noise = (0..<3).map { Double((index * 7919 + $0 * 104_729) % 1009) / 1009 * 0.002 - 0.001 }
        let user =
            walked > 0
            ? [0.15 * sin(phase / 2), 0.2 * sin(phase), 0.4 * sin(phase + 1) + 0.15 * sin(2 * phase)] : [0, 0, 0]
        let motion = zip(user, noise).map { $0 + $1 }
        let fix = Int(walked / 10) * 10
        let clock = Self.clock(time) + zone
        let report = reports.last { $0.second <= time }
        let uptime = Self.decimal(Self.uptime + time)
        let small = noise.map { Self.decimal($0) }
        var cells = [clock, "\(index + 1)", "0F0F0F0F-0000-4000-8000-000000000001", "my_iOS_device"]
        cells += ["\(1_777_647_600 + second / 10 * 10)", Self.decimal(50 + 1.4 * Double(fix) / 111_195, 7), "8", "100"]
        cells += [walked > 0 ? "1.4" : "0", "0", "4", "5", "-9999", uptime]
        cells += [motion[0], motion[1], motion[2] - 1].map { Self.decimal($0) }
        cells += [uptime] + small
        cells += [uptime, "0.1", "0.2", "0.3"] + small + motion.map { Self.decimal($0) }
        cells += "XArbitraryCorrectedZVertical 0 0 0 1 0 0 -1 10 -11 -74 1".split(separator: " ").map(String.init)
        if let report {
            cells += [Self.decimal(Self.uptime + report.second - 0.1), report.activity, "\(report.confidence)"]
            cells.append(Self.clock(report.second) + zone)
        } else {
            cells += ["0", "null", "-1", "null"]
        }
        if hasPedometer {
            cells += ["null", "\(Int(2 * walked))", Self.decimal(1.4 * walked), "0", "0", "null"]
        }
        cells += [
            Self.decimal(Self.uptime + Double(second)), "0", "0", "101.3", "0.0.0.0", "10.0.0.1", "1", "1", "0.5",
        ]
        cells.append("0")
        return cells
    }

    private static func clock(_ time: Double) -> String {
        let milliseconds = Int((time * 1000).rounded())
        func padded(_ number: Int, _ digits: Int) -> String {
            String(repeating: "0", count: max(0, digits - "\(number)".count)) + "\(number)"
        }
        let second = milliseconds / 1000
        return "2026-05-01 \(padded(8 + second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))."
            + padded(milliseconds % 1000, 3)
    }

    private static func decimal(_ value: Double, _ places: Int = 6) -> String {
        let scale = pow(10, Double(places))
        return "\((value * scale).rounded() / scale)"
    }
}
