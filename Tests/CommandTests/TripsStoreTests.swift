// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// `trips --store` and `trips correct` through the binary, on two made-up mornings.
@Suite struct TripsStoreTests {
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

    private func check(_ arguments: String...) throws -> CommandResult {
        try Command.run(["trips", "--store", store, "--check"] + arguments, in: folder)
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

    private func kinds(_ timeline: [String: Any]) -> [String] {
        (timeline["items"] as? [[String: Any]] ?? []).compactMap { $0["kind"] as? String }
    }

    @Test func whatIsAddedIsShownAndKept() throws {
        let added = try trips("--track", first)
        #expect(added.status == 0, "\(added.errors)")
        #expect(added.errors.contains("first.gpx: new to the store: 391 fixes"))
        // The store's timeline is that of the track alone.
        let alone = try Command.run(["trips", "--track", first, "--time-zone", "UTC"], in: folder)
        #expect(added.text == alone.text)
        let later = try trips("--track", second)
        #expect(later.status == 0 && later.text.contains("2026-05-02 Saturday"))
        let all = try trips()
        #expect(all.text.contains("2026-05-01 Friday") && all.text.contains("2026-05-02 Saturday"))
    }

    /// A location table is read piece by piece; of this one there are three.
    @Test func aTableOfManyDaysIsWhatItsDaysAre() throws {
        let header = "time,latitude,longitude,accuracy\n"
        let days = (1...30).map { day in
            TripsTests.morning(start: "2026-05-\(day < 10 ? "0" : "")\(day)T06:00:00Z")
                .map { "\($0.time),\($0.latitude),\($0.longitude),5.0\n" }.joined()
        }
        let whole = try folder.write(header + days.joined(), to: "whole.csv")
        #expect(days.joined().utf8.count > 2 << 18)
        let added = try trips("--track", whole)
        #expect(
            added.status == 0 && added.errors.contains("whole.csv: new to the store: 11730 fixes"), "\(added.errors)")
        let alone = try Command.run(["trips", "--track", whole, "--time-zone", "UTC"], in: folder)
        #expect(added.text == alone.text)

        let parts = try days.enumerated().flatMap { number, rows in
            ["--track", try folder.write(header + rows, to: "day\(number).csv")]
        }
        let other = ["trips", "--store", folder.path("other.gaitway"), "--time-zone", "UTC"]
        #expect(try Command.run(other + parts, in: folder).status == 0)
        let both = try [trips("--format", "json"), Command.run(other + ["--format", "json"], in: folder)]
        #expect(both[0].status == 0 && both[0].text == both[1].text)
    }

