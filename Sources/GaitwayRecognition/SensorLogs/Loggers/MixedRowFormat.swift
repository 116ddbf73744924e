// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// How a logger writes rows of several sensors into one file, each named by a word in it.
struct MixedRowFormat {
    /// The rows that one word names.
    struct Kind {
        /// The word that names the sensor, in the column ``column``.
        let word: String
        /// The quantity in its rows: acceleration, rotation rate, pressure or latitude (a fix).
        let role: ColumnRole
        /// Its columns, as a header of their own.
        let header: String
        /// Whether the acceleration contains gravity; nil if the word leaves that open.
        var acceleration: LogOptions.Acceleration? = .total
    }

    let logger: Logger
    let separator: UInt8
    /// The column of the word, from 0.
    let column: Int
    /// The kinds that are read, best first within a role.
    let kinds: [Kind]
    /// The contents that are not read though a user may expect them, with the reason.
    var note: String?
    /// Whether the words may be numbers, as Android's types of sensors are.
    var hasNumbers = false

    static let known: [MixedRowFormat] = [
        sensorFusion(","), sensorFusion("\t"), bikerLog, indoorLocation, getSensorData, gnssLogger,
    ]

    /// `Time, Type, X, Y, Z, W` or the same without a header; the unit of the time differs by version.
    private static func sensorFusion(_ separator: Unicode.Scalar) -> MixedRowFormat {
        func header(_ names: String...) -> String { names.joined(separator: String(Character(separator))) }
        return MixedRowFormat(
            logger: .sensorFusion, separator: UInt8(ascii: separator), column: 1,
            kinds: [
                Kind(
                    word: "ACC", role: .acceleration,
                    header: header("time", "kind", "x (m/s^2)", "y (m/s^2)", "z (m/s^2)")),
                Kind(
                    word: "GYR", role: .rotationRate,
                    header: header("time", "kind", "x (rad/s)", "y (rad/s)", "z (rad/s)")),
                Kind(word: "PRS", role: .pressure, header: header("time", "kind", "pressure (hPa)")),
                Kind(word: "GPS", role: .latitude, header: header("time", "kind", "latitude", "longitude", "altitude")),
            ])
    }

    /// Times are milliseconds since 1970.
    ///
    /// The preamble calls the rotation rate °/s, but its steps are those of a sensor that Android hands out in rad/s.
    private static let bikerLog = MixedRowFormat(
        logger: .bikerLog, separator: UInt8(ascii: ","), column: 1,
        kinds: [
            Kind(
                word: "IMU", role: .acceleration,
                header: "time (ms),kind,ax (m/s^2),ay (m/s^2),az (m/s^2),gx (rad/s),gy (rad/s),gz (rad/s)"),
            Kind(word: "BARO", role: .pressure, header: "time (ms),kind,height,pressure (hPa)"),
            Kind(
                word: "GPS", role: .latitude,
                header: "time (ms),kind,latitude,longitude,altitude,speed,bearing,accuracy"),
        ], note: "assuming a rotation rate in rad/s, which its values fit, not in °/s as the preamble says")

    /// Times are milliseconds since 1970.
    private static let indoorLocation = MixedRowFormat(
        logger: .indoorLocation, separator: UInt8(ascii: "\t"), column: 1,
        kinds: [
            Kind(
                word: "TYPE_ACCELEROMETER", role: .acceleration,
                header: "time (ms)\tkind\tax (m/s^2)\tay (m/s^2)\taz (m/s^2)"),
            Kind(
                word: "TYPE_GYROSCOPE", role: .rotationRate,
                header: "time (ms)\tkind\tgx (rad/s)\tgy (rad/s)\tgz (rad/s)"),
            Kind(word: "TYPE_PRESSURE", role: .pressure, header: "time (ms)\tkind\tpressure (hPa)"),
        ])

    /// The first time is the app's, when a row was written; the second is the sensor's, which is even.
    private static let getSensorData = MixedRowFormat(
        logger: .getSensorData, separator: UInt8(ascii: ";"), column: 0,
        kinds: [
            Kind(word: "ACCE", role: .acceleration, header: "kind;written;time (s);ax (m/s^2);ay (m/s^2);az (m/s^2)"),
            Kind(word: "GYRO", role: .rotationRate, header: "kind;written;time (s);gx (rad/s);gy (rad/s);gz (rad/s)"),
            Kind(word: "PRES", role: .pressure, header: "kind;written;time (s);pressure (hPa)"),
        ], note: "positions (GNSS, POSI) are left out: their clock is another than that of the sensors")

    /// The first time is UTC in milliseconds when a row was written; the second is the sensor's, since the phone was
    /// started.
    private static let gnssLogger = MixedRowFormat(
        logger: .gnssLogger, separator: UInt8(ascii: ","), column: 0,
        kinds: [
            Kind(word: "Accel", role: .acceleration, header: sensor("ax (m/s^2),ay (m/s^2),az (m/s^2)")),
            Kind(word: "UncalAccel", role: .acceleration, header: sensor("ax (m/s^2),ay (m/s^2),az (m/s^2)")),
            Kind(word: "Gyro", role: .rotationRate, header: sensor("gx (rad/s),gy (rad/s),gz (rad/s)")),
            Kind(word: "UncalGyro", role: .rotationRate, header: sensor("gx (rad/s),gy (rad/s),gz (rad/s)")),
            Kind(
                word: "Fix", role: .latitude,
                header:
                    "kind,provider,latitude,longitude,altitude,speed,accuracy,bearing,epoch "
                    + "(ms),speedaccuracy,bearingaccuracy,time (ns)"
            ),
        ])

    private static func sensor(_ axes: String) -> String { "kind,epoch (ms),time (ns)," + axes }
}

extension MixedRowFormat {
    /// The word of a row; nil for a row that has none.
    func word(_ row: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var start = row.startIndex
        for _ in 0..<column {
            guard let end = row[start...].firstIndex(of: separator) else { return nil }
            start = end + 1
        }
        var word = row[start...].prefix { $0 != separator }
        guard word.endIndex < row.endIndex else { return nil }
        while let first = word.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\"") { word.removeFirst() }
        while let last = word.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\"") { word.removeLast() }
        guard let first = word.first else { return nil }
        let isLetter = first | 0x20 >= UInt8(ascii: "a") && first | 0x20 <= UInt8(ascii: "z")
        return isLetter || hasNumbers && first &- 48 < 10 ? word : nil
    }

    /// What a row is for, if it can be one of its: it has a word, and a number for the time.
    func role(_ row: ArraySlice<UInt8>) -> ColumnRole? {
        guard let word = word(row) else { return nil }
        let fields = row.split(separator: separator, omittingEmptySubsequences: false)
        let time = column == 0 ? 1 : 0
        guard fields.count >= 4, Double(String(decoding: fields[time], as: UTF8.self)) != nil else { return nil }
        return kinds.first { word.elementsEqual($0.word.utf8) }?.role
    }
}
