import Foundation
import Testing

/// `trips --evaluate` through the binary, on made-up days in the layouts of e-mission and MobilityNet.
@Suite struct TripEvaluationTests {
    let folder: TemporaryFolder
    /// 10:00:00 on 1 May 2026 in Los Angeles, where those days are from.
    private static let start = 1_777_654_800.0

    init() throws {
        folder = try TemporaryFolder()
        // An hour at home, a drive of ten minutes, an hour at work.
        try folder.write(entries(from: Self.start), to: "days/e-mission/phone_2026-05-01")
        let truth = """
            {"data":[{"type":"FeatureCollection","properties":{"start_ts":\(Self.start + 3600),"end_ts":\(Self.start + 4200)},"features":[
            {"type":"FeatureCollection","features":[{"properties":{"feature_type":"section","start_ts":\(Self.start + 3600),"end_ts":\(Self.start + 4200),
            "sensed_mode":"MotionTypes.IN_VEHICLE"}}]}]}]}
            """
        try folder.write(truth, to: "days/e-mission/phone_2026-05-01.ground_truth")
        try mobilityNet()
    }

    /// Fixes as e-mission logs them, every 20 s.
    private func entries(from start: Double) -> String {
        let entries = (0...390).map { step -> String in
            let seconds = 20 * Double(step)
            let metres = 15 * min(600, max(0, seconds - 3600))
            let jitter = Double(step % 7 - 3) * 1e-5
            return
                "{\"metadata\":{\"key\":\"background/location\",\"platform\":\"ios\",\"write_ts\":\(start + seconds)},\"data\":{\"ts\":\(start + seconds),"
                + "\"latitude\":\(37 + metres / 111_195 + jitter),\"longitude\":\(-122 - jitter),\"accuracy\":10,\"sensed_speed\":-1}}"
        }
        return "[" + entries.joined(separator: ",\n") + "]"
    }

    private func mobilityNet() throws {
        let timeline = "unimodal_trip_car_bike_mtv_la"
        let root = "days/mobilitynet"
        try folder.write(
            "{\"data\":{\"label\":{\"evaluation_trips\":[{\"id\":\"out\",\"legs\":[{\"id\":\"drive\",\"type\":\"TRAVEL\",\"mode\":\"CAR\"}]}]}}}",
            to: "\(root)/spec/\(timeline)/config~evaluation_spec/spec.json")
        let period = "\(Self.start)_\(Self.start + 7800).json"
        let marks = [
            ("START_EVALUATION_TRIP", "out", 3600.0), ("START_EVALUATION_SECTION", "drive", 3600),
            ("STOP_EVALUATION_SECTION", "drive", 4200), ("STOP_EVALUATION_TRIP", "out", 4200),
        ].map { name, identifier, seconds in
            "{\"data\":{\"transition\":\"\(name)\",\"trip_id\":\"\(identifier)\",\"spec_id\":\"\(timeline)\",\"ts\":\(Self.start + seconds)}}"
        }
        try folder.write(
            "[" + marks.joined(separator: ",") + "]",
            to: "\(root)/ucb-sdb-ios-3/\(timeline)/manual~evaluation_transition/\(period)")
        for phone in ["ios-1", "ios-3", "android-1", "android-4"] {
            let base = "\(root)/ucb-sdb-\(phone)/\(timeline)"
            try folder.write("[]", to: "\(base)/background~motion_activity/\(period)")
            // The mirror lacks the fixes of one phone: that day is none.
            if phone != "android-1" {
                try folder.write(entries(from: Self.start), to: "\(base)/background~location/\(period)")
            }
        }
        let still = "sfba_hf_calibration_stationary_only"
        try folder.write("{\"data\":{\"label\":{}}}", to: "\(root)/spec/\(still)/config~evaluation_spec/spec.json")
        try folder.write("[]", to: "\(root)/ucb-sdb-ios-1/\(still)/background~motion_activity/\(period)")
    }

