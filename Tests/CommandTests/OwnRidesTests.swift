// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Few rides of few people, some of whom lack activities: from a manifest to a model and its figures.
@Suite struct OwnRidesTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try SyntheticLog.writeRides(to: folder)
        for ride in 0..<4 {
            let log = SyntheticLog(.swaying, seconds: 80, seed: UInt64(30 + ride))
            try folder.write(log.text, to: "rides/swaying-\(ride).csv")
        }
    }

    private static let labels = ["still": "stationary", "bouncing": "walking", "swaying": "cycling"]

    /// A manifest of rides, each with its person.
    private func manifest(_ rides: [(ride: String, user: String)], _ name: String = "mine.csv") throws -> String {
        let rows = rides.map { ride, user in
            "\(ride).csv,\(Self.labels[String(ride.prefix { $0 != "-" })] ?? "unknown"),mine,\(user)"
        }
        return try folder.write(
            (["recording,activity,dataset,user"] + rows).joined(separator: "\n") + "\n", to: "rides/" + name)
    }

    private func rides(_ motion: String, _ numbers: Range<Int>, of user: String) -> [(ride: String, user: String)] {
        numbers.map { ("\(motion)-\($0)", user) }
    }

    private func figures(_ path: String, _ options: String...) throws -> [String: Any] {
        let result = try Command.run(["evaluate", path, "--case", "total", "--json", "-"] + options, in: folder)
        try #require(result.status == 0, "\(result.errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    }

    private func train(_ path: String, _ options: String...) throws -> CommandResult {
        try Command.run(
            ["train", path, "--output", folder.path("mine.json"), "--case", "total", "--force"] + options, in: folder)
    }

    /// The share of a model's answers with low confidence, and how many are right.
    private func low(_ figures: [String: Any]) throws -> (low: Double, accuracy: Double) {
        let confidence = try #require(figures["confidence"] as? [String: [String: Any]])
        return (
            try #require(confidence["low"]?["share"] as? Double), try #require(figures["accuracy"] as? Double)
        )
    }

    @Test func aPersonWithoutAnActivityDoesNotSpoilTheModel() throws {
        let path = try manifest(
            rides("still", 0..<2, of: "alex") + rides("bouncing", 0..<2, of: "alex")
                + rides("swaying", 0..<2, of: "alex") + rides("still", 2..<4, of: "ben")
                + rides("bouncing", 2..<4, of: "ben"))
        let trained = try train(path)
        #expect(trained.status == 0, "\(trained.errors)")
        let own = try low(figures(path, "--model", folder.path("mine.json")))
        #expect(own.accuracy > 0.95 && own.low < 0.2, "\(own)")

        let judged = try Command.run(["evaluate", path, "--cross-validate", "user"], in: folder)
        #expect(judged.text.hasPrefix("alex is judged by a model that never saw cycling.\n"), "\(judged.text)")
        #expect(!judged.text.contains("The weakest is cycling"), "\(judged.text)")
        let apart = try figures(path, "--cross-validate", "user")
        let known = try #require(apart["could_know"] as? [String: Any])
        #expect(try #require(known["macro_f1"] as? Double) > #require(apart["macro_f1"] as? Double) + 0.1)
    }

    @Test func trainingEndsWithOneScreen() throws {
        let path = try manifest(
            rides("still", 0..<2, of: "alex") + rides("bouncing", 0..<2, of: "alex")
                + rides("swaying", 0..<2, of: "alex") + rides("still", 2..<4, of: "ben")
                + rides("bouncing", 2..<4, of: "ben"))
        let trained = try train(path)
        let lines = trained.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 24, "\(trained.text)")
        let flat = trained.text.replacing("\n  ", with: " ")
        #expect(flat.hasPrefix("10 rides of 2 people, 0.2"), "\(flat)")
        for words in [
            "Judged by models that each leave out people", "alex is judged by a model that never saw cycling.",
            "1 of 2 people has no cycling", "No ride of running, automotive", "is in " + folder.path("mine.json"),
        ] {
            #expect(flat.contains(words), "\(words): \(flat)")
        }
        let row = try #require(lines.first { $0.hasPrefix("walking") }).split(separator: " ")
        #expect(row.prefix(3) == ["walking", "4", "2"] && row.contains("to"), "\(row)")
        // What could not be known has no figure.
        #expect(try #require(lines.first { $0.hasPrefix("cycling") }).hasSuffix("-"))
        #expect(!trained.errors.contains("gradient"), "\(trained.errors)")
        #expect(try train(path, "--verbose").errors.replacing("\n  ", with: " ").contains("largest gradient entry"))
    }

    @Test func figuresAreBriefUnlessDetailsAreAskedFor() throws {
        let path = try manifest(
            rides("still", 0..<4, of: "me") + rides("bouncing", 0..<4, of: "me") + rides("swaying", 0..<4, of: "me"))
        let brief = try Command.run(["evaluate", path], in: folder)
        let full = try Command.run(["evaluate", path, "--details"], in: folder)
        for text in [brief.text, full.text] {
            #expect(text.contains("truth \\ answer") && text.contains("precision"), "\(text)")
        }
        #expect(brief.text.contains("Single windows: macro-F1") && brief.text.contains("--details"))
        #expect(!brief.text.contains("\nconfidence") && full.text.contains("confidence"))
        #expect(brief.text.split(separator: "\n").count < full.text.split(separator: "\n").count)
    }

    @Test func oneShortRideOfEachActivityTrains() throws {
        let path = try manifest(
            rides("still", 0..<1, of: "me") + rides("bouncing", 0..<1, of: "me") + rides("swaying", 0..<1, of: "me"))
        let trained = try train(path)
        #expect(trained.status == 0, "\(trained.errors)")
        let all = trained.text + trained.errors
        #expect(all.replacing("\n", with: " ").contains("defaults"), "\(all)")
        let fresh = try manifest(
            rides("still", 1..<4, of: "me") + rides("bouncing", 1..<4, of: "me") + rides("swaying", 1..<4, of: "me"),
            "fresh.csv")
        let own = try low(figures(fresh, "--model", folder.path("mine.json")))
        #expect(own.accuracy > 0.95 && own.low < 0.5, "\(own)")
    }

    @Test func aModelThatLacksAnActivityIsSaidTo() throws {
        let path = try manifest(rides("still", 0..<3, of: "me") + rides("bouncing", 0..<3, of: "me"))
        #expect(try train(path).status == 0)
        let fresh = try manifest(rides("still", 3..<4, of: "me") + rides("swaying", 3..<4, of: "me"), "fresh.csv")
        let judged = try Command.run(["evaluate", fresh, "--model", folder.path("mine.json")], in: folder)
        #expect(judged.text.hasPrefix("The model never saw cycling: it cannot answer it.\n"), "\(judged.text)")
    }

    @Test func ridesOfOneActivityAreRefused() throws {
        let trained = try train(try manifest(rides("still", 0..<4, of: "me")))
        #expect(trained.status == 3)
        #expect(trained.errors.contains("two activities or more"), "\(trained.errors)")
    }

    @Test func onePersonIsJudgedByRidesLeftOut() throws {
        let path = try manifest(
            rides("still", 0..<4, of: "me") + rides("bouncing", 0..<4, of: "me") + rides("swaying", 0..<4, of: "me"))
        #expect(try Command.run(["evaluate", path, "--cross-validate", "user"], in: folder).status == 3)
        let byRide = try figures(path, "--cross-validate", "ride")
        #expect(try #require(byRide["macro_f1"] as? Double) > 0.9)
        #expect((byRide["notes"] as? [String])?.contains { $0.hasPrefix("Held out: each ride") } == true)
    }

    @Test func namesAreLabelsAndTheManifestTrainsAsItIs() throws {
        for (motion, place) in [("still", "sitting/"), ("bouncing", "walking/"), ("swaying", "Bike_")] {
            for number in 0..<2 {
                let text = String(decoding: try folder.read("rides/\(motion)-\(number).csv"), as: UTF8.self)
                try folder.write(text, to: "named/\(place)\(number).csv")
            }
        }
        let written = try Command.run(["manifest", folder.path("named")], in: folder)
        #expect(written.status == 0, "\(written.errors)")
        let lines = written.text.split(separator: "\n").dropFirst()
        #expect(lines.count == 6)
        #expect(lines.count { $0.contains(",stationary,") && $0.contains(",sitting,") } == 2, "\(lines)")
        #expect(lines.count { $0.contains(",walking,") } == 2 && lines.count { $0.contains(",cycling,") } == 2)
        let said = written.errors.replacing("\n", with: " ")
        #expect(said.contains("guessed: stationary, by \"sitting\" in the name of the folder of"), "\(said)")
        #expect(said.contains("guessed: cycling, by \"bike\" in the name of"), "\(said)")
        let path = try folder.write(written.text, to: "as-it-is.csv")
        let trained = try train(path)
        #expect(trained.status == 0, "\(trained.errors)")
    }

    @Test func anActivityCanBeStated() throws {
        let log = folder.path("rides/still-0.csv")
        let tram = try Command.run(["manifest", log, "--activity", "tram"], in: folder)
        #expect(tram.text.contains(",automotive,") && tram.text.contains(",tram,"), "\(tram.text)")
        #expect(tram.errors.isEmpty)
        let wrong = try Command.run(["manifest", log, "--activity", "levitating"], in: folder)
        #expect(wrong.status == 2 && wrong.errors.contains("levitating"), "\(wrong.errors)")
        let nameless = try Command.run(["manifest", folder.path("rides/bouncing-0.csv")], in: folder)
        #expect(nameless.text.contains(",unknown,") && nameless.text.contains("unlabelled"))
        #expect(nameless.errors.contains("no label"), "\(nameless.errors)")
    }
}
