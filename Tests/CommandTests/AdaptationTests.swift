// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `gaitway train --adapt`, `gaitway evaluate --adapt-minutes` and `gaitway classify --prior`.
@Suite struct AdaptationTests {
    private static let builtIn = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../Models/default.json"
    ).path
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try SyntheticLog.writeRides(to: folder)
    }

    /// A person who says that bouncing is walking.
    private func mine(_ rides: [String], _ name: String = "mine.csv") throws -> String {
        let labels = ["still": "stationary", "bouncing": "walking", "spinning": "cycling"]
        let rows = rides.map { ride in
            "\(ride).csv,\(labels[String(ride.prefix { $0 != "-" })] ?? "unknown"),mine,me"
        }
        return try folder.write(
            (["recording,activity,dataset,user"] + rows).joined(separator: "\n") + "\n", to: "rides/" + name)
    }

    private func run(_ arguments: String...) throws -> CommandResult { try Command.run(arguments, in: folder) }

    private func flat(_ text: String) -> String { text.replacing("\n  ", with: " ") }

    private func accuracy(_ manifest: String, _ options: String...) throws -> Double {
        let result = try Command.run(["evaluate", manifest, "--json", "-"] + options, in: folder)
        try #require(result.status == 0, "\(result.errors)")
        let figures = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
        return try #require(figures?["accuracy"] as? Double)
    }

    @Test func aPersonsRidesMoveTheModel() throws {
        let model = folder.path("mine.json")
        let own = try mine((0..<3).flatMap { ["still-\($0)", "bouncing-\($0)"] })
        let trained = try run("train", own, "--adapt", "default", "--output", model)
        try #require(trained.status == 0, "\(trained.errors)")
        #expect(flat(trained.errors).contains("total: 6 recordings"), "\(trained.errors)")
        #expect(flat(trained.errors).contains("adapted with penalty"), "\(trained.errors)")
        #expect(flat(trained.text).hasPrefix("Adapted ") && flat(trained.text).contains("macro-F1 was 0."))
        #expect(flat(trained.text).contains("-adapted is in \(model)"), "\(trained.text)")
        let other = try mine(["still-3", "bouncing-3"], "other.csv")
        #expect(try accuracy(other, "--model", model) > accuracy(other) + 0.2)

        let card = try run("model", "show", model)
        #expect(flat(card.text).contains("to 6 rides of one person"), "\(card.text)")
        #expect(flat(card.text).contains("gaitway train mine.csv --adapt default"))
        let builtIn = try #require(try run("model", "show").text.split(separator: ":").first)
        #expect(card.text.hasPrefix("\(builtIn)-adapted:"))
        // The figures state what the model has seen.
        let judged = try run("evaluate", own, "--model", model)
        #expect(flat(judged.text).contains("was trained on the data set mine"), "\(judged.text)")

        let again = folder.path("again.json")
        let both = try mine(["still-3", "bouncing-3", "spinning-3"], "more.csv")
        let second = try run("train", both, "--adapt", model, "--name", "me-2", "--output", again)
        try #require(second.status == 0, "\(second.errors)")
        #expect(flat(second.errors).contains("nothing can be left out to test a change: the weights stay"))
        #expect(flat(second.text).hasPrefix("Not adapted: no activity has two recordings"), "\(second.text)")
        let history = flat(try run("model", "show", again).text)
        #expect(
            history.contains("from \(builtIn)-adapted to 3 rides") && history.contains("from \(builtIn) to 6 rides"))
        #expect(try run("model", "verify", again).status == 0)
    }

    @Test func oneActivityIsRefused() throws {
        let path = try mine(["bouncing-0", "bouncing-1"])
        let model = folder.path("mine.json")
        let result = try run("train", path, "--adapt", "default", "--output", model)
        #expect(result.status == 3)
        #expect(result.errorLines.last?.contains("walking alone") == true, "\(result.errors)")
        #expect(result.errorLines.last?.contains("add rides of another activity") == true)
        #expect(!FileManager.default.fileExists(atPath: model))
    }

    /// What is learnt from the right half of the labels is wrong for the other half, and what is learnt from that for
    /// the first.
    @Test func whatDoesNotPayLeavesTheWeights() throws {
        let rows = [
            "bouncing-0.csv,walking,mine,me", "still-0.csv,walking,mine,me", "still-1.csv,stationary,mine,me",
            "bouncing-1.csv,stationary,mine,me",
        ]
        let path = try folder.write(
            (["recording,activity,dataset,user"] + rows).joined(separator: "\n") + "\n", to: "rides/swapped.csv")
        let model = folder.path("mine.json")
        // The stream states the model's name, so it shall be the same.
        let builtIn = try #require(try run("model", "show").text.split(separator: ":").first)
        let result = try run("train", path, "--adapt", "default", "--output", model, "--name", String(builtIn))
        try #require(result.status == 0, "\(result.errors)")
        #expect(flat(result.errors).contains("the weights stay as they are"), "\(result.errors)")
        #expect(flat(result.text).hasPrefix("Not adapted: on recordings left out"), "\(result.text)")
        #expect(flat(try run("model", "show", model).text).contains("no weight was changed"))
        let stream = ["classify", folder.path("rides/bouncing-0.csv"), "--format", "csv", "--every-window"]
        #expect(
            try Command.run(stream, in: folder).output == Command.run(stream + ["--model", model], in: folder).output)
    }

    @Test func quickMovesTheInterceptsAlone() throws {
        // Nothing can be left out to test a change.
        let own = try mine(["still-0", "bouncing-0"])
        func total(_ path: String) throws -> [String: Any] {
            let model = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? [String: Any]
            let cases = try #require(model?["cases"] as? [[String: Any]])
            return try #require(cases.first { $0["case"] as? String == "total" })
        }
        func adapted(_ options: String...) throws -> [String: Any] {
            let path = folder.path("model-\(options.count).json")
            let trained = try Command.run(["train", own, "--adapt", "default", "--output", path] + options, in: folder)
            try #require(trained.status == 0, "\(trained.errors)")
            return try total(path)
        }
        let (builtIn, all, quick) = try (
            total(Self.builtIn), adapted("--untested"), adapted("--untested", "--quick")
        )
        func differs(_ one: [String: Any], _ key: String) -> Bool {
            !NSDictionary(dictionary: [key: one[key] ?? 0]).isEqual(to: [key: builtIn[key] ?? 0])
        }
        #expect(differs(all, "weights") && differs(all, "intercepts"))
        #expect(!differs(quick, "weights") && differs(quick, "intercepts"))
        let unchanged = try adapted()
        #expect(!differs(unchanged, "weights") && !differs(unchanged, "intercepts"))
        let untested = try run("train", own, "--untested", "--output", folder.path("none.json"))
        #expect(untested.status == 2 && untested.errors.contains("--adapt"), "\(untested.errors)")
        let alone = try run("train", own, "--quick", "--output", folder.path("none.json"))
        #expect(alone.status == 2 && alone.errors.contains("--adapt"), "\(alone.errors)")
    }

    @Test func whatPeopleGainIsShown() throws {
        let labels = [("still", "stationary"), ("bouncing", "walking"), ("spinning", "cycling")]
        let rows = labels.flatMap { motion, label in
            (0..<4).map { "\(motion)-\($0).csv,\(label),set-\($0 % 2),user-\($0 % 2)" }
        }
        let path = try folder.write(
            (["recording,activity,dataset,user"] + rows).joined(separator: "\n") + "\n", to: "rides/m.csv")
        let result = try run(
            "evaluate", path, "--cross-validate", "dataset", "--penalty", "0.01", "--adapt-minutes", "0.5")
        try #require(result.status == 0, "\(result.errors)")
        let text = flat(result.text)
        #expect(text.contains("adapted to about 0.5 minutes of each"), "\(text)")
        #expect(text.contains("set-0/user-0") && text.contains("set-1/user-1"))
        #expect(text.contains("Of 2 people"))
        let alone = try folder.write(
            (["recording,activity,dataset"] + rows.map { $0.split(separator: ",").prefix(3).joined(separator: ",") })
                .joined(separator: "\n") + "\n", to: "rides/alone.csv")
        let refused = try run("evaluate", alone, "--cross-validate", "dataset", "--adapt-minutes", "5")
        #expect(refused.status == 3)
        #expect(refused.errorLines.last?.contains("no person has two activities") == true, "\(refused.errors)")
    }

    @Test func aPriorForbids() throws {
        let log = folder.path("rides/bouncing-0.csv")
        func rows(_ options: String...) throws -> [[String: Any]] {
            let result = try Command.run(
                ["classify", log, "--format", "ndjson", "--every-window"] + options, in: folder)
            try #require(result.status == 0, "\(result.errors)")
            return try result.text.split(separator: "\n").compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }.filter { $0["probabilities"] is [String: Double] }
        }
        func likeliest(_ row: [String: Any]) -> String? {
            (row["probabilities"] as? [String: Double])?.max { $0.value < $1.value }?.key
        }
        let plain = try rows()
        let first = try #require(plain.first.flatMap(likeliest))
        let without = try rows("--prior", "\(first)=0")
        #expect(without.count == plain.count)
        #expect(without.allSatisfy { ($0["probabilities"] as? [String: Double])?[first] == 0 })
        #expect(without.allSatisfy { $0[first] as? Bool != true })
    }

    @Test(
        arguments: [
            ["classify", "log", "--prior", "swimming=1"], ["classify", "log", "--prior", "walking=2"],
            ["train", "m.csv", "--output", "o", "--adapt", "default", "--stay", "0.9"],
            ["train", "m.csv", "--output", "o", "--adapt", "default", "--case", "slow"],
            ["evaluate", "m.csv", "--adapt-minutes", "5"],
            ["evaluate", "m.csv", "--cross-validate", "dataset", "--adapt-minutes", "-5"],
            ["evaluate", "m.csv", "--cross-validate", "dataset", "--adapt-minutes", "5", "--variants"],
        ])
    func wrongUseIsRefused(arguments: [String]) throws {
        let result = try Command.run(arguments, in: folder)
        #expect(result.status == 2, "\(result.errors)")
        #expect(result.output.isEmpty)
    }
}
