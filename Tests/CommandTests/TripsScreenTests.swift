// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// The first screens of `trips` over a store, and what people type into it, on made-up mornings.
@Suite struct TripsScreenTests {
    let folder: TemporaryFolder
    let store: String
    let first: String
    let second: String

    init() throws {
        folder = try TemporaryFolder()
        store = folder.path("life.gaitway")
        first = try folder.write(TripsTests.gpx(TripsTests.morning()), to: "first.gpx")
        second = try folder.write(TripsTests.gpx(TripsTests.morning(start: "2026-05-02T06:00:00Z")), to: "second.gpx")
    }

    private func trips(_ arguments: String...) throws -> CommandResult {
        try Command.run(["trips", "--store", store, "--time-zone", "UTC"] + arguments, in: folder)
    }

    private func correct(_ arguments: String...) throws -> CommandResult {
        try Command.run(
            ["trips", "correct"] + arguments + ["--store", store, "--time-zone", "UTC"], in: folder)
    }

    private func whole() throws -> [String: Any] {
        let result = try trips("--format", "json")
        #expect(result.status == 0, "\(result.errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    }

    private func places(_ timeline: [String: Any]) -> [String] {
        (timeline["items"] as? [[String: Any]] ?? []).compactMap { $0["place"] as? String }
    }

    @Test func namesOfPlacesAndDaysAreReadAsPeopleWriteThem() throws {
        _ = try trips("--track", first, "--track", second)
        let identifier = try #require(places(try whole()).first)
        _ = try correct("name", identifier, "Home")
        let exact = try trips("--place", "Home")
        let small = try trips("--place", "home")
        #expect(small.status == 0 && small.output == exact.output, "\(small.errors)")
        let misspelt = try trips("--place", "Hme")
        #expect(misspelt.status == 3 && misspelt.errors.contains("did you mean \"Home\"?"), "\(misspelt.errors)")
        let day = try trips("--day", "2026-5-2")
        let padded = try trips("--day", "2026-05-02")
        #expect(day.status == 0 && day.output == padded.output, "\(day.errors)")
        #expect(try trips("--from", "2026-5").status == 0)
    }

    @Test func manyDaysAreSummedUpByMonth() throws {
        let tracks = try (["2026-04-30"] + (1...8).map { "2026-05-0\($0)" }).map { date in
            try folder.write(TripsTests.gpx(TripsTests.morning(start: date + "T06:00:00Z")), to: date + ".gpx")
        }
        for track in tracks { _ = try trips("--track", track) }
        let months = try trips()
        let lines = months.text.split(separator: "\n")
        #expect(months.status == 0 && lines.count { $0.hasPrefix("2026-04 ") || $0.hasPrefix("2026-05 ") } >= 2)
        #expect(lines.count < 20 && !months.text.contains("Thursday"), "\(months.text)")
        #expect(months.text.contains("9 days.") && months.text.contains("--days"), "\(months.text)")
        let days = try trips("--days")
        #expect(days.text.contains("2026-04-30 Thursday") && days.text.contains("2026-05-08 Friday"))
        #expect(try trips("--day", "2026-05-08").text.contains("2026-05-08 Friday"))
        #expect(try trips("--days", "--format", "json").status == 2)
        // Every heading of the statistics stands above its figures, at any width.
        for width in [60, 80, 100] {
            let table = try Command.shell(
                "COLUMNS=\(width) \"$GAITWAY\" trips stats --store '\(store)' --time-zone UTC", in: folder)
            #expect(table.status == 0 && table.text.split(separator: "\n").allSatisfy { $0.count <= width })
            for part in table.text.components(separatedBy: "\n\n") where part.hasPrefix("month") {
                let rows = part.split(separator: "\n")
                #expect(rows[0].contains("automotive") == rows[1].contains(" km"), "\(part)")
            }
        }
    }

    @Test func aCorrectionThatFitsNothingIsRefusedWithTheNearestItems() throws {
        _ = try trips("--track", first)
        for arguments in [
            ["split", "2026-05-01T05:00"],
            ["merge", "visit", "--from", "2026-05-01T04:00", "--to", "2026-05-01T05:00"],
            ["merge", "move", "--from", "2026-05-01T09:00", "--to", "2026-05-01T10:00"],
        ] {
            let result = try Command.run(
                ["trips", "correct"] + arguments + ["--store", store, "--time-zone", "UTC"], in: folder)
            #expect(result.status == 3 && result.output.isEmpty)
            #expect(
                result.errors.contains(#/the nearest are visit to the place near .* \(1\), 2026-05-01 06:00:00 to/#),
                "\(result.errors)")
        }
        let activity = try correct("activity", "cycling", "--from", "2026-05-01T06:10", "--to", "2026-05-01T06:20")
        #expect(activity.status == 3 && activity.errors.contains("the nearest are automotive,"), "\(activity.errors)")
        let far = try correct("split", "2027-05-01T05:00")
        #expect(far.status == 3 && far.errors.contains("the timeline lasts from 2026-05-01 06:00:00"), "\(far.errors)")
        #expect(try correct("list").text.isEmpty)
    }

    @Test func theHelpOfCorrectionsHasOnlyTheirOptions() throws {
        for name in ["activity", "name", "same-place", "split", "merge", "list", "withdraw", "export", "import"] {
            let help = try Command.run(["trips", "correct", name, "--help"], in: folder).text
            #expect(help.contains("--store") && !help.contains("--check"), "\(help)")
        }
    }
}
