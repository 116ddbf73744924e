// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import Testing
import trips_benchmark

@Suite struct TruthReadingTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    private func span(_ start: Int64, _ end: Int64) -> TimeSpan {
        TimeSpan(
            start: Timestamp(nanoseconds: start * 1_000_000_000), end: Timestamp(nanoseconds: end * 1_000_000_000))
    }

    static let expected = """
        {"metadata":{},"data":[
        {"type":"FeatureCollection","properties":{"start_ts":2000.5,"end_ts":3000},"features":[
         {"type":"Feature","properties":{"feature_type":"start_place"}},
         {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"feature_type":"section",\
        "start_ts":2500,"end_ts":3000,"sensed_mode":"MotionTypes.IN_VEHICLE"}}]},
         {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"feature_type":"section",\
        "start_ts":2000.5,"end_ts":2400,"sensed_mode":"MotionTypes.ON_FOOT"}}]}]},
        {"type":"FeatureCollection","properties":{"start_ts":1000,"end_ts":1500},"features":[
         {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"feature_type":"section",\
        "start_ts":1000,"end_ts":1500,"sensed_mode":"MotionTypes.UNKNOWN"}}]}]}]}
        """

    @Test func eMissionsTripsAreRead() throws {
        let truth = try TripTruth(eMission: bytes(Self.expected), name: "day", period: span(0, 86400))
        #expect(truth.coverage == .complete && truth.waits.isEmpty && truth.tracked == [span(0, 86400)])
        let starts = truth.trips.map(\.span.start.nanoseconds)
        #expect(starts == [1_000_000_000_000, 2_000_500_000_000])
        let classes = truth.trips.map { $0.sections.map(\.travelClass) }
        #expect(classes == [[nil], [.foot, .automotive]])
        #expect {
            try TripTruth(
                eMission: bytes(Self.expected.replacing("\"end_ts\":1500", with: "\"e\":1")), name: "day",
                period: span(0, 1))
        } throws: { ($0 as? InputError)?.line == 6 && ($0 as? InputError)?.source == "day" }
    }

    static let script = """
        {"data":{"label":{"id":"line","evaluation_trips":[
        {"id":"out","legs":[{"id":"walk","type":"ACCESS"},{"id":"wait","type":"WAITING","mode":"STOPPED"},{"id":"ride",\
        "type":"TRAVEL","mode":"TRAIN"}]},
        {"id":"back","legs":[{"id":"walk","type":"TRAVEL","mode":"E_BIKE"}]}]}}}
        """

    private func mark(_ transition: String, _ name: String, _ time: Int, timeline: String = "line") -> String {
        "{\"data\":{\"transition\":\"\(transition)\",\"trip_id\":\"\(name)\",\"spec_id\":\""
            + "\(timeline)\",\"ts\":\(time)}}"
    }

    private func trips() throws -> ScriptedTrips {
        let marks = [
            mark("STOP_EVALUATION_TRIP", "out", 400), mark("START_EVALUATION_PERIOD", "p", 1),
            mark("START_EVALUATION_TRIP", "out", 100), mark("START_EVALUATION_SECTION", "walk", 100),
            mark("STOP_EVALUATION_SECTION", "walk", 160), mark("START_EVALUATION_SECTION", "wait", 160),
            mark("STOP_EVALUATION_SECTION", "wait", 200), mark("START_EVALUATION_SECTION", "ride", 200),
            mark("STOP_EVALUATION_SECTION", "ride", 400),
            mark("START_EVALUATION_TRIP", "out", 500, timeline: "line_pilot"),
            mark("STOP_EVALUATION_TRIP", "out", 600, timeline: "line_pilot"),
            mark("START_EVALUATION_TRIP", "back", 1000),
            mark("START_EVALUATION_SECTION", "walk", 1000), mark("STOP_EVALUATION_SECTION", "walk", 1100),
            mark("STOP_EVALUATION_TRIP", "back", 1110),
        ]
        var trips = ScriptedTrips(timeline: "line")
        try trips.add(script: bytes(Self.script))
        try trips.add(marks: bytes("[" + marks.joined(separator: ",\n") + "]"))
        return trips
    }

    @Test func mobilityNetsScriptIsRead() throws {
        let truth = try trips().truth(name: "phone", period: span(50, 2000))
        #expect(truth.coverage == .scripted)
        #expect(truth.trips.map(\.span) == [span(100, 400), span(1000, 1110)])
        let classes = truth.trips.map { $0.sections.map(\.travelClass) }
        // A leg is known by its trip, too: both trips have a leg called walk.
        #expect(classes == [[.foot, .automotive], [.cycling]])
        #expect(truth.waits == [span(160, 200)])
        #expect(try trips().truth(name: "phone", period: span(150, 2000)).trips.count == 2)
        #expect(try trips().truth(name: "phone", period: span(161, 1040)).trips.isEmpty)
    }

    @Test func aSleepingPhoneIsNotTracked() throws {
        func transition(_ name: String, _ time: Int) -> String {
            "{\"data\":{\"transition\":\(name == "null" ? name : "\"\(name)\""),\"ts\":\(time)},"
                + "\"metadata\":{\"write_ts\":\(time)}}"
        }
        let text = [
            transition("T_EXITED_GEOFENCE", 1000), transition("null", 1100),
            transition("local.transition.exited_geofence", 1200),
            transition("local.transition.stopped_moving", 2000), transition("T_TRIP_ENDED", 2500),
            transition("T_EXITED_GEOFENCE", 9000),
        ].joined(separator: ",")
        let cycle = try DutyCycle(transitions: bytes("[\(text)]"))
        let fixes = [1500, 1600, 2100, 2300, 5000, 5100].map { Timestamp(nanoseconds: $0 * 1_000_000_000) }
        #expect(
            cycle.tracked(in: span(0, 10_000), fixes: fixes) == [
                span(1000, 2000), span(2100, 2300), span(5000, 5100), span(9000, 10_000),
            ])
        #expect(
            DutyCycle().tracked(in: span(0, 10_000), fixes: fixes) == [
                span(1500, 1600), span(2100, 2300), span(5000, 5100),
            ])
    }
}
