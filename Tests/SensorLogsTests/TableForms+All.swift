// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

extension TableForms {
    /// All forms by their names in the document.
    static let all: [String: Form] = {
        var all: [String: Form] = [:]
        for (name, form) in writings + headings + times + units + shapes + containers { all[name] = form }
        return all
    }()

    private static let quoted: @Sendable (String) -> String = { "\"\($0)\"" }

    private static func plain(
        _ separator: String, top: String = "", end: String = "\n", header: String? = "time,ax,ay,az",
        mend: @escaping @Sendable (String) -> String = { $0 }
    ) -> Form {
        table(header, separator, top: top, end: end, mend: mend) { [text($0.seconds, 6)] + $0.axes() }
    }

    private static let writings: [(String, Form)] = [
        ("commas", plain(",")), ("semicolons", plain(";")), ("tabs", plain("\t")), ("bars", plain("|")),
        ("blanks", plain(" ")), ("several blanks", plain("   ")), ("comma and blank", plain(", ")),
        ("semicolons, decimal commas", plain(";", mend: comma)), ("tabs, decimal commas", plain("\t", mend: comma)),
        ("blanks, decimal commas", plain(" ", mend: comma)),
        ("commas, quoted decimal commas", plain(",", mend: { quoted(comma($0)) })),
        ("all fields quoted", plain(",", mend: quoted)),
        ("byte-order mark", plain(",", top: "\u{FEFF}")),
        (
            "UTF-16",
            { walk in
                var bytes: [UInt8] = [0xFF, 0xFE]
                for unit in String(decoding: plain("\t")(walk).bytes, as: UTF8.self).utf16 {
                    bytes += [UInt8(unit & 255), UInt8(unit >> 8)]
                }
                return File(bytes: bytes)
            }
        ),
        (
            "Latin-1 units",
            { walk in
                let header = Array("time,acc x (m/s".utf8) + [0xB2] + Array("),acc y (m/s".utf8) + [0xB2]
                let rows = plain(",", header: nil)(walk).bytes
                return File(bytes: header + Array("),acc z (m/s".utf8) + [0xB2] + Array(")\n".utf8) + rows)
            }
        ),
        ("CR LF", plain(",", end: "\r\n")), ("CR alone", plain(",", end: "\r")),
        ("blank lines", plain(",", end: "\n\n")),
        ("comments above", plain(",", top: "# 50 Hz\n# left pocket\n")),
        ("a title above", plain(",", top: "My walk\n\n")),
        ("Excel's `sep=`", plain(";", top: "sep=;\n")),
        ("a row of units", lines(plain(",")) { [$0[0], "s,m/s^2,m/s^2,m/s^2"] + $0.dropFirst() }),
        ("a comma at the end", lines(plain(",")) { $0.map { $0 + "," } }),
        ("exponents", table("time,ax,ay,az") { ["\($0.seconds * 1e3)E-3"] + $0.axes(100).map { $0 + "e-2" } }),
        ("plus signs", plain(",", mend: { $0.hasPrefix("-") ? $0 : "+" + $0 })),
        ("U+2212 as minus", plain(",", mend: { $0.replacing("-", with: "\u{2212}") })),
        ("no header", plain(",", header: nil)), ("no header, blanks", plain(" ", header: nil)),
        ("no header, seven columns", table(nil) { [text($0.seconds, 6)] + $0.axes() + $0.turns() }),
        ("no header, no times", table(nil) { $0.axes() }),
        (
            "row numbers without a heading",
            lines(plain(",")) { [$0[0]] + $0.dropFirst().enumerated().map { "\($0.offset),\($0.element)" } }
        ),
        (
            "row numbers of pandas",
            lines(plain(",")) {
                ["Unnamed: 0," + $0[0]] + $0.dropFirst().enumerated().map { "\($0.offset),\($0.element)" }
            }
        ),
    ]

