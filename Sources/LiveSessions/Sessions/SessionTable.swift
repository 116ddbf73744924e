import MotionTypes
import TextFormats

/// A file of a session's log, which is laid out as Sensor Logger's export, so that it is read as one.
package enum SessionTable: String, CaseIterable, Sendable {
    case gravity = "Gravity.csv"
    case linear = "Accelerometer.csv"
    case acceleration = "TotalAcceleration.csv"
    case rotationRate = "Gyroscope.csv"
    case pressure = "Barometer.csv"
    case location = "Location.csv"

    /// The file's first line.
    package var heading: String {
        switch self {
        case .gravity, .linear, .acceleration, .rotationRate: "time,seconds_elapsed,z,y,x\n"
        case .pressure: "time,seconds_elapsed,pressure\n"
        case .location:
            "time,seconds_elapsed,latitude,longitude,altitude,speed,bearing,horizontalAccuracy\n"
        }
    }

    /// The name of the file that says what the log is.
    package static let metadataFile = "Metadata.csv"

    /// That file. The signs of what came are left as they are, so that no platform is named.
    package static func metadata(device: String) -> String {
        var bytes = Array("device name,platform,standardisation\n".utf8)
        bytes.append(csvField: device)
        bytes.append(text: ",unknown,true\n")
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a row. Numbers are written so that the same Float is read again.
    func append(_ row: OrderedSamples.Row, origin: Int64, to bytes: inout [UInt8]) {
        append(time: row.time, origin: origin, to: &bytes)
        if self == .pressure {
            append(row.value.x, to: &bytes)
        } else {
            append(row.value.z, to: &bytes)
            append(row.value.y, to: &bytes)
            append(row.value.x, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends a fix.
    static func append(_ fix: Location, origin: Int64, to bytes: inout [UInt8]) {
        let time = fix.elapsed.wholeNanoseconds
        location.append(time: time, origin: origin, to: &bytes)
        for value in [
            fix.latitude, fix.longitude, fix.altitude, fix.speed ?? -1, fix.course ?? -1, fix.horizontalAccuracy ?? -1,
        ] {
            bytes.append(UInt8(ascii: ","))
            if let value { bytes.append(text: String(value)) }
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private func append(time: Int64, origin: Int64, to bytes: inout [UInt8]) {
        bytes.append(text: String(time))
        bytes.append(UInt8(ascii: ","))
        bytes.append(seconds: time - origin, places: 9)
    }

    private func append(_ value: Float, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: ","))
        bytes.append(text: value.description)
    }
}

/// Rows for the files of a session's log, which the owner writes behind what is there.
package struct SessionRows: Sendable {
    /// What is to be appended to each file.
    package var tables: [SessionTable: [UInt8]] = [:]
    /// No rows.
    package init() {}
    /// Whether there are none.
    package var isEmpty: Bool { tables.values.allSatisfy(\.isEmpty) }

    /// Empties it and keeps its memory.
    package mutating func removeAll() {
        for table in tables.keys { tables[table]?.removeAll(keepingCapacity: true) }
    }
}
