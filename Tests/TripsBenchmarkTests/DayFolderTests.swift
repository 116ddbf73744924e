// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import GaitwayTimeline
import TestSupport
import Testing
import trips_benchmark

/// Made-up days in the layouts of e-mission and MobilityNet.
@Suite final class DayFolderTests {
    private let root = NSTemporaryDirectory() + "/trips-benchmark-tests-" + UUID().uuidString
    /// 10:00:00 on 1 May 2026 in Los Angeles, where those days are from.
    private static let start = 1_777_654_800.0

    init() throws {
        // An hour at home, a drive of ten minutes, an hour at work.
        try write(CommuteEntries.text(from: Self.start), to: "days/e-mission/phone_2026-05-01")
        let truth = """
            {"data":[{"type":"FeatureCollection","properties":{"start_ts":\(Self.start + 3600),"end_ts":\
            \(Self.start + 4200)},"features":[
            {"type":"FeatureCollection","features":[{"properties":{"feature_type":"section","start_ts":\
            \(Self.start + 3600),"end_ts":\(Self.start + 4200),
            "sensed_mode":"MotionTypes.IN_VEHICLE"}}]}]}]}
            """
        try write(truth, to: "days/e-mission/phone_2026-05-01.ground_truth")
        try mobilityNet()
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    private func write(_ text: String, to path: String) throws {
        let parts = path.split(separator: "/")
        try Files.write(
            text, to: String(parts.last ?? ""), in: root + "/" + parts.dropLast().joined(separator: "/"))
    }

    private func mobilityNet() throws {
        let timeline = "unimodal_trip_car_bike_mtv_la"
        let root = "days/mobilitynet"
        try write(
            "{\"data\":{\"label\":{\"evaluation_trips\":[{\"id\":\"out\",\"legs\":[{\"id\":\"drive\","
                + "\"type\":\"TRAVEL\",\"mode\":\"CAR\"}]}]}}}",
            to: "\(root)/spec/\(timeline)/config~evaluation_spec/spec.json")
        let period = "\(Self.start)_\(Self.start + 7800).json"
        let marks = [
            ("START_EVALUATION_TRIP", "out", 3600.0), ("START_EVALUATION_SECTION", "drive", 3600),
            ("STOP_EVALUATION_SECTION", "drive", 4200), ("STOP_EVALUATION_TRIP", "out", 4200),
        ].map { name, identifier, seconds in
            "{\"data\":{\"transition\":\"\(name)\",\"trip_id\":\"\(identifier)\",\"spec_id\":\"\(timeline)\",\"ts\":"
                + "\(Self.start + seconds)}}"
        }
        try write(
            "[" + marks.joined(separator: ",") + "]",
            to: "\(root)/ucb-sdb-ios-3/\(timeline)/manual~evaluation_transition/\(period)")
        for phone in ["ios-1", "ios-3", "android-1", "android-4"] {
            let base = "\(root)/ucb-sdb-\(phone)/\(timeline)"
            try write("[]", to: "\(base)/background~motion_activity/\(period)")
            // The mirror lacks the fixes of one phone: that day is left out.
            if phone != "android-1" {
                try write(CommuteEntries.text(from: Self.start), to: "\(base)/background~location/\(period)")
            }
        }
        let still = "sfba_hf_calibration_stationary_only"
        try write("{\"data\":{\"label\":{}}}", to: "\(root)/spec/\(still)/config~evaluation_spec/spec.json")
        try write("[]", to: "\(root)/ucb-sdb-ios-1/\(still)/background~motion_activity/\(period)")
    }

    private func scores(_ options: String..., notes: inout [String]) throws -> TripScores {
        var said: [String] = []
        defer { notes = said }
        return try TripsBenchmark.scores(Arguments([root + "/days"] + options)) { said.append($0) }
    }

    @Test func aFolderOfDaysIsScored() throws {
        let saved = root + "/saved"
        var notes: [String] = []
        let scores = try scores("--save-timelines", saved, notes: &notes)
        let names = [
            "phone_2026-05-01", "ios-1_uni_2026-05-01T1000", "ios-3_uni_2026-05-01T1000",
            "android-4_uni_2026-05-01T1000", "ios-1_stillhf_2026-05-01T1000",
        ]
        #expect(notes.isEmpty)
        #expect(scores.days.map(\.name) == names)
        for day in scores.days.dropLast() {
            #expect(day.figures.found == 1 && day.figures.missed == 0 && day.figures.invented == 0)
            #expect(day.figures.rightShare ?? 0 > 0.8)
        }
        let pools = ["android-duty", "emission-ios", "ios-always", "ios-duty", "still-ios", "all with trips"]
        #expect(scores.pooled.map(\.name) == pools)
        #expect(Files.names(in: saved) == names.map { $0 + ".json" }.sorted())
        // What the truths cannot tell stands beside the figures, and all of it is JSON.
        #expect(scores.json.contains("not labels by hand") && scores.json.contains("unscripted"))
        let json = try JSONSerialization.jsonObject(with: Data(scores.json.utf8)) as? [String: Any]
        #expect((json?["days"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == names)

        // What was written scores the same; a day that is not there is left out, and said.
        let again = try self.scores("--timelines", saved, notes: &notes)
        #expect(notes.isEmpty && again.days.map(\.figures.found) == [1, 1, 1, 1, 0])
        try FileManager.default.removeItem(atPath: saved + "/ios-3_uni_2026-05-01T1000.json")
        let fewer = try self.scores("--timelines", saved, notes: &notes)
        #expect(fewer.days.count == 4 && notes.count == 1)
        #expect(notes.first?.contains("ios-3_uni_2026-05-01T1000.json") == true)
    }

    @Test func whatIsNoFolderOfDaysIsRefused() throws {
        try write("{\"data\":1}", to: "days/e-mission/other_2026-05-01.ground_truth")
        try write(CommuteEntries.text(from: Self.start), to: "days/e-mission/other_2026-05-01")
        for (folder, word) in [("days/mobilitynet", "e-mission/"), ("days", "expected trips")] {
            #expect {
                try TripsBenchmark.scores(Arguments([self.root + "/" + folder])) { _ in }
            } throws: { ($0 as? InputError)?.description.contains(word) == true }
        }
        for arguments in [
            [], ["days", "more"], ["days", "--policy"], ["days", "--timelines", "a", "--save-timelines", "b"],
        ] {
            #expect(throws: Arguments.Fault.self) { try Arguments(arguments) }
        }
    }
}
