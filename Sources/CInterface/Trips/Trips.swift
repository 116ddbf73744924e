// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CGaitway

/// Makes a timeline without fixes.
@c @implementation
public func gaitway_trips_create(
    _ origin: Int64, _ policy: UnsafeRawPointer?, _ size: Int, _ trips: HandleResult
) -> gaitway_status {
    make(trips, "trips") { () throws(CallError) in
        try TripsObject(origin: origin, policy: try CInterface.bytes(policy, size: size))
    }
}

/// Frees a timeline.
@c @implementation
public func gaitway_trips_free(_ trips: OpaquePointer?) -> gaitway_status { TripsObject.free(trips) }

/// Takes fixes.
@c @implementation
public func gaitway_trips_append_fixes(
    _ trips: OpaquePointer?, _ fixes: UnsafePointer<gaitway_fix>?, _ count: Int
) -> gaitway_status {
    TripsObject.call(trips) { (object) throws(CallError) in try object.append(fixes: fixes, count: count) }
}

/// Takes reports.
@c @implementation
public func gaitway_trips_append_reports(
    _ trips: OpaquePointer?, _ reports: UnsafePointer<gaitway_report>?, _ count: Int
) -> gaitway_status {
    TripsObject.call(trips) { (object) throws(CallError) in try object.append(reports: reports, count: count) }
}

/// Gives the timeline so far, and what was left out.
@c @implementation
public func gaitway_trips_timeline(
    _ trips: OpaquePointer?, _ end: Int64, _ steps: Int64, _ zone: UnsafePointer<CChar>?, _ json: TextResult,
    _ notes: TextResult
) -> gaitway_status {
    call { () throws(CallError) in
        notes?.pointee = nil
        var found = ""
        try handOut(json, "json") { () throws(CallError) in
            let zone = try text(zone, "time_zone")
            return try TripsObject.use(trips) { (object) throws(CallError) in
                let timeline = try object.timeline(end: end, steps: steps, zone: zone)
                found = timeline.notes
                return timeline.json
            }
        }
        if notes != nil { try handOut(notes, "notes") { () throws(CallError) in found } }
    }
}
