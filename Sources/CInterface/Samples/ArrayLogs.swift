// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CGaitway
internal import GaitwayRecognition

/// Opens arrays as a log.
@c @implementation
public func gaitway_log_open_arrays(
    _ series: UnsafePointer<gaitway_series>?, _ count: Int, _ options: UnsafePointer<gaitway_array_options>?,
    _ log: HandleResult
) -> gaitway_status {
    make(log, "log") { () throws(CallError) in
        let arrays = try StridedSeries.all(series, count: count)
        let options = try ArrayOptions(options)
        return LogObject(try reading(RecordingReader(arrays: arrays, options: options)))
    }
}

/// Finds the columns of a table by their names.
@c @implementation
public func gaitway_table_columns(
    _ names: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ json: TextResult
) -> gaitway_status {
    call { () throws(CallError) in
        try handOut(json, "json") { () throws(CallError) in
            guard count >= 0, count <= 100_000 else { throw CallError("there are \(count) names; give 100000 at most") }
            var texts: [String] = []
            if count > 0 {
                let names = try required(names, "names")
                for index in 0..<count { texts.append(try text(names[index], "names[\(index)]")) }
            }
            return try reading(NamedColumns(names: texts).json)
        }
    }
}

extension StridedSeries {
    /// The series of a call, one of each sensor, without those that have no samples.
    static func all(_ first: UnsafePointer<gaitway_series>?, count: Int) throws(CallError) -> [StridedSeries] {
        guard count > 0 else {
            guard count == 0 else { throw CallError("the count of series is too large") }
            return []
        }
        guard count <= Sensor.allCases.count else {
            throw CallError("there are \(count) series; give one of each sensor at the most")
        }
        let first = try required(first, "series")
        // An older program's array has steps of the size that its structs state.
        let step = try gaitway_series.size(at: first, "series[0]")
        var series: [StridedSeries] = []
        for place in 0..<count {
            let pointer = (UnsafeRawPointer(first) + place * step).assumingMemoryBound(to: gaitway_series.self)
            let given = try gaitway_series(given: pointer, "series[\(place)]")
            guard let one = try StridedSeries(given, place: place) else { continue }
            guard !series.contains(where: { $0.sensor == one.sensor }) else {
                throw CallError("there are two series of \(one.sensor.name); join them")
            }
            series.append(one)
        }
        return series
    }
}

extension ArrayOptions {
    /// The options that a program gives; NULL for none.
    init(_ pointer: UnsafePointer<gaitway_array_options>?) throws(CallError) {
        self.init()
        guard let pointer else { return }
        let options = try gaitway_array_options(given: pointer, "options")
        name = try optionalText(options.name, "options.name") ?? ""
        unit = try optionalWord(options.unit, "options.unit")
        acceleration = try optionalWord(options.acceleration, "options.acceleration")
        timeExponent = try Self.unit(options.time_unit, "options.time_unit", "s, ms, us or ns", \.timeExponent)
        isRotationInDegrees = try Self.unit(options.rotation_unit, "options.rotation_unit", "rad/s or deg/s") { unit in
            unit == .degreesPerSecond ? true : unit == .radiansPerSecond ? false : nil
        }
        pressureScale = try Self.unit(options.pressure_unit, "options.pressure_unit", "hPa, kPa or Pa", \.pressureScale)
        if try flag(options.has_origin, "options.has_origin") { origin = Timestamp(nanoseconds: options.origin_ns) }
        readsSpeed = try flag(options.reads_speed, "options.reads_speed")
    }

    /// What a unit means; nil for NULL.
    private static func unit<Meaning>(
        _ pointer: UnsafePointer<CChar>?, _ name: String, _ words: String, _ meaning: (ColumnUnit) -> Meaning?
    ) throws(CallError) -> Meaning? {
        guard let text = try optionalText(pointer, name) else { return nil }
        guard let found = ColumnUnit(text.lowercased()).flatMap(meaning) else {
            throw CallError("\(name) is \(quoted: text); give \(words)")
        }
        return found
    }
}

extension NamedColumns {
    /// The columns for a program.
    fileprivate var json: String {
        JSONWriter.object { json in
            json.objects("times", times) { time, json in
                json.add("column", time.column)
                json.add("unit", time.exponent.flatMap { [9: "s", 6: "ms", 3: "us", 0: "ns"][$0] })
            }
            json.array("columns") { json in
                for (role, columns) in columns {
                    json.object { json in
                        json.add("role", Self.word(role))
                        json.array("columns") { json in for column in columns { json.append(column) } }
                    }
                }
            }
            json.add("unit", unit?.rawValue)
            json.add("acceleration", acceleration?.rawValue)
            json.add("rotation_unit", isRotationInDegrees.map { $0 ? "deg/s" : "rad/s" })
            json.add("pressure_unit", pressureScale.map { $0 == 1 ? "hPa" : $0 == 10 ? "kPa" : "Pa" })
            json.add("speed_scale", speedScale)
        }
    }

    private static func word(_ role: ColumnRole) -> String {
        switch role {
        case .acceleration: "acceleration"
        case .linearAcceleration: "linear_acceleration"
        case .gravity: "gravity"
        case .rotationRate: "rotation_rate"
        case .pressure: "pressure"
        case .time: "time"
        case .latitude: "latitude"
        case .longitude: "longitude"
        case .altitude: "altitude"
        case .speed: "speed"
        case .course: "course"
        case .horizontalAccuracy: "horizontal_accuracy"
        }
    }
}