    private static let headings: [(String, Form)] = [
        "Time (s),X (m/s^2),Y (m/s^2),Z (m/s^2)", "time,acc_x,acc_y,acc_z", "time,accX,accY,accZ",
        "timestamp,accelerometer_x,accelerometer_y,accelerometer_z", "t,Accel X,Accel Y,Accel Z",
        "time,x_acc,y_acc,z_acc", "time,xAccl,yAccl,zAccl", "timestamp,x,y,z", "timestamp,x-axis,y-axis,z-axis",
        "time,AccX [m/s2],AccY [m/s2],AccZ [m/s2]", "timestamp,accelerationX,accelerationY,accelerationZ",
        "time,acc.x,acc.y,acc.z", "time,total_acc_x,total_acc_y,total_acc_z",
        "Zeit (s),Beschleunigung x (m/s^2),Beschleunigung y (m/s^2),Beschleunigung z (m/s^2)",
        "tiempo,aceleracion_x,aceleracion_y,aceleracion_z", "time,xValue,yValue,zValue", "time,ax_ms2,ay_ms2,az_ms2",
        "T,b1,b2,b3", "T,b_x,b_y,b_z", "time,X_value,Y_value,Z_value", "time,accel(x),accel(y),accel(z)",
        "t,AcX,AcY,AcZ", "ts,ax,ay,az", "created_at,ax,ay,az", "tempo,aceleração_x,aceleração_y,aceleração_z",
        "tijd (s),versnelling x (m/s^2),versnelling y (m/s^2),versnelling z (m/s^2)",
        "czas,przyspieszenie_x,przyspieszenie_y,przyspieszenie_z", "Время,Ускорение X,Ускорение Y,Ускорение Z",
        "时间,加速度x,加速度y,加速度z", "time,phone_acc_x,phone_acc_y,phone_acc_z", "time,v0,v1,v2",
        "timestamp,values[0],values[1],values[2]",
        "Latest: Time (s),Latest: X-axis acceleration (m/s²),Latest: Y-axis acceleration (m/s²),"
            + "Latest: Z-axis acceleration (m/s²)",
    ].map { ("`\($0)`", headed($0)) }

    private static let times: [(String, Form)] = [
        ("seconds", timed("time") { text($0.seconds, 3) }),
        ("milliseconds, named", timed("time_ms") { "\($0.nanoseconds / 1_000_000)" }),
        ("milliseconds, not named", timed("time") { "\($0.nanoseconds / 1_000_000)" }),
        ("microseconds", timed("time_us") { "\($0.nanoseconds / 1000)" }),
        ("nanoseconds, not named", timed("timestamp") { "\($0.nanoseconds)" }),
        ("Unix seconds", timed("timestamp") { text(Double(start) + $0.seconds, 3) }),
        ("Unix milliseconds", timed("timestamp") { "\(start * 1000 + $0.nanoseconds / 1_000_000)" }),
        ("Unix nanoseconds", timed("timestamp") { "\(start * 1_000_000_000 + $0.nanoseconds)" }),
        ("whole Unix seconds", timed("timestamp") { "\(start + $0.nanoseconds / 1_000_000_000)" }),
        ("ISO 8601, UTC", dated("yyyy-MM-dd'T'HH:mm:ss.'~~~~~~Z'")),
        ("ISO 8601, offset", dated("yyyy-MM-dd'T'HH:mm:ss.'~~~~~~+00:00'")),
        ("date and time, a blank between", dated("yyyy-MM-dd HH:mm:ss.'~~~~~~'")),
        ("`2025-05-14 10:00:00.020 +0000`", dated("yyyy-MM-dd HH:mm:ss.'~~~ +0000'")),
        ("`2025-05-14 10:00:00.020 UTC`", dated("yyyy-MM-dd HH:mm:ss.'~~~ UTC'")),
        ("`2025/05/14 10:00:00.020`", dated("yyyy/MM/dd HH:mm:ss.'~~~'")),
        ("`14.05.2025 10:00:00.020`", dated("dd.MM.yyyy HH:mm:ss.'~~~'")),
        ("`14-May-2025 10:00:00.020`", dated("dd-MMM-yyyy HH:mm:ss.'~~~'")),
        ("`05/14/2025 10:00:00.020 AM`", dated("MM/dd/yyyy hh:mm:ss.'~~~' a")),
        ("`10:00:00.020`", dated("HH:mm:ss.'~~~'")), ("`10:00:00:020`", dated("HH:mm:ss:'~~~'")),
        (
            "date and time in two columns",
            lines(dated("yyyy-MM-dd,HH:mm:ss.'~~~'")) { ["date," + $0[0]] + $0.dropFirst() }
        ),
        ("`20250514100000020`", dated("yyyyMMddHHmmss'~~~'")),
        ("`00:00.0` after a spreadsheet", dated("mm:ss.'0'")),
        ("days since 1900, as in Excel", timed("time") { text(45791.41666666667 + $0.seconds / 86400, 9) }),
        ("`0.020 sec`", timed("time") { text($0.seconds, 3) + " sec" }),
        ("`1.74722E+12` after a spreadsheet", timed("timestamp") { _ in "1.74722E+12" }),
        ("no times", table("ax,ay,az") { $0.axes() }),
        (
            "numbers of samples for times",
            lines(plain(",", header: nil)) {
                ["sample,ax,ay,az"]
                    + $0.enumerated().map {
                        "\($0.offset)," + $0.element.split(separator: ",").dropFirst().joined(separator: ",")
                    }
            }
        ),
        ("newest row first", lines(plain) { [$0[0]] + $0.dropFirst().reversed() }),
        ("rows out of order by up to 8", shuffled(8)), ("rows shuffled", shuffled(100_000)),
    ]

