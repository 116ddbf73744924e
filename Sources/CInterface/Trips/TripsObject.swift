// SPDX-License-Identifier: Apache-2.0
internal import CGaitway
internal import GaitwayBase
internal import GaitwayReplay
internal import GaitwayTimeline

/// The fixes and reports of one phone, from which timelines are made.
final class TripsObject: HandleObject {
    static let kind = HandleKind.trips

    private let origin: Timestamp
    private let policy: TimelinePolicy
    private var fixes: [Location] = []
    private var reports: [ActivityReport] = []

    init(origin nanoseconds: Int64, policy bytes: [UInt8]) throws(CallError) {
        origin = try GateObject.moment(nanoseconds, "origin_ns")
        policy =
            bytes.isEmpty
            ? TimelinePolicy() : try reading(TimelinePolicy(json: bytes))
    }

    func append(fixes first: UnsafePointer<gaitway_fix>?, count: Int) throws(CallError) {
        guard count != 0 else { return }
        try Self.check(count, of: gaitway_fix.self)
        let first = try required(first, "fixes")
        var taken: [Location] = []
        taken.reserveCapacity(count)
        for place in 0..<count { taken.append(try Location(first[place], "fixes[\(place)]")) }
        fixes += taken
    }

    func append(reports first: UnsafePointer<gaitway_report>?, count: Int) throws(CallError) {
        guard count != 0 else { return }
        try Self.check(count, of: gaitway_report.self)
        let first = try required(first, "reports")
        var taken: [ActivityReport] = []
        taken.reserveCapacity(count)
        var newest = reports.last?.delivered
        for place in 0..<count {
            let report = try first[place].report("reports[\(place)]")
            if let newest, report.delivered < newest {
                throw CallError(
                    "reports[\(place)] was delivered before the one before it; give reports in the order of delivery",
                    status: GAITWAY_ERROR_ORDER)
            }
            newest = report.delivered
            taken.append(report)
        }
        reports += taken
    }

    /// Checks that `count` structs fit in memory.
    private static func check<Struct>(_ count: Int, of type: Struct.Type) throws(CallError) {
        guard count > 0, count < 1 << 40 / MemoryLayout<Struct>.stride else {
            throw CallError("count is \(UInt(bitPattern: count)); give the number of structs in the array")
        }
    }

    /// The text of the timeline until now, and a line for each thing that was left out or guessed.
    func timeline(end: Int64, steps: Int64, zone name: String) throws(CallError) -> (json: String, notes: String) {
        if end != -1 { try SampleBounds.check(end, "end_ns") }
        guard end >= -1 else { throw CallError("end_ns is \(end); give an elapsed time, or -1") }
        guard steps >= -1 else { throw CallError("steps is \(steps); give 0 or more, or -1") }
        let source = "the fixes"
        let order = fixes.indices.sorted { (fixes[$0].elapsed, $0) < (fixes[$1].elapsed, $1) }
        var ride = RecordedRide(source: source, origin: origin, fixes: order.map { fixes[$0] })
        if !reports.isEmpty {
            ride.join(
                reports: reports, model: "reports", end: end == -1 ? nil : .nanoseconds(end),
                steps: steps == -1 ? nil : Int(steps))
        }
        let zone = try reading(LocalZone(name: name))
        var joined = try reading(JoinedTimeline(ride, policy: policy))
        joined.findPlaces()
        guard let span = joined.timeline.span else {
            throw CallError(
                "the fixes are too few for a timeline; give two usable fixes at different times",
                status: GAITWAY_ERROR_EMPTY)
        }
        let json = TimelineExport.json(joined.timeline, days: zone.days(of: span), timeZone: zone.name)
        return (json, joined.notes.map { $0.description + "\n" }.joined())
    }
}
