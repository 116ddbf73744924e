// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `gaitway evaluate` on rides whose placements are anybody's words, and on vehicles that stand by their fixes.
@Suite struct PlacementEvaluationTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// An export of phyphox: acceleration, and a fix a second with this speed.
    private func writeRide(
        _ name: String, _ motion: SyntheticLog.Motion = .spinning, seconds: Double, speed: ((Int) -> Double)? = nil
    ) throws {
        var log = SyntheticLog(motion, seconds: seconds)
        log.header = "\"Time (s)\",\"X (m/s^2)\",\"Y (m/s^2)\",\"Z (m/s^2)\""
        try folder.write(log.text, to: "rides/\(name)/Accelerometer.csv")
        guard let speed else { return }
        let header =
            "\"Time (s)\",\"Latitude (°)\",\"Longitude (°)\",\"Height (m)\",\"Velocity (m/s)\",\"Direction (°)\","
            + "\"Horizontal Accuracy (m)\",\"Vertical Accuracy (°)\"\n"
        let rows = (0..<Int(seconds)).map { "\($0).5,52.1,4.9,0,\(speed($0)),0,5,3\n" }
        try folder.write(header + rows.joined(), to: "rides/\(name)/Location.csv")
    }

    /// Text and figures of the built-in model on rides of `rows`, each `recording,activity,mode,placement`.
    private func evaluate(_ rows: [String]) throws -> (text: String, figures: [String: Any]) {
        let manifest = (["recording,activity,mode,placement"] + rows).joined(separator: "\n") + "\n"
        try folder.write(manifest, to: "rides/manifest.csv")
        let result = try Command.run(
            ["evaluate", folder.path("rides/manifest.csv"), "--details", "--json", folder.path("f.json")], in: folder)
        try #require(result.status == 0, "\(result.errors)")
        let figures = try JSONSerialization.jsonObject(with: Data(try folder.read("f.json")))
        return (result.text, try #require(figures as? [String: Any]))
    }

    @Test func aBusThatStandsAfterItMoved() throws {
        // Creeps, goes fast, stands.
        try writeRide("bus", seconds: 180) { $0 < 60 ? 1 : $0 < 120 ? 9 : 0 }
        try writeRide("parked", seconds: 60) { _ in 0 }
        try writeRide("blind", seconds: 60)
        let (text, figures) = try evaluate([
            "bus,automotive,bus,lap", "parked,automotive,car,", "blind,cycling,,pocket",
        ])
        let standing = try #require(figures["standing"] as? [String: Any])
        let speeds = try #require(standing["speeds"] as? [[String: Any]])
        #expect(
            speeds.map { $0["speed"] as? String } == ["standing_after_moving", "0.5_to_2", "5_and_more"], "\(speeds)")
        let windows = speeds.compactMap { $0["windows"] as? Int }
        #expect(windows.allSatisfy { (20...26).contains($0) }, "\(windows)")
        let standstill = try #require(standing["standstill_after_moving"] as? [String: Any])
        #expect(standstill["windows"] as? Int == windows[0])
        #expect((standing["windows_left_out"] as? [String: Int])?["automotive"] == windows[0])
        // A logger that says 0 throughout does not know the speed, and a ride without fixes has none.
        let without = try #require(standing["windows_without_speed"] as? [String: Int])
        #expect((without["automotive"] ?? 0) > 20 && (without["cycling"] ?? 0) > 20)
        #expect(text.contains("  stands, after moving") && text.contains("without standing vehicles"))
        let total = (figures["classes"] as? [String: [String: Any]])?["automotive"]?["windows"] as? Int
        #expect(total == windows.reduce(0, +) + (without["automotive"] ?? 0))
    }

    @Test func placementsAreAnybodysWords() throws {
        for name in ["a", "b", "c", "d", "e"] { try writeRide(name, .bouncing, seconds: name == "a" ? 6 : 40) }
        let (text, figures) = try evaluate([
            "a,walking,,\"hand (\"\"in front\"\")\"", "b,walking,flânerie,Hosentasche", "c,walking,散歩,右手",
            "d,walking,\"a \u{1B}[31m, b\",\"POCKET, left; size not stated\"", "e,stationary,,\"hand, or a pocket\"",
        ])
        let groups = try #require(figures["placements"] as? [[String: Any]])
        #expect(groups.map { $0["placement"] as? String } == ["pocket", "hand", "other"])
        let rides = groups.compactMap { ($0["all"] as? [String: Any])?["rides"] as? Int }
        #expect(rides == [1, 1, 3])
        let hand = try #require((groups[1]["all"] as? [String: Any])?["windows"] as? Int)
        #expect(hand == 1)
        #expect(groups[0]["at_rest"] is NSNull && groups[2]["at_rest"] is [String: Any])
        #expect(text.contains("\\u{1b}[31m") && !text.contains("\u{1B}"))
        #expect(figures["standing"] is NSNull && !text.contains("speed by GPS"))
    }

    @Test func withoutPlacementsNothingIsShown() throws {
        try writeRide("a", .still, seconds: 40)
        let (text, figures) = try evaluate(["a,stationary,,"])
        #expect(figures["placements"] is NSNull && figures["jumps"] is NSNull)
        #expect(!text.contains("placement") && !text.contains("on foot"))
    }
}