    private func figures(_ result: CommandResult, _ key: String) throws -> [[String: Any]] {
        let root = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
        return try #require(root[key] as? [[String: Any]])
    }

    @Test func aFolderOfDaysIsScored() throws {
        let days = folder.path("days")
        let saved = folder.path("saved")
        let result = try Command.run(
            ["trips", "--evaluate", days, "--format", "json", "--save-timelines", saved], in: folder)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        let names = [
            "phone_2026-05-01", "ios-1_uni_2026-05-01T1000", "ios-3_uni_2026-05-01T1000",
            "android-4_uni_2026-05-01T1000", "ios-1_stillhf_2026-05-01T1000",
        ]
        #expect(try figures(result, "days").compactMap { $0["name"] as? String } == names)
        for day in try figures(result, "days").dropLast() {
            #expect(day["found"] as? Int == 1 && day["missed"] as? Int == 0 && day["invented"] as? Int == 0)
            #expect(day["right_share"] as? Double ?? 0 > 0.8)
        }
        let pooled = try figures(result, "pooled").compactMap { $0["name"] as? String }
        #expect(pooled == ["android-duty", "emission-ios", "ios-always", "ios-duty", "still-ios", "all with trips"])
        #expect(try folder.names(in: "saved") == names.map { $0 + ".json" }.sorted())

        // What was written scores the same; a day that is not there is left out, and said.
        let again = try Command.run(
            ["trips", "--evaluate", days, "--format", "json", "--timelines", saved], in: folder)
        #expect(again.status == 0 && again.errors.isEmpty)
        #expect(try figures(again, "days").map { $0["found"] as? Int } == [1, 1, 1, 1, 0])
        try FileManager.default.removeItem(atPath: saved + "/ios-3_uni_2026-05-01T1000.json")
        let fewer = try Command.run(["trips", "--evaluate", days, "--timelines", saved], in: folder)
        #expect(
            fewer.status == 0 && fewer.errorLines.count == 1 && fewer.errors.contains("ios-3_uni_2026-05-01T1000.json"))
        // What the truths cannot tell stands below the figures.
        #expect(fewer.text.contains("not labels by hand") && fewer.text.contains("unscripted"))
    }

    @Test func oneDayIsScored() throws {
        let track = folder.path("days/e-mission/phone_2026-05-01")
        let expected = track + ".ground_truth"
        let result = try Command.run(
            [
                "trips", "--track", track, "--evaluate", expected, "--time-zone", "America/Los_Angeles", "--format",
                "json",
            ], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let day = try #require(try figures(result, "days").first)
        #expect(day["found"] as? Int == 1 && day["expected"] as? Int == 1)
        let table = try folder.write(
            "kind,start,end,class\nperiod,\(Self.start),\(Self.start + 7800),scripted\ntrip,\(Self.start + 3600),\(Self.start + 4200),\n"
                + "section,\(Self.start + 3600),\(Self.start + 4200),automotive\n", to: "truth.csv")
        let own = try Command.run(["trips", "--track", track, "--evaluate", table, "--format", "json"], in: folder)
        #expect(own.status == 0, "\(own.errors)")
        #expect(try figures(own, "days").first?["found"] as? Int == 1)
    }

    @Test func whatIsNoTruthIsRefused() throws {
        let track = folder.path("days/e-mission/phone_2026-05-01")
        let other = try folder.write("{\"data\":1}", to: "other_2026-05-01.ground_truth")
        for (truth, word) in [(folder.path("days/mobilitynet"), "e-mission/"), (other, "expected trips")] {
            let arguments = truth.hasSuffix("net") ? [] : ["--track", track]
            let result = try Command.run(["trips", "--evaluate", truth] + arguments, in: folder)
            #expect(result.status == 3 && result.output.isEmpty)
            #expect(result.errorLines.last?.contains(word) == true, "\(result.errors)")
        }
    }
}
