// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A file of a session's log, in the layout of Sensor Logger's export.
package enum SessionTable: String, CaseIterable, Sendable {
    case gravity = "Gravity.csv"
    case linear = "Accelerometer.csv"
    case acceleration = "TotalAcceleration.csv"
    case rotationRate = "Gyroscope.csv"
    case pressure = "Barometer.csv"
    case location = "Location.csv"
    /// Readings and fixes that came too late for the tables, as samples of FORMAT.md.
    case late = "Late.ndjson"

    /// The file's first line.
    package var heading: String {
        switch self {
        case .gravity, .linear, .acceleration, .rotationRate: "time,seconds_elapsed,z,y,x\n"
        case .pressure: "time,seconds_elapsed,pressure\n"
        case .location: "time,seconds_elapsed,latitude,longitude,altitude,speed,bearing,horizontalAccuracy\n"
        case .late: "{\"gaitway\":\"samples\",\"version\":1,\"session\":\"late\"}\n"
        }
    }

    /// The name of the file with the log's metadata.
    package static let metadataFile = "Metadata.csv"

    /// The content of ``metadataFile``. It names no platform, so that readers keep the signs of the values.
    package static func metadata(device: String) -> String {
        var bytes = Array("device name,platform,standardisation\n".utf8)
        bytes.append(csvField: device)
        bytes.append(text: ",unknown,true\n")
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a row. Its numbers give the same `Float` when they are read again.
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

    /// Appends a late reading at a time of the session, as a line of ``late``.
    static func appendLate(_ reading: LiveMessage.Reading, at time: Int64, to bytes: inout [UInt8]) {
        JSONWriter.appendLine(to: &bytes) { json in
            json.object { json in
                json.add("sensor", reading.sensor.name)
                json.add("ns", Int(time))
                let names = reading.sensor == .pressure ? ["value"] : ["x", "y", "z"]
                for (axis, name) in names.enumerated() { json.add(name, json: reading.value[axis].description) }
            }
        }
    }

    /// Appends a late fix, as a line of ``late``.
    static func appendLate(_ fix: Location, to bytes: inout [UInt8]) {
        JSONWriter.appendLine(to: &bytes) { json in
            json.object { json in
                json.add("sensor", "location")
                json.add("ns", Int(fix.elapsed.wholeNanoseconds))
                json.add("latitude", fix.latitude)
                json.add("longitude", fix.longitude)
                for (name, value) in [
                    ("altitude", fix.altitude), ("speed", fix.speed), ("course", fix.course),
                    ("accuracy", fix.horizontalAccuracy),
                ] {
                    if let value { json.add(name, value) }
                }
            }
        }
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

/// New rows for the files of a session's log.
package struct SessionRows: Sendable {
    /// The bytes to append to each file.
    package var tables: [SessionTable: [UInt8]] = [:]
    /// Rows for no file.
    package init() {}
    /// Adds a reading that came too late for the recogniser, at a time of the session.
    mutating func addLate(_ reading: LiveMessage.Reading, at time: Int64) {
        SessionTable.appendLate(reading, at: time, to: &tables[.late, default: []])
    }

    /// Adds a fix that came too late for the gate.
    mutating func addLate(_ fix: Location) { SessionTable.appendLate(fix, to: &tables[.late, default: []]) }

    /// True if no file has new rows.
    package var isEmpty: Bool { tables.values.allSatisfy(\.isEmpty) }

}