    private static let units: [(String, Form)] = [
        ("g, named", scaled("time,ax (g),ay (g),az (g)", 1 / 9.80665)),
        ("g, not named", scaled("time,ax,ay,az", 1 / 9.80665)),
        ("mg, named behind the axis", scaled("time,acc_x_mg,acc_y_mg,acc_z_mg", 1000 / 9.80665)),
        ("mg", scaled("time,ax,ay,az", 1000 / 9.80665, whole: true)),
        ("counts of 1/16384 g", scaled("time,ax,ay,az", 16384 / 9.80665, whole: true)),
        ("ft/s², named", scaled("time,ax (ft/s^2),ay (ft/s^2),az (ft/s^2)", 1 / 0.3048)),
        ("cm/s², named", scaled("time,ax (cm/s^2),ay (cm/s^2),az (cm/s^2)", 100)),
        ("`time,G_x,G_y,G_z`", scaled("time,G_x,G_y,G_z", 1 / 9.80665)),
        ("`time,x_g,y_g,z_g`", scaled("time,x_g,y_g,z_g", 1 / 9.80665)),
        ("`time,x_mg,y_mg,z_mg`", scaled("time,x_mg,y_mg,z_mg", 1000 / 9.80665)),
        (
            "`0.05 g` in cells",
            table("time,ax,ay,az") { [text($0.seconds, 6)] + $0.axes(1 / 9.80665).map { $0 + " g" } }
        ),
        (
            "ROS, of `rostopic echo -p`",
            table(
                "%time,field.header.seq,field.angular_velocity.x,field.angular_velocity.y,field.angular_velocity.z,"
                    + "field.linear_acceleration.x,field.linear_acceleration.y,field.linear_acceleration.z"
            ) { ["\(start * 1_000_000_000 + $0.nanoseconds)", "7"] + $0.turns() + $0.axes() }
        ),
        (
            "EuRoC",
            table(
                "#timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1],a_RS_S_x [m s^-2],"
                    + "a_RS_S_y [m s^-2],a_RS_S_z [m s^-2]"
            ) { ["\(start * 1_000_000_000 + $0.nanoseconds)"] + $0.turns() + $0.axes() }
        ),
        ("half of each value", scaled("time,ax,ay,az", 0.5)),
        (
            "gyroscope in deg/s",
            table("time,ax,ay,az,gx (deg/s),gy (deg/s),gz (deg/s)") {
                [text($0.seconds, 6)] + $0.axes() + $0.turns(180 / .pi)
            }
        ),
        (
            "headings of many words, without times",
            table(
                "Packet number,Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),Accelerometer X (g),"
                    + "Accelerometer Y (g),Accelerometer Z (g)"
            ) { ["7"] + $0.turns(180 / .pi) + $0.axes(1 / 9.80665) }
        ),
        (
            "Physics Toolbox, `gFx` and `ax`",
            table("time,gFx,gFy,gFz,ax,ay,az") { [text($0.seconds, 6)] + $0.axes(1 / 9.80665) + $0.axes(0.02) }
        ),
        ("the size of the acceleration alone", table("time,magnitude") { [text($0.seconds, 6), $0.axes()[2]] }),
    ]

