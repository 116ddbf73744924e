// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What a person never does, and how sure the activity of a ride is, through the binary.
@Suite struct TripsModesTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// An hour at 50° N, a ride north whose minutes have these speeds, and an hour there, with a fix every 10 s.
    private func ride(_ speeds: [Double], _ name: String = "ride.gpx") throws -> String {
        var points: [(time: String, latitude: Double, longitude: Double)] = []
        var (seconds, metres) = (0.0, 0.0)
        func add(_ speed: Double, _ count: Int) {
            for _ in 0..<count {
                let jitter = Double(points.count % 7 - 3) * 1e-5
                points.append((TripsTests.time(seconds), 50 + metres / 111_195 + jitter, 8 - jitter))
                seconds += 10
                metres += 10 * speed
            }
        }
        add(0, 360)
        for speed in speeds { add(speed, 6) }
        add(0, 360)
        return try folder.write(TripsTests.gpx(points), to: name)
    }

    /// The speeds of a bicycle, of a run, and of what may be a car in a jam.
    private static let bicycle = [2.5, 4, 5.5, 3, 6, 4.5, 2.8, 5, 4, 6.5, 3.5, 5, 4, 5.5, 3, 6]
    private static let run = [2.8, 3, 3.1, 2.9, 3.2, 3, 2.7, 3.1, 2.8, 3, 3.1, 2.9, 3.2, 3]

    private func trips(_ arguments: String...) throws -> CommandResult {
        try Command.run(["trips", "--time-zone", "UTC"] + arguments, in: folder)
    }

    /// The moving sections of a timeline in JSON.
    private func sections(_ result: CommandResult) throws -> [[String: Any]] {
        #expect(result.status == 0, "\(result.errors)")
        let object = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
        let items = try #require(object?["items"] as? [[String: Any]])
        return items.flatMap { $0["sections"] as? [[String: Any]] ?? [] }
            .filter { $0["activity"] as? String != "stationary" }
    }

    private func activities(_ result: CommandResult) throws -> Set<String> {
        Set(try sections(result).compactMap { $0["activity"] as? String })
    }

    @Test func modesAreThoseOfThePerson() throws {
        let (bicycle, run) = (try ride(Self.bicycle, "bicycle.gpx"), try ride(Self.run, "run.gpx"))
        #expect(try activities(trips("--track", bicycle, "--format", "json")) == ["cycling"])
        #expect(try activities(trips("--track", run, "--format", "json")) == ["running"])
        let never = try trips("--track", run, "--modes", "walking,cycling,automotive", "--format", "json")
        #expect(try !activities(never).contains("running"))
        let driver = try trips("--track", bicycle, "--modes", "walking,automotive", "--format", "json")
        #expect(try activities(driver) == ["automotive"])
        // A policy says the same, and the option overrides it.
        let policy = try folder.write(
            "{\"gaitway\":\"timeline-policy\",\"version\":1,\"modes\":[\"walking\",\"automotive\"]}", to: "policy.json")
        let policed = try trips("--track", bicycle, "--policy", policy, "--format", "json")
        #expect(policed.output == driver.output)
        let both = try trips(
            "--track", bicycle, "--policy", policy, "--modes", "walking,running,cycling,automotive", "--format", "json")
        #expect(try activities(both) == ["cycling"])
    }

    @Test(arguments: [
        ("walking,flying", "write walking, running, cycling, automotive"), ("walking,", "is not known"),
        ("walking,stationary", "is not known"), ("running,cycling", "walking and automotive"),
        ("", "is not known"),
    ])
    func wrongModesAreRefused(modes: String, message: String) throws {
        let result = try trips("--track", ride(Self.run), "--modes", modes)
        #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
    }

    /// The confidence is kept by a store and by a timeline that is read again, and the table shows a doubt.
    @Test func confidenceGoesThroughTheStore() throws {
        var levels: Set<String> = []
        let train: [Double] = [22, 28, 30, 25, 31, 27, 22, 28, 30, 25, 31, 27, 22, 28, 30, 25, 31, 27]
        var rides: [(name: String, speeds: [Double])] = [("train", train), ("run", Self.run)]
        // Between a slow cyclist and a car in a city.
        for tenths in 7...18 { rides.append(("ride\(tenths)", Self.bicycle.map { $0 * Double(tenths) / 10 })) }
        for (name, speeds) in rides {
            let track = try ride(speeds, name + ".gpx")
            let alone = try trips("--track", track, "--format", "json")
            let section = try #require(try sections(alone).first)
            guard let confidence = section["confidence"] as? String,
                let probability = section["probability"] as? Double
            else { continue }
            #expect(
                confidence == (probability >= 0.97 ? "high" : probability >= 0.9 ? "medium" : "low"), "\(probability)")
            levels.insert(probability < 0.7 ? "doubtful" : confidence)
            let table = try trips("--track", track)
            #expect(table.text.contains("doubtful") == (probability < 0.7), "\(name): \(probability)")
            let store = folder.path(name + ".gaitway")
            let stored = try trips("--track", track, "--store", store, "--format", "json")
            #expect(try sections(stored).first?["probability"] as? Double == probability)
            #expect(try sections(stored).first?["confidence"] as? String == confidence)
            #expect(try trips("--store", store).text.contains("doubtful") == (probability < 0.7))
            let again = try folder.write(alone.text, to: name + ".json")
            let read = try trips("--track", again, "--format", "json")
            #expect(try sections(read).first?["confidence"] as? String == confidence)
        }
        #expect(levels.isSuperset(of: ["doubtful", "medium", "high"]), "\(levels)")
    }
}
