// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// SensorLog's columns in the order in which the app writes them, to read a table that lost its header row.
///
/// The user of the app chooses the sensors, so that whole groups of columns may be missing. The groups are those of
/// versions 1.9 to 5.3. The cells of the first row show which of them are there: the times since the start of the phone
/// agree with each other, gravity and the quaternion have length 1, dates and words stand in their places.
enum SensorLogColumns {
    /// The names of a row's columns; nil for a row of another kind.
    static func names(of row: [UInt8], separator: UInt8) -> [ColumnName]? {
        let scanner = FieldScanner(dialect: Dialect(separator: separator, mark: UInt8(ascii: ".")))
        var cells = scanner.fields(row.span, 0..<row.count).map { Cell(String(decoding: row[$0], as: UTF8.self)) }
        if cells.last?.isMissing == true, cells.last?.text.isEmpty == true { cells.removeLast() }
        guard cells.count >= leastColumns, cells[0].isDate || (cells[0].number ?? 0) > 1e9,
            let rest = Division(cells).best(from: 1, group: 0)
        else { return nil }
        let names = ["loggingTime(txt)"] + rest.names
        guard agree(names, cells) else { return nil }
        return names.map { ColumnName(Array($0.utf8)) }
    }

    /// Fewer columns than these are too few to be sure.
    static let leastColumns = 20
    /// The times of the fast sensors in one row differ by less than this, in seconds.
    private static let mostApart = 5.0
    /// A phone that records was started longer ago than this, in seconds.
    private static let leastUptime = 30.0

    /// No hand turns a phone faster, in rad/s.
    private static let fastestTurn = 60.0

    /// The groups behind the time of logging; each has the columns of several versions, the longest first.
    private static let groups: [[[String]]] = [
        columns("loggingSample(N)"),
        columns("identifierForVendor(txt)"),
        columns("deviceID(txt)"),
        columns(
            """
            locationTimestamp_since1970(s) locationLatitude(WGS84) locationLongitude(WGS84) locationAltitude(m) \
            locationSpeed(m/s) locationSpeedAccuracy(m/s) locationCourse(°) locationCourseAccuracy(°) \
            locationVerticalAccuracy(m) locationHorizontalAccuracy(m) locationFloor(Z)
            """,
            """
            locationTimestamp_since1970(s) locationLatitude(WGS84) locationLongitude(WGS84) locationAltitude(m) \
            locationSpeed(m/s) locationCourse(°) locationVerticalAccuracy(m) locationHorizontalAccuracy(m) \
            locationFloor(Z)
            """,
            """
            locationTimestamp_since1970(s) locationLatitude(WGS84) locationLongitude(WGS84) locationAltitude(m) \
            locationSpeed(m/s) locationCourse(°) locationVerticalAccuracy(m) locationHorizontalAccuracy(m)
            """),
        columns(
            """
            locationHeadingTimestamp_since1970(s) locationHeadingX(µT) locationHeadingY(µT) locationHeadingZ(µT) \
            locationTrueHeading(°) locationMagneticHeading(°) locationHeadingAccuracy(°)
            """),
        columns(
            """
            accelerometerTimestamp_sinceReboot(s) accelerometerAccelerationX(G) accelerometerAccelerationY(G) \
            accelerometerAccelerationZ(G)
            """),
        columns("gyroTimestamp_sinceReboot(s) gyroRotationX(rad/s) gyroRotationY(rad/s) gyroRotationZ(rad/s)"),
        columns("magnetometerTimestamp_sinceReboot(s) magnetometerX(µT) magnetometerY(µT) magnetometerZ(µT)"),
        columns(motion("motionHeading(°) "), motion("")),
        columns(
            """
            activityTimestamp_sinceReboot(s) activity(txt) activityActivityConfidence(Z) \
            activityActivityStartDate(txt)
            """),
        columns(
            """
            pedometerStartDate(txt) pedometerNumberofSteps(N) pedometerAverageActivePace(s/m) \
            pedometerCurrentPace(s/m) pedometerCurrentCadence(steps/s) pedometerDistance(m) \
            pedometerFloorAscended(N) pedometerFloorDescended(N) pedometerEndDate(txt)
            """,
            """
            pedometerStartDate(txt) pedometerNumberofSteps(N) pedometerDistance(m) pedometerFloorAscended(N) \
            pedometerFloorDescended(N) pedometerEndDate(txt)
            """),
        columns(
            """
            altimeterTimestamp_sinceReboot(s) altimeterReset(bool) altimeterRelativeAltitude(m) altimeterPressure(kPa)
            """),
        columns("IP_Timestamp_since1970(s) IP_en0(txt) IP_pdp_ip0(txt)", "IP_en0(txt) IP_pdp_ip0(txt)"),
        columns("deviceID(txt)"),
        columns("deviceOrientationTimeStamp_since1970(s) deviceOrientation(Z)", "deviceOrientation(Z)"),
        columns(
            "batteryTimeStamp_since1970(s) batteryState(R) batteryLevel(Z)", "batteryState(R) batteryLevel(Z)"),
        columns(
            """
            avAudioRecorder_Timestamp_since1970(s) avAudioRecorderPeakPower(dB) avAudioRecorderAveragePower(dB)
            """, "avAudioRecorderPeakPower(dB) avAudioRecorderAveragePower(dB)"),
        columns("label(N)"),
    ]

    private static func columns(_ versions: String...) -> [[String]] {
        versions.map { $0.split(separator: " ").map(String.init) }
    }