    @Test func aTableThatBreaksLateLeavesTheStoreAsItWas() throws {
        _ = try trips("--track", first)
        let before = try trips("--format", "json").text
        let rows = (0..<20_000).map { "\(1_777_800_000 + $0),50.\(100_000 + $0),8.1\n" }.joined()
        let mixed = (0..<4_000).map { "\(1_777_820_000 - $0 % 2 * 3),50.\(200_000 + $0),8.1\n" }.joined()
        let bad = try folder.write("time,latitude,longitude\n" + rows + mixed, to: "bad.csv")
        let result = try trips("--track", bad)
        #expect(
            result.status == 3 && result.errors.contains("bad.csv:20003: the track is out of order"), "\(result.errors)"
        )
        #expect(try trips("--format", "json").text == before)
    }

    @Test func aSecondRunChangesNothing() throws {
        _ = try trips("--track", first)
        let before = try whole()
        let again = try trips("--track", first)
        #expect(again.status == 0 && again.errors.contains("nothing in it is new"))
        let after = try whole()
        #expect(NSDictionary(dictionary: before).isEqual(to: after))
        // Later and earlier days change no identifier; the same spots are the same places.
        _ = try trips("--track", second)
        let both = places(try whole())
        #expect(both.count == 4 && Set(both).count == 2)
        #expect(Set(both) == Set(places(before)))
    }

    @Test func daysPlacesAndActivitiesAreAskedFor() throws {
        _ = try trips("--track", first, "--track", second)
        let place = try #require(places(try whole()).first)
        let day = try trips("--day", "2026-05-02")
        #expect(day.status == 0 && day.text.contains("2026-05-02") && !day.text.contains("2026-05-01 Friday"))
        let visits = try trips("--place", place)
        #expect(visits.status == 0 && visits.text.components(separatedBy: " visit ").count == 3)
        #expect(!visits.text.contains("move"))
        let moves = try trips("--activity", "automotive", "--format", "geojson", "--day", "2026-05-01")
        #expect(moves.status == 0 && moves.text.components(separatedBy: "LineString").count == 2)
        for (arguments, status, word) in [
            (["--day", "2026-06-01"], Int32(3), "2026-06-01"), (["--place", "Nowhere"], 3, "Nowhere"),
            (["--activity", "running"], 3, "nothing"), (["--activity", "flying"], 2, "flying"),
            (["--place", place, "--format", "json"], 2, "selection"), (["--activities", "x"], 2, "--track"),
        ] {
            let result = try Command.run(["trips", "--store", store, "--time-zone", "UTC"] + arguments, in: folder)
            #expect(result.status == status && result.errors.contains(word), "\(arguments): \(result.errors)")
        }
    }

    @Test func correctionsAreKeptApartAndSurviveARun() throws {
        _ = try trips("--track", first)
        let identifier = try #require(places(try whole()).first)
        #expect(try correct("name", identifier, "Home").status == 0)
        let renamed = try correct("name", "Home", "Home, sweet home")
        #expect(renamed.status == 0, "\(renamed.errors)")
        let activity = try correct("activity", "cycling", "--from", "2026-05-01T07:00", "--to", "2026-05-01T07:10")
        #expect(
            activity.status == 0 && activity.text.contains("cycling, 2026-05-01 07:00:00 +00:00 to"),
            "\(activity.errors)")
        let table = try trips("--day", "2026-05-01").text
        #expect(table.contains("Home, sweet home") && table.contains("cycling") && !table.contains("automotive"))

        // The same again, another day, other thresholds: what was said still holds.
        _ = try trips("--track", first)
        _ = try trips("--track", second)
        let again = try trips("--track", second, "--shortest-visit", "100")
        #expect(again.status == 0)
        let later = try trips("--day", "2026-05-01").text
        #expect(later.contains("Home, sweet home") && later.contains("cycling") && !later.contains("automotive"))
        let list = try correct("list")
        #expect(list.status == 0 && list.text.split(separator: "\n").count == 2)

        let number = try #require(
            list.text.split(separator: "\n").last { $0.contains("cycling") }?.split(separator: " ").first)
        #expect(try correct("withdraw", String(number)).status == 0)
        #expect(try trips("--day", "2026-05-01").text.contains("automotive"))
        let none = try correct("withdraw", "99")
        #expect(none.status == 3 && none.errors.contains("99"))
    }

    @Test func correctionsAreAFileOfTheirOwn() throws {
        _ = try trips("--track", first)
        let identifier = try #require(places(try whole()).first)
        _ = try correct("name", identifier, "Home")
        _ = try correct("activity", "cycling", "--from", "2026-05-01T07:00", "--to", "2026-05-01T07:10")
        let table = try trips().text
        let export = try correct("export")
        #expect(export.status == 0 && export.text.hasPrefix("{\"gaitway\":\"corrections\",\"version\":3"))
        let file = try folder.write(export.text, to: "corrections.json")
        let again = try correct("import", file)
        let list = try correct("list")
        #expect(again.status == 0 && again.text == list.text, "\(again.errors)")

        try FileManager.default.removeItem(atPath: store)
        _ = try trips("--track", first)
        #expect(try trips().text != table)
        #expect(try correct("import", file).status == 0)
        #expect(try trips().text == table)

        for (text, word) in [
            (String(export.text.dropLast(9)), "too early"),
            ("{\"gaitway\":\"timeline\"}", "not a file of kind \"corrections\""),
            (export.text.replacing("\"version\":3", with: "\"version\":4"), "version 4 is not supported"),
            (export.text.replacing("T07:10", with: "T06:10"), "bad.json:3: a correction must begin before it ends"),
            (
                export.text.replacing("\"Home\"", with: "\"" + String(repeating: "o", count: 201) + "\""),
                "bad.json:2: the name has more than 200 characters"
            ),
        ] {
            let bad = try folder.write(text, to: "bad.json")
            let result = try correct("import", bad)
            #expect(result.status == 3 && result.errors.contains(word), "\(result.errors)")
            #expect(result.errorLines.count == 1 && result.output.isEmpty)
        }
        #expect(try trips().text == table)
    }

    @Test func correctionsWaitForTheirDays() throws {
        _ = try trips("--track", first)
        let identifier = try #require(places(try whole()).first)
        _ = try correct("name", identifier, "Home")
        _ = try correct("split", "2026-05-01T06:30")
        let file = try folder.write(try correct("export").text, to: "corrections.json")
        // What a store tells that had the days, and the messages about them, in their order.
        _ = try trips("--track", second)
        _ = try correct("split", "2026-05-02T06:30")
        let table = try trips().text
        try FileManager.default.removeItem(atPath: store)
        _ = try trips("--track", second)
        _ = try correct("split", "2026-05-02T06:30")
        let early = try correct("import", file)
        #expect(early.status == 0 && early.errors.contains("correction 3 fits nothing yet"), "\(early.errors)")
        let late = try trips("--track", first)
        #expect(
            late.status == 0 && late.text.split(separator: "\n").count { $0.hasSuffix("Home") } == 2, "\(late.errors)")
        #expect(try trips().text == table)
        #expect(!(try correct("list").text.contains("fits nothing")))
    }

    @Test func aTimeThatComesTwiceNeedsItsOffset() throws {
        _ = try trips("--track", first)
        for (time, word) in [("2026-10-25T02:30", "+02:00 or +01:00"), ("2026-03-29T02:30", "go forward")] {
            let result = try Command.run(
                ["trips", "correct", "split", time, "--store", store, "--time-zone", "Europe/Berlin"], in: folder)
            #expect(result.status == 2 && result.errors.contains(word), "\(result.errors)")
        }
        let told = try Command.run(
            [
                "trips", "correct", "split", "2026-10-25T02:30:00+01:00", "--store", store, "--time-zone",
                "Europe/Berlin",
            ], in: folder)
        #expect(told.status == 3 && told.errors.contains("no item at that time"), "\(told.errors)")
    }

    @Test func aQueryMakesNoStoreOfAnEmptyFile() throws {
        try folder.write("", to: "life.gaitway")
        for arguments in [[], ["--check"]] {
            let result = try Command.run(["trips", "--store", store] + arguments, in: folder)
            #expect(result.status == 3 && result.errors.contains("add a track to it first"), "\(result.errors)")
        }
        #expect(try folder.read("life.gaitway").isEmpty)
    }

    @Test func aStoreIsCheckedOnRequest() throws {
        _ = try trips("--track", first, "--track", second)
        let sound = try check()
        #expect(sound.status == 0 && sound.text.hasPrefix("sound: 782 fixes"), "\(sound.text)\(sound.errors)")
        let shown = try check("--track", first)
        #expect(shown.status == 2)
        var bytes = try folder.read("life.gaitway")
        bytes[bytes.count / 2] ^= 4
        try Data(bytes).write(to: URL(fileURLWithPath: store))
        let damaged = try check()
        #expect(damaged.status == 3 && damaged.errors.contains("damaged"), "\(damaged.errors)")
        // Nothing is added to it, wherever it is damaged.
        let added = try trips("--track", try folder.write("time,latitude,longitude\n1777622400,47,8\n", to: "more.csv"))
        #expect(added.status == 3 && added.errors.contains("damaged"), "\(added.errors)")
        #expect(try folder.read("life.gaitway") == bytes)
    }

    /// A limit of file sizes is told, and what was there stays.
    @Test(.enabled(if: !Sanitizer.isOn, Comment(rawValue: Sanitizer.reason)))
    func aFileThatMayNotGrowIsTold() throws {
        _ = try trips("--track", first)
        let before = try folder.read("life.gaitway")
        for blocks in [1, before.count / 1024 + 2] {
            let result = try Command.shell(
                "ulimit -f \(blocks); $GAITWAY trips --store '\(store)' --track '\(second)'", in: folder)
            #expect(result.status == 3 && result.errors.contains("ulimit -f"), "\(result.status) \(result.errors)")
        }
        #expect(try check().status == 0)
        let again = try trips("--track", first)
        #expect(again.errors.contains("nothing in it is new"))
    }

    /// Many tracks need no more memory than one: each is read, added and let go.
    @Test func manyTracksNeedTheMemoryOfOne() throws {
        var tracks: [String] = []
        for number in 0..<8 {
            let start = 1_777_622_400 + number * 86_400
            let rows = (0..<25_000).map { "\(start + $0),47.0000\($0 % 90 + 10),8.000\($0 % 7),5\n" }
            tracks.append(
                try folder.write("time,latitude,longitude,accuracy\n" + rows.joined(), to: "day-\(number).csv"))
        }
        var peaks: [Int] = []
        for (store, count) in [("few", 2), ("many", 8)] {
            let result = try Command.run(
                ["trips", "--store", folder.path(store)] + tracks.prefix(count).flatMap { ["--track", $0] }, in: folder)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errorLines.count { $0.contains("new to the store: 25000 fixes") } == count)
            peaks.append(result.peakMemory)
        }
        #expect(peaks[1] - peaks[0] < 16 << 20, "\(peaks)")
        #expect(peaks[1] < 100 << 20, "\(peaks)")
    }

    @Test func oldDaysOfMovesJoin() throws {
        _ = try trips("--track", second)
        let place = try #require(places(try whole()).first)
        let export = try Command.run(
            ["trips", "--track", first, "--time-zone", "UTC", "--format", "moves"], in: folder)
        let moves = try folder.write(export.text, to: "moves.json")
        let joined = try trips("--track", moves)
        #expect(joined.status == 0 && joined.errors.contains("moves.json: new to the store"), "\(joined.errors)")
        #expect(joined.text.contains("2026-05-01 Friday") && joined.text.contains("automotive"))
        let all = try whole()
        #expect(kinds(all) == ["visit", "move", "visit", "gap", "visit", "move", "visit"])
        // Both days were at the same two places. They go by what the old days call them, and what the store called them
        // is understood.
        let names = places(all)
        #expect(names.count == 4 && names.allSatisfy { $0.hasPrefix("moves-") })
        #expect(Set(names).count == 2 && names.prefix(2) == names.suffix(2))
        let former = try trips("--place", place)
        #expect(
            former.status == 0 && former.text.contains("2026-05-01 Friday")
                && former.text.contains("2026-05-02 Saturday"))
        #expect(try former.text == trips("--place", #require(names.first)).text)
        let again = try trips("--track", moves)
        #expect(again.status == 0 && again.errors.contains("nothing in it is new"))
        #expect(NSDictionary(dictionary: all).isEqual(to: try whole()))
    }

    @Test func itemsAreMergedAndSplitAndPlacesAreOne() throws {
        _ = try trips("--track", first)
        #expect(kinds(try whole()) == ["visit", "move", "visit"])
        #expect(try correct("split", "2026-05-01T06:30").status == 0)
        #expect(kinds(try whole()) == ["visit", "visit", "move", "visit"])
        let merged = try correct("merge", "visit", "--from", "2026-05-01T06:00", "--to", "2026-05-01T07:10:30Z")
        #expect(merged.status == 0, "\(merged.errors)")
        #expect(kinds(try whole()) == ["visit", "visit"])
        let both = Array(Set(places(try whole()))).sorted()
        try #require(both.count == 2)
        #expect(try correct("same-place", both[0], both[1]).status == 0)
        #expect(Set(places(try whole())) == [both[1]])
    }

    @Test func whatDoesNotFitIsRefused() throws {
        _ = try trips("--track", first)
        let cases: [([String], Int32, String)] = [
            (["activity", "cycling", "--from", "2026-05-01T06:10", "--to", "2026-05-01T06:20"], 3, "no section"),
            (["activity", "cycling", "--from", "2026-05-01T07:10", "--to", "2026-05-01T07:00"], 3, "before it ends"),
            (["split", "2026-06-01T07:10"], 3, "no item"), (["name", "Nowhere", "Home"], 3, "Nowhere"),
            (["activity", "flying", "--from", "2026-05-01T06:10", "--to", "2026-05-01T06:20"], 2, "flying"),
            (["split", "noon"], 2, "noon"), (["list", "--track", first], 2, "--track"), (["rename"], 2, "rename"),
        ]
        for (arguments, status, word) in cases {
            let result = try Command.run(
                ["trips", "correct"] + arguments + ["--store", store, "--time-zone", "UTC"], in: folder)
            #expect(result.status == status && result.errors.contains(word), "\(arguments): \(result.errors)")
            #expect(result.errorLines.count == 1 && result.output.isEmpty)
        }
        let bare = try Command.run(["trips", "correct", "list"], in: folder)
        #expect(bare.status == 2 && bare.errors.contains("--store"))
    }

    @Test func aStoreThatIsNoneIsRefusedAndLeftAsItIs() throws {
        let missing = try trips()
        #expect(missing.status == 3 && missing.errors.contains("life.gaitway"))
        #expect(!FileManager.default.fileExists(atPath: store))
        let text = "not a database, but long enough to look like one would look\n"
        try folder.write(text, to: "life.gaitway")
        let other = try trips("--track", first)
        #expect(other.status == 3 && other.errors.contains("life.gaitway"))
        #expect(try folder.read("life.gaitway") == Array(text.utf8))
    }

    @Test func anotherPersonsTrackIsRefused() throws {
        _ = try trips("--track", first)
        let other = try folder.write(
            TripsTests.gpx(TripsTests.morning(start: "2026-05-01T06:00:10Z", east: 1)), to: "other.gpx")
        let before = try whole()
        let result = try trips("--track", other)
        #expect(result.status == 3 && result.errors.contains("two people"), "\(result.errors)")
        #expect(NSDictionary(dictionary: before).isEqual(to: try whole()))
    }
}
