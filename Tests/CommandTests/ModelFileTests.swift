// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayRecognition
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

    /// The model with one change to the first of its sensor cases.
    private func writeCase(_ change: (inout [String: Any]) -> Void) throws -> String {
        try write { model in
            var cases = model["cases"] as? [[String: Any]] ?? []
            change(&cases[0])
            model["cases"] = cases
        }
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
            #expect(result.errors.hasPrefix("gaitway: \(path):"))
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
        for word in [model["name"] as? String ?? "no name", "features", "data set", "walking:", "smoothing"] {
            #expect(result.text.contains(word))
        }
    }

    @Test func anotherVersion() throws {
        try expectRefused(write { $0["version"] = 1 }, "version 1", "reads 2 to 3")
    }

    @Test func anotherKind() throws {
        try expectRefused(write { $0["gaitway"] = "activity-stream" }, "activity-stream")
    }

    @Test func missingField() throws {
        // A model that saw no speeds has no such field.
        for field in model.keys where !["gaitway", "version", "speed"].contains(field) {
            try expectRefused(write { $0[field] = nil }, "\"\(field)\"", "missing")
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
            writeCase { part in
                var weights = part["weights"] as? [[Double]] ?? []
                weights[2].removeLast()
                part["weights"] = weights
            }, "case \"total\"", "weights")
    }

    @Test func partsOfACase() throws {
        let first = try #require((model["cases"] as? [[String: Any]])?.first)
        for field in first.keys {
            // A case without kernels is one of version 2, whose weights are fewer.
            let words = field == "kernels" ? ["weights", "do not fit"] : ["\"\(field)\"", "missing"]
            for word in words { try expectRefused(writeCase { $0[field] = nil }, word) }
            try expectRefused(writeCase { $0[field] = ["x": 1] })
        }
        try expectRefused(writeCase { $0["case"] = "under water" }, "case \"under water\"")
        try expectRefused(writeCase { $0["minimum_rate"] = 1 }, "case \"total\"")
        try expectRefused(writeCase { $0["products"] = ["magnitude.power", "magnitude.power"] }, "twice")
        for (part, value) in [("numbers", [3, 2]), ("numbers", [1680]), ("thresholds", [40000]), ("mean", [0])] {
            try expectRefused(
                writeCase { first in
                    var kernels = first["kernels"] as? [String: Any] ?? [:]
                    kernels[part] = value
                    first["kernels"] = kernels
                }, "kernels")
        }
        try expectRefused(writeCase { $0["confidence"] = ["medium": 0.9, "high": 0.8] }, "confidence")
        try expectRefused(
            writeCase { part in
                var distance = part["distance"] as? [String: Any] ?? [:]
                distance["means"] = [[1.0, 2]]
                part["distance"] = distance
            }, "distance")
    }

    @Test func noCaseOrOneTwice() throws {
        try expectRefused(write { $0["cases"] = [Any]() }, "sensor case")
        try expectRefused(
            write { model in
                let cases = model["cases"] as? [[String: Any]] ?? []
                model["cases"] = cases + [cases[0]]
            }, "each only once")
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
            writeCase { part in
                part["weights"] = (part["weights"] as? [[Double]] ?? []).map { $0.map { $0 < 0 ? -1e308 : 1e308 } }
            }, "larger")
        try expectRefused(
            writeCase { part in
                part["intercepts"] = (part["intercepts"] as? [Double] ?? []).map { _ in 1e200 }
            }, "larger")
    }

    /// Numbers at the ends of what the check lets through still give probabilities.
    @Test func extremeScales() throws {
        let count = (model["features"] as? [String] ?? []).count
        let path = try writeCase { part in
            part["scaling"] = [
                "limit": (part["scaling"] as? [String: Any])?["limit"] ?? 0,
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
        try expectRefused(folder.root, "this is a folder, not a file")
    }
}