    private static func motion(_ heading: String) -> String {
        """
        motionTimestamp_sinceReboot(s) motionYaw(rad) motionRoll(rad) motionPitch(rad) motionRotationRateX(rad/s) \
        motionRotationRateY(rad/s) motionRotationRateZ(rad/s) motionUserAccelerationX(G) motionUserAccelerationY(G) \
        motionUserAccelerationZ(G) motionAttitudeReferenceFrame(txt) motionQuaternionX(R) motionQuaternionY(R) \
        motionQuaternionZ(R) motionQuaternionW(R) motionGravityX(G) motionGravityY(G) motionGravityZ(G) \
        motionMagneticFieldX(µT) motionMagneticFieldY(µT) motionMagneticFieldZ(µT) \
        \(heading)motionMagneticFieldCalibrationAccuracy(Z)
        """
    }

    /// Divides the cells of a row into groups so that each cell fits its name, and as many groups as can be are there.
    private final class Division {
        /// Names of cells, and how many groups they are of.
        typealias Names = (names: [String], groups: Int)

        private let cells: [Cell]
        /// What was found before, by cell and group.
        private var found: [Int: Names?] = [:]

        init(_ cells: [Cell]) { self.cells = cells }

        /// The names of the cells from `first` on, of this group and later ones; nil if they fit none.
        func best(from first: Int, group: Int) -> Names? {
            guard group < groups.count else { return first == cells.count ? ([], 0) : nil }
            let key = first * groups.count + group
            if let known = found[key] { return known }
            var best: Names?
            for names in groups[group] where first + names.count <= cells.count {
                guard fits(names, cells[first..<first + names.count]),
                    let rest = self.best(from: first + names.count, group: group + 1),
                    rest.groups + 1 > best?.groups ?? 0
                else { continue }
                best = (names + rest.names, rest.groups + 1)
            }
            if let without = self.best(from: first, group: group + 1), without.groups > best?.groups ?? -1 {
                best = without
            }
            found[key] = .some(best)
            return best
        }
    }

    /// Whether the times of acceleration and of another fast sensor are those of one moment, and the row has
    /// acceleration.
    private static func agree(_ names: [String], _ cells: [Cell]) -> Bool {
        let fast = ["accelerometerT", "gyroT", "magnetometerT", "motionT"]
        let uptimes = zip(names, cells).filter { name, _ in fast.contains { name.hasPrefix($0) } }.compactMap(
            \.1.number)
        guard names.contains("accelerometerAccelerationX(G)") || names.contains("motionGravityX(G)"), uptimes.count > 1,
            let first = uptimes.min(), let last = uptimes.max()
        else { return false }
        return first > leastUptime && last - first < mostApart
    }

    private static func fits(_ names: [String], _ cells: ArraySlice<Cell>) -> Bool {
        guard zip(names, cells).allSatisfy(fits) else { return false }
        func length(_ prefix: String) -> Double? {
            let numbers = zip(names, cells).filter { $0.0.hasPrefix(prefix) }.map { $0.1.number ?? 0 }
            return numbers.isEmpty ? nil : numbers.reduce(0) { $0 + $1 * $1 }.squareRoot()
        }
        let ones = [length("motionQuaternion"), length("motionGravity")].compactMap(\.self)
        // Gyroscope and magnetometer have the same kinds of columns. The field of the earth is at least 20 µT.
        return ones.allSatisfy { ($0 - 1).magnitude < 0.1 } && (length("gyroRotation") ?? 0) < fastestTurn
            && (names[0].hasPrefix("magnetometer")
                ? cells.dropFirst().contains { ($0.number ?? 0).magnitude > 5 } : true)
    }

    private static func fits(_ name: String, _ cell: Cell) -> Bool {
        switch name {
        case "identifierForVendor(txt)", "deviceID(txt)", "IP_en0(txt)", "IP_pdp_ip0(txt)":
            return cell.number == nil && !cell.isDate
        case "motionAttitudeReferenceFrame(txt)":
            return cell.text.hasPrefix("X") || cell.isMissing || cell.isCode(0...16)
        case "activity(txt)": return cell.number == nil && !cell.isDate || cell.isCode(0...6)
        case "activityActivityConfidence(Z)": return cell.isMissing || cell.isCode(-1...2)
        case "activityActivityStartDate(txt)", "pedometerStartDate(txt)", "pedometerEndDate(txt)":
            return cell.isDate || cell.isMissing || (cell.number.map { $0 <= 0 || $0 > 1e6 } ?? false)
        case "locationLatitude(WGS84)": return cell.isMissing || (cell.number ?? .infinity).magnitude <= 90
        case "locationLongitude(WGS84)": return cell.isMissing || (cell.number ?? .infinity).magnitude <= 180
        case "altimeterPressure(kPa)":
            return cell.isMissing || cell.number == 0 || (20...120).contains(cell.number ?? -1)
        default: break
        }
        guard let number = cell.number else { return cell.isMissing }
        if name.contains("_since1970") { return number <= 0 || (1e9...4e9).contains(number) }
        if name.contains("_sinceReboot") { return (0..<1e9).contains(number) }
        if name.hasPrefix("accelerometerAcceleration") { return number.magnitude < 40 }
        if ["N", "Z", "bool"].contains(where: { name.hasSuffix("(\($0))") }), !name.hasPrefix("batteryLevel") {
            return number == number.rounded()
        }
        return true
    }

    /// One cell of the first row.
    private struct Cell {
        let text: String
        let number: Double?
        let isDate: Bool
        let isMissing: Bool

        init(_ text: String) {
            self.text = text
            number = Double(text).flatMap { $0.isFinite ? $0 : nil }
            isDate = number == nil && TimeText.parse(text)?.hasDate == true
            isMissing = ["", "null", "nan", "(null)", "none"].contains(text.lowercased())
        }

        /// Whether it is a whole number of a range.
        func isCode(_ range: ClosedRange<Double>) -> Bool {
            number.map { range.contains($0) && $0 == $0.rounded() } ?? false
        }
    }
}
