import ActivityStream
import Foundation
import Testing

/// `gaitway model` and `--model`: model files that are right, and wrong.
@Suite struct ModelFileTests {
    let folder: TemporaryFolder
    /// The built-in model's file, as JSON.
    let model: [String: Any]

    init() throws {
        folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
            path: "../../Models/default.json")
        model = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    }

    private func write(_ change: (inout [String: Any]) -> Void) throws -> String {
        var changed = model
        change(&changed)
        return try folder.write(JSONSerialization.data(withJSONObject: changed), to: "model.json")
    }

    private func expectRefused(_ path: String, _ words: String...) throws {
        let log = try folder.write(SyntheticLog(seconds: 10).text, to: "log.csv")
        for arguments in [
            ["model", "verify", path], ["model", "show", path], ["classify", log, "--model", path],
        ] {
            let result = try Command.run(arguments, in: folder)
            #expect(result.status == 3, "\(result.errors)")
            #expect(result.output.isEmpty)
            #expect(result.errorLines.count == 1, "\(result.errors)")
            #expect(result.errors.hasPrefix("gaitway: \(path): "))
            for word in words { #expect(result.errors.contains(word), "\(result.errors)") }
        }
    }

    @Test func builtInModelAsAFileGivesTheSameStream() throws {
        let path = try write { _ in }
        let verified = try Command.run(["model", "verify", path], in: folder)
        #expect(verified.status == 0 && verified.errors.isEmpty, "\(verified.errors)")
        #expect(
            try Command.run(["model", "show", path], in: folder).output
                == Command.run(["model", "show"], in: folder).output)
        let log = try folder.write(SyntheticLog(.bouncing, seconds: 30).text, to: "log.csv")
        let arguments = ["classify", log, "--format", "ndjson", "--every-window"]
        #expect(
            try Command.run(arguments, in: folder).output
                == Command.run(arguments + ["--model", path], in: folder).output)
    }

    @Test func cardNamesDataAndFeatures() throws {
        let result = try Command.run(["model", "show"], in: folder)
        #expect(result.status == 0)
        for word in [model["name"] as? String ?? "no name", "features", "data sets", "walking:", "smoothing"] {
            #expect(result.text.contains(word))
        }
    }

    @Test func anotherVersion() throws {
        try expectRefused(write { $0["version"] = 2 }, "version 2", "version 1")
    }

    @Test func anotherKind() throws {
        try expectRefused(write { $0["gaitway"] = "activity-stream" }, "activity-stream")
    }

    @Test func missingField() throws {
        for field in model.keys where field != "gaitway" && field != "version" {
            try expectRefused(write { $0[field] = nil }, "'\(field)'", "missing")
        }
    }

    @Test func fieldOfAnotherType() throws {
        for field in model.keys where field != "gaitway" && field != "version" {
            try expectRefused(write { $0[field] = ["x": 1] })
        }
    }

    @Test func anotherFeature() throws {
        try expectRefused(
            write { model in
                var features = model["features"] as? [String] ?? []
                features.swapAt(0, 1)
                model["features"] = features
            }, "features")
    }

    @Test func tooFewWeights() throws {
        try expectRefused(
            write { model in
                var weights = model["weights"] as? [[Double]] ?? []
                weights[2].removeLast()
                model["weights"] = weights
            }, "weights")
    }

    /// JSON has no NaN, so it can only be written as a word or as a number too large.
    @Test(arguments: ["NaN", "Infinity", "1e999", "\"nan\"", "null"])
    func weightThatIsNoNumber(text: String) throws {
        let json = String(decoding: try JSONSerialization.data(withJSONObject: model), as: UTF8.self)
        let range = try #require(json.range(of: "\"intercepts\":["))
        let end = try #require(json[range.upperBound...].firstIndex(of: ","))
        try expectRefused(
            folder.write(json.replacingCharacters(in: range.upperBound..<end, with: text), to: "model.json"))
    }

    @Test func weightsThatOverflow() throws {
        try expectRefused(
            write { model in
                model["weights"] = (model["weights"] as? [[Double]] ?? []).map {
                    $0.map { $0 < 0 ? -1e308 : 1e308 }
                }
            }, "larger")
        try expectRefused(
            write { model in
                model["intercepts"] = (model["intercepts"] as? [Double] ?? []).map { _ in 1e200 }
            }, "larger")
    }

    /// Numbers at the ends of what the check lets through still give probabilities.
    @Test func extremeScales() throws {
        let path = try write { model in
            let count = (model["features"] as? [String] ?? []).count
            model["scaling"] = [
                "limit": (model["scaling"] as? [String: Any])?["limit"] ?? 0,
                "mean": (0..<count).map { $0 % 2 == 0 ? 1e308 : -1e308 },
                "deviation": (0..<count).map { $0 % 3 == 0 ? 1e-300 : 1e308 },
            ]
        }
        let log = try folder.write(SyntheticLog(.bouncing, seconds: 10).text, to: "log.csv")
        let result = try Command.run(["classify", log, "--format", "ndjson", "--model", path], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try DecodedStream.all(in: result.output).first?.isComplete == true)
    }

    @Test func truncatedOrNotJSON() throws {
        let bytes = [UInt8](try JSONSerialization.data(withJSONObject: model))
        for length in [1, 100, bytes.count / 2, bytes.count - 1] {
            try expectRefused(folder.write(bytes[..<length], to: "model.json"))
        }
        try expectRefused(folder.write("time,ax,ay,az\n0,0,0,9.8\n", to: "model.json"))
        try expectRefused(folder.write("", to: "model.json"), "empty")
        try expectRefused(folder.write([0xff, 0xfe, 0, 0], to: "model.json"))
        try expectRefused(folder.write("[]", to: "model.json"))
        try expectRefused(folder.write(String(repeating: "[", count: 100_000), to: "model.json"))
        try expectRefused(folder.path("missing.json"), "No such file")
        try expectRefused(folder.root, "directory")
    }
}
