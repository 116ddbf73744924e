// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Tables for people keep within 80 columns, and take more where there is more.
struct TableWidthTests {
    private static let datasets = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Datasets").path
    private static let day = "--track \(datasets)/day/day.gpx"
    private static let places = "--places \(datasets)/day/places.csv"

    static let tables = [
        "classify \(datasets)/commute", "classify \(datasets)/commute --every-window",
        "classify \(datasets)/commute --all",
        "classify \(datasets)/bike \(datasets)/commute \(datasets)/labelled/ann-walking.csv",
        "inspect \(datasets)/bike \(datasets)/walk", "simulate \(day) \(places)", "simulate \(day) \(places) --compare",
        "gate explain \(day) \(places) --entry 2", "gate check \(datasets)/cab-ride.txt", "trips \(day)",
        "trips \(day) --evaluate \(datasets)/day/trips.csv", "places check \(datasets)/day/places.csv", "model show",
        "trips stats \(day)", "simulate \(day) \(places) --all", "simulate \(day) \(places) --sweep driving_onset=0,10",
    ]

    private static func widest(_ text: String) -> Int { text.split(separator: "\n").map(\.count).max() ?? 0 }

    @Test(arguments: tables)
    func theTableKeepsWithin80Columns(command: String) throws {
        let folder = try TemporaryFolder()
        let usual = try Command.shell("\"$GAITWAY\" \(command)", in: folder)
        #expect(usual.status == 0 && !usual.text.isEmpty, "\(usual.errors)")
        #expect(Self.widest(usual.text) <= 80, "\(usual.text)")
        let narrow = try Command.shell("COLUMNS=60 \"$GAITWAY\" \(command)", in: folder)
        #expect(narrow.status == 0 && Self.widest(narrow.text) <= 60, "\(narrow.text)")
        // Nothing is narrower than that, however little room there is.
        let narrowest = try Command.shell("COLUMNS=20 \"$GAITWAY\" \(command)", in: folder)
        #expect(narrowest.output == narrow.output)
        let wide = try Command.shell("COLUMNS=300 \"$GAITWAY\" \(command)", in: folder)
        #expect(wide.status == 0 && wide.text.split(separator: "\n").count <= usual.text.split(separator: "\n").count)
    }

    /// What needs more than 80 columns is broken into lines and parts, and whole with more room.
    @Test func aWiderTerminalIsUsed() throws {
        let folder = try TemporaryFolder()
        for command in [
            "simulate \(Self.day) \(Self.places)",
            "trips \(Self.day) --evaluate \(Self.datasets)/day/trips.csv",
        ] {
            let wide = try Command.shell("COLUMNS=300 \"$GAITWAY\" \(command)", in: folder)
            #expect(Self.widest(wide.text) > 80, "\(wide.text)")
        }
    }
}
