// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CGaitway
internal import GaitwayRecognition

/// Opens a log at a path.
@c @implementation
public func gaitway_log_open(
    _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<gaitway_log_options>?, _ log: HandleResult
) -> gaitway_status {
    make(log, "log") { () throws(CallError) in
        let path = try text(path, "path")
        let options = try LogOptions(options)
        return LogObject(try reading(RecordingReader(path: path, options: options)))
    }
}

/// Opens a log in memory.
@c @implementation
public func gaitway_log_open_bytes(
    _ bytes: UnsafeRawPointer?, _ size: Int, _ name: UnsafePointer<CChar>?,
    _ options: UnsafePointer<gaitway_log_options>?, _ log: HandleResult
) -> gaitway_status {
    make(log, "log") { () throws(CallError) in
        let name = try text(name, "name")
        let options = try LogOptions(options)
        let bytes = try CInterface.bytes(bytes, size: size)
        return LogObject(try reading(RecordingReader(bytes: bytes, name: name, options: options)))
    }
}

/// Frees a log.
@c @implementation
public func gaitway_log_free(_ log: OpaquePointer?) -> gaitway_status { LogObject.free(log) }

/// What is known of a log before its samples.
@c @implementation
public func gaitway_log_header(_ log: OpaquePointer?, _ json: TextResult) -> gaitway_status {
    LogObject.call(log, text: json, "json") { $0.header }
}

/// What was repaired in a log.
@c @implementation
public func gaitway_log_repairs(_ log: OpaquePointer?, _ json: TextResult) -> gaitway_status {
    LogObject.call(log, text: json, "json") { $0.repairs }
}

/// The moment at which a log begins.
@c @implementation
public func gaitway_log_origin(
    _ log: OpaquePointer?, _ origin: UnsafeMutablePointer<Int64>?, _ hasOrigin: UnsafeMutablePointer<Int32>?
) -> gaitway_status {
    LogObject.call(
        log, number: origin, "origin_ns", isSet: hasOrigin, "has_origin"
    ) { $0.reader.header.origin?.nanoseconds }
}

/// The largest elapsed time of a log so far.
@c @implementation
public func gaitway_log_end(_ log: OpaquePointer?, _ end: UnsafeMutablePointer<Int64>?) -> gaitway_status {
    call { () throws(CallError) in
        let end = try required(end, "end_ns")
        try LogObject.use(log) { (object) throws(CallError) in end.pointee = object.reader.end.wholeNanoseconds }
    }
}

/// Whether only the speeds of fixes can answer a log.
@c @implementation
public func gaitway_log_needs_speed(
    _ log: OpaquePointer?, _ model: OpaquePointer?, _ needs: UnsafeMutablePointer<Int32>?
) -> gaitway_status {
    call { () throws(CallError) in
        let needs = try required(needs, "needs")
        let model = try ModelObject.use(model) { (object) throws(CallError) in object.model }
        try LogObject.use(log) { (object) throws(CallError) in
            guard !object.isTouched else { throw CallError("the log was read before; ask first") }
            needs.pointee = model.needsSpeed(for: object.reader) ? 1 : 0
        }
    }
}

/// Lends the next samples of a log.
@c @implementation
public func gaitway_log_next(_ log: OpaquePointer?, _ batch: UnsafeMutablePointer<gaitway_batch>?) -> gaitway_status {
    call { () throws(CallError) in
        let batch = try required(batch, "batch")
        batch.pointee = gaitway_batch()
        try LogObject.use(log) { (object) throws(CallError) in try object.next(&batch.pointee) }
    }
}

/// Reads all of a log.
@c @implementation
public func gaitway_log_read(_ log: OpaquePointer?) -> gaitway_status {
    LogObject.call(log) { (object) throws(CallError) in try object.read() }
}

/// Lends the samples of one sensor.
@c @implementation
public func gaitway_log_series(
    _ log: OpaquePointer?, _ sensor: Int32, _ series: UnsafeMutablePointer<gaitway_series>?
) -> gaitway_status {
    call { () throws(CallError) in
        let series = try required(series, "series")
        guard let sensor = UInt8(exactly: sensor).flatMap(Sensor.init(rawValue:)) else {
            throw CallError("the sensor is \(sensor); give one of GAITWAY_SENSOR_...")
        }
        try LogObject.use(log) { (object) throws(CallError) in series.pointee = try object.series(of: sensor) }
    }
}

/// Lends the fixes of a log.
@c @implementation
public func gaitway_log_fixes(
    _ log: OpaquePointer?, _ fixes: UnsafeMutablePointer<UnsafePointer<gaitway_fix>?>?,
    _ count: UnsafeMutablePointer<Int>?
) -> gaitway_status {
    call { () throws(CallError) in
        let fixes = try required(fixes, "fixes")
        let count = try required(count, "count")
        fixes.pointee = nil
        count.pointee = 0
        try LogObject.use(log) { (object) throws(CallError) in (fixes.pointee, count.pointee) = object.lentFixes }
    }
}