    /// Each row has a reading of one of the two sensors.
    private static func padded(_ walk: [Row]) -> File {
        var text = "time,ax,ay,az,gx,gy,gz\n"
        for (index, row) in walk.enumerated() {
            let none = ["NaN", "NaN", "NaN"]
            let cells = index % 2 == 0 ? row.axes() + none : none + row.turns()
            text += "\(row.seconds)," + cells.joined(separator: ",") + "\n"
        }
        return File(bytes: Array(text.utf8))
    }

    private static func sensorRows(_ row: @escaping @Sendable (String, String, [String]) -> [String]) -> Form {
        { walk in
            let rows = walk.flatMap { one in
                let time = text(one.seconds, 6)
                return [row(time, "TYPE_ACCELEROMETER", one.axes()), row(time, "TYPE_GYROSCOPE", one.turns())]
            }
            return File(bytes: Array(rows.map { $0.joined(separator: ",") + "\n" }.joined().utf8))
        }
    }

    private static let shapes: [(String, Form)] = [
        (
            "a column of labels",
            table("label,time,ax,ay,az") { ["walking", text($0.seconds, 6)] + $0.axes() }
        ),
        ("a column of one person", table("user,time,ax,ay,az") { ["7", text($0.seconds, 6)] + $0.axes() }),
        (
            "rows of two people",
            table("user,time,ax,ay,az") { [$0.seconds < 10 ? "ann" : "bob", text($0.seconds, 6)] + $0.axes() }
        ),
        (
            "a column that names the sensor",
            { walk in
                let rows = walk.map {
                    "\($0.nanoseconds),acc,\($0.axes().joined(separator: ","))\n"
                        + "\($0.nanoseconds + 9),gyro,\($0.turns().joined(separator: ","))\n"
                }
                return File(bytes: Array(("timestamp,sensor,x,y,z\n" + rows.joined()).utf8))
            }
        ),
        (
            "a column that names the sensor's part",
            { walk in
                let rows = walk.map {
                    "\(text($0.seconds, 6)),LSM6DSO Accelerometer,\($0.axes().joined(separator: ","))\n"
                        + "\(text($0.seconds, 6)),LSM6DSO Gyroscope,\($0.turns().joined(separator: ","))\n"
                }
                return File(bytes: Array(("time,name,x,y,z\n" + rows.joined()).utf8))
            }
        ),
        ("rows that name the sensor, without a header", sensorRows { time, sensor, axes in [time, sensor] + axes }),
        (
            "rows that begin with the sensor, without a header",
            sensorRows { time, sensor, axes in [sensor, time] + axes }
        ),
        (
            "names before each number",
            table(nil) { ["t=" + text($0.seconds, 6)] + zip(["x=", "y=", "z="], $0.axes()).map(+) }
        ),
        (
            "two places on the body",
            table("time,hand_acc_x,hand_acc_y,hand_acc_z,chest_acc_x,chest_acc_y,chest_acc_z") {
                [text($0.seconds, 6)] + $0.axes() + $0.axes(0.5)
            }
        ),
        (
            "a row for each axis",
            table("time,axis,value") { row in
                [zip(["x", "y", "z"], row.axes()).map { "\(row.seconds),\($0),\($1)" }.joined(separator: "\n")]
            }
        ),
        (
            "a vector in a cell",
            table("time,acceleration") { [text($0.seconds, 6), "\"[\($0.axes().joined(separator: ", "))]\""] }
        ),
        (
            "`NaN` where a sensor has no reading",
            padded
        ),
        (
            "WISDM's raw text",
            { walk in
                let rows = walk.map { "33,Walking,\($0.nanoseconds),\($0.axes().joined(separator: ","));\n" }
                return File(name: "raw.txt", bytes: Array(rows.joined().utf8))
            }
        ),
        ("Weka's ARFF", plain(",", top: "@relation walk\n@attribute time numeric\n@data\n", header: nil)),
    ]

