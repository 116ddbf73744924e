// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import GaitwayRecognition
import Testing

/// `--use-speed` of `gaitway classify` and `gaitway evaluate`.
@Suite struct SpeedTests {
    let folder: TemporaryFolder
    /// The built-in model's file without what it knows of speeds, and with the speeds of a table made here.
    let (without, with): (String, String)

    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL.path
    private static let commute = package + "/Datasets/commute"
    private static let manifest = package + "/Datasets/manifest.csv"

    init() throws {
        folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: Self.package + "/Models/default.json")
        var model = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        model["speed"] = nil
        without = try folder.write(JSONSerialization.data(withJSONObject: model), to: "without.json")
        // Rest up to 0.5 m/s, walking to 2, running to 4, cycling to 8, vehicles above.
        let homes = [0...0, 1...3, 4...5, 6...7, 8...9]
        model["speed"] = [
            "bounds": [0.5, 1, 1.5, 2, 3, 4, 6, 8, 15], "power": 0.6, "chain_power": 0.1,
            "shares": homes.map { home in
                (0..<10).map { home.contains($0) ? 0.8 / Double(home.count) : 0.2 / Double(10 - home.count) }
            },
        ]
        with = try folder.write(JSONSerialization.data(withJSONObject: model), to: "with.json")
    }

    private func run(_ arguments: String...) throws -> CommandResult {
        let result = try Command.run(arguments, in: folder)
        try #require(result.status == 0, "\(result.errors)")
        return result
    }

    private func stream(_ result: CommandResult) throws -> DecodedStream {
        try #require(try DecodedStream.all(in: result.output).first)
    }

    @Test(arguments: ["ndjson", "csv"]) func streamsSayWhichWindowsUsedASpeed(_ format: String) throws {
        let options = ["--format", format, "--every-window", "--smoothing", "none"]
        func classify(_ more: String...) throws -> CommandResult {
            let result = try Command.run(["classify", Self.commute] + options + more, in: folder)
            try #require(result.status == 0, "\(result.errors)")
            return result
        }
        let plain = try classify("--model", without)
        #expect(try classify("--model", with).output == plain.output)
        let alone = try stream(plain)
        let fused = try stream(classify("--model", with, "--use-speed"))
        #expect(!alone.header.hasSpeed && fused.header.hasSpeed)
        #expect(fused.isComplete && fused.reports.count == alone.reports.count)
        let speeds = fused.reports.compactMap(\.speed)
        #expect(fused.footer?.windowsWithSpeed == speeds.count)
        #expect(speeds.count > fused.reports.count / 2)
        // On foot, then in a car.
        #expect(speeds.contains { (0.5...2).contains($0) } && speeds.contains { $0 > 8 })
        for (report, other) in zip(fused.reports, alone.reports) {
            #expect(report.window == other.window && report.delivered == other.delivered)
            if report.speed == nil { #expect(report.probabilities == other.probabilities) }
        }
        // Where the motion is certain, four decimals do not show what the speed adds.
        let changed = zip(fused.reports, alone.reports).count { $0.probabilities != $1.probabilities }
        #expect(changed > speeds.count / 2)
    }

    @Test func tablesSayHowManyWindowsUsedASpeed() throws {
        let table = try run("classify", Self.commute, "--model", with, "--use-speed")
        let counted = try #require(
            table.text.firstMatch(of: #/(\d+) of (\d+) windows go by the speed of location fixes/#))
        let (some, all) = (Int(counted.1, in: .countable) ?? 0, Int(counted.2, in: .countable) ?? 0)
        #expect(some > 0 && some <= all)
        #expect(try !run("classify", Self.commute, "--model", with).text.contains("speed"))
        let log = try folder.write(SyntheticLog(seconds: 30).text, to: "log.csv")
        for more in [[], ["--all"], ["--every-window"]] {
            let none = try Command.run(["classify", log, "--model", with, "--use-speed"] + more, in: folder)
            #expect(none.status == 0 && none.text.contains("No window has a speed"))
        }
    }

    @Test func aModelThatKnowsNoSpeedsIsRefused() throws {
        for arguments in [
            ["classify", Self.commute, "--use-speed", "--model", without],
            ["evaluate", Self.manifest, "--use-speed", "--model", without],
        ] {
            let result = try Command.run(arguments, in: folder)
            #expect(result.status == 3 && result.output.isEmpty)
            #expect(result.errorLines.count == 1 && result.errors.contains(without), "\(result.errors)")
            #expect(
                result.errors.contains("was trained without speeds") && result.errors.contains("train a model"))
        }
    }

    @Test func aSpeedOfAModelThatMakesNoSenseIsRefused() throws {
        let text = String(decoding: try folder.read("with.json"), as: UTF8.self)
        let path = try folder.write(text.replacing("\"power\":0.6", with: "\"power\":6"), to: "bad.json")
        let result = try Command.run(["model", "verify", path], in: folder)
        #expect(
            result.status == 3 && result.errors.contains("the parts of speed do not fit together"), "\(result.errors)")
    }

    /// The commute with another `Location.csv`.
    private func commute(location: String) throws -> String {
        for name in ["Accelerometer.csv", "Gyroscope.csv", "Barometer.csv", "meta/time.csv"] {
            try folder.write(Data(contentsOf: URL(fileURLWithPath: Self.commute + "/" + name)), to: "ride/" + name)
        }
        let header = "\"Time (s)\",\"Latitude (°)\",\"Longitude (°)\",\"Velocity (m/s)\",\"Horizontal Accuracy (m)\"\n"
        try folder.write(header + location, to: "ride/Location.csv")
        return folder.path("ride")
    }

    @Test(arguments: [
        // Never a speed but 0; not a number; unknown; years away.
        (0..<330).map { "\($0).5,47.0,8.0,0,5\n" }.joined(), (0..<330).map { "\($0).5,47.0,8.0,NaN,5\n" }.joined(),
        (0..<330).map { "\($0).5,47.0,8.0,-1,5\n" }.joined(),
        (0..<330).map { "\($0 + 900_000_000).5,47.0,8.0,7,5\n" }.joined(),
        (0..<330).map { "\($0).5,47.0,8.0,fast,5\n" }.joined(), "",
    ])
    func speedsThatSayNothingChangeNothing(_ location: String) throws {
        let ride = try commute(location: location)
        let options = ["--format", "ndjson", "--every-window", "--model", with]
        let alone = try Command.run(["classify", ride] + options, in: folder)
        let fused = try Command.run(["classify", ride, "--use-speed"] + options, in: folder)
        #expect(alone.status == 0 && fused.status == 0, "\(fused.errors)")
        #expect(try stream(fused).reports == stream(alone).reports)
        #expect(try stream(fused).footer?.windowsWithSpeed == 0)
        if location.contains("fast") {
            #expect(fused.errors.contains("its speeds are left out") && fused.errors.contains("line 2"))
        }
    }

    @Test func gapsInTheFixesLeaveWindowsWithoutSpeed() throws {
        let ride = try commute(location: (0..<330).filter { $0 % 60 < 20 }.map { "\($0).5,47.0,8.0,1.2,5\n" }.joined())
        let reports = try stream(
            run("classify", ride, "--use-speed", "--format", "ndjson", "--every-window", "--model", with)
        ).reports
        #expect(reports.contains { $0.speed == 1.2 } && reports.count { $0.speed == nil } > reports.count / 4)
    }

    @Test func trainingLearnsSpeedsAndEvaluationJudgesThem() throws {
        let model = folder.path("model.json")
        _ = try run("train", Self.manifest, "--output", model, "--penalty", "0.03")
        let file = try #require(
            try JSONSerialization.jsonObject(with: Data(try folder.read("model.json"))) as? [String: Any])
        let learnt = try #require(file["speed"] as? [String: Any])
        let shares = try #require(learnt["shares"] as? [[Double]])
        #expect(shares.count == 5 && shares.allSatisfy { $0.count == 14 && abs($0.reduce(0, +) - 1) < 1e-5 })
        // People at rest are slower than people in a car.
        #expect(shares[0][0] > shares[4][0] && shares[0][12] < shares[4][12])
        #expect(try run("model", "show", model).text.contains("speed of fixes: to the power 0.6, over time 0.1"))

        let figures = folder.path("figures.json")
        let judged = try run("evaluate", Self.manifest, "--model", model, "--use-speed", "--json", figures)
        #expect(judged.text.contains("windows with a speed") && judged.text.contains("with the speed"))
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(try folder.read("figures.json"))) as? [String: Any])
        let speed = try #require(json["speed"] as? [String: Any])
        #expect((speed["windows"] as? Int ?? 0) > 100)
        let plain = try run("evaluate", Self.manifest, "--model", model, "--json", "-")
        let without = try #require(try JSONSerialization.jsonObject(with: Data(plain.output)) as? [String: Any])
        #expect(without["speed"] == nil && without["macro_f1"] != nil)
        let crossed = try run("evaluate", Self.manifest, "--cross-validate", "user", "--use-speed", "--penalty", "0.03")
        #expect(crossed.text.contains("windows with a speed"))
    }

    @Test func ridesWithoutSpeedsCannotBeJudgedByThem() throws {
        let log = try folder.write(SyntheticLog(seconds: 30).text, to: "log.csv")
        let manifest = try folder.write("recording,activity\n\(log),stationary\n", to: "m.csv")
        let result = try Command.run(["evaluate", manifest, "--use-speed", "--model", with], in: folder)
        #expect(result.status == 3 && result.errors.contains("location fixes with a speed"), "\(result.errors)")
    }

    /// A phyphox export of two samples a second, with a fix a second at a speed in m/s.
    private func slowRide(speed: Double?) throws -> String {
        let name = "slow-\(speed.map { "\(Int(proven: $0))" } ?? "none")"
        let rows = (0..<240).map { "\(Double($0) / 2),0.1,0.\($0 % 7),9.8\n" }.joined()
        try folder.write(
            "\"Time (s)\",\"X (m/s^2)\",\"Y (m/s^2)\",\"Z (m/s^2)\"\n" + rows, to: name + "/Accelerometer.csv")
        if let speed {
            let header =
                "\"Time (s)\",\"Latitude (°)\",\"Longitude (°)\",\"Velocity (m/s)\",\"Horizontal Accuracy (m)\"\n"
            let fixes = (0..<120).map { "\($0).5,47.0,8.0,\(speed),5\n" }.joined()
            try folder.write(header + fixes, to: name + "/Location.csv")
        }
        return folder.path(name)
    }

    @Test func aLogBelowTheRateIsAnsweredByItsSpeedAlone() throws {
        let ride = try slowRide(speed: 12)
        let lines = try run("classify", ride, "--model", with, "--format", "ndjson", "--every-window")
        let decoded = try stream(lines)
        #expect(decoded.header.hasSpeed && decoded.footer?.windowsWithSpeed == decoded.reports.count)
        #expect(decoded.reports.count > 30)
        for report in decoded.reports {
            #expect(report.activity.flags == .automotive && report.activity.confidence != .high)
            #expect(report.reason == "rate-too-low" && report.speed == 12 && report.probabilities != nil)
        }
        // The note names the setting of the app that wrote the log.
        let note = try #require(lines.errorLines.first { $0.contains("location fixes alone") })
        #expect(note.contains("9 or more") && note.contains("raise the sensor rate in phyphox"), "\(note)")
        for options in [[], ["--all"], ["--every-window"]] {
            let table = try Command.run(["classify", ride, "--model", with] + options, in: folder)
            #expect(table.text.contains("automotive") && table.text.contains(", by speed"), "\(table.text)")
        }
        let page = try run("classify", ride, "--model", with, "--report", "-")
        #expect(page.text.contains("by speed alone") && page.text.contains("raise the sensor rate in phyphox"))
    }

    @Test func aLogBelowTheRateWithoutMovingFixesIsUnknown() throws {
        for (ride, model) in try [
            (slowRide(speed: nil), with), (slowRide(speed: 0), with), (slowRide(speed: 12), without),
        ] {
            let result = try Command.run(
                ["classify", ride, "--model", model, "--format", "ndjson"], in: folder)
            let reports = try stream(result).reports
            #expect(!reports.isEmpty && reports.allSatisfy { $0.activity.flags == .unknown })
            #expect(result.errors.contains("unknown throughout") && result.errors.contains("sensor rate in phyphox"))
        }
    }
}