    private static let containers: [(String, Form)] = [
        ("JSON lines", json("log.ndjson") { $0.map(object).joined(separator: "\n") }),
        ("a JSON array of objects", json { "[" + $0.map(object).joined(separator: ",") + "]" }),
        (
            "JSON objects under keys",
            json { walk in "{" + walk.map { "\"-N\($0.nanoseconds)\":" + object($0) }.joined(separator: ",") + "}" }
        ),
        (
            "JSON arrays for vectors",
            json {
                "["
                    + $0.map { "{\"t\":\(text($0.seconds, 6)),\"acc\":[\($0.axes().joined(separator: ","))]}" }
                    .joined(separator: ",") + "]"
            }
        ),
        ("a JSON array in an object", json { "{\"data\":[" + $0.map(object).joined(separator: ",") + "]}" }),
        (
            "JSON lists of columns",
            json { walk in
                let axes = (0..<3).map { axis in
                    "\"\(["ax", "ay", "az"][axis])\":[" + walk.map { $0.axes()[axis] }.joined(separator: ",") + "]"
                }
                let seconds = walk.map { text($0.seconds, 6) }.joined(separator: ",")
                return "{\"time\":[\(seconds)]," + axes.joined(separator: ",") + "}"
            }
        ),
        (
            "JSON of pandas, split",
            json { walk in
                let rows = walk.map { "[\(([text($0.seconds, 6)] + $0.axes()).joined(separator: ","))]" }
                return "{\"columns\":[\"time\",\"ax\",\"ay\",\"az\"],\"data\":[\(rows.joined(separator: ","))]}"
            }
        ),
        (
            "a JSON array of arrays",
            json {
                "["
                    + $0.map { "[\(([text($0.seconds, 6)] + $0.axes()).joined(separator: ","))]" }.joined(
                        separator: ",") + "]"
            }
        ),
        (
            "a zip of a table",
            { File(name: "log.zip", bytes: ZipFixture([.init("log.csv", plain($0).bytes)]).bytes()) }
        ),
        ("xz", bytes("log.csv.xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0])), ("bzip2", bytes("log.csv.bz2", "BZh9")),
        ("zstd", bytes("log.csv.zst", [0x28, 0xB5, 0x2F, 0xFD])),
        ("7z", bytes("log.7z", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C])), ("RAR", bytes("log.rar", "Rar!\u{1A}\u{7}")),
        ("Parquet", bytes("log.parquet", "PAR1")), ("Feather", bytes("log.feather", "ARROW1")),
        ("NumPy", bytes("log.npy", [0x93] + Array("NUMPY".utf8))),
        ("MATLAB", bytes("log.mat", "MATLAB 5.0 MAT-file")), ("HDF5", bytes("log.h5", [0x89] + Array("HDF\r\n".utf8))),
        ("HTML with the name .xls", bytes("log.xls", "<html><table><tr><td>time</td><td>ax</td></tr>")),
        ("Excel before 2007", bytes("log.xls", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])),
    ]
}
