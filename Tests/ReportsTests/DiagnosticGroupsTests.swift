// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReports
import TestSupport
import Testing

@Suite("Notes that several logs share")
struct DiagnosticGroupsTests {
    private func lines(_ said: [(String, String)], isGrouping: Bool = true) -> [String] {
        var groups = DiagnosticGroups(isGrouping: isGrouping)
        for (place, text) in said { groups.add(text, of: place) }
        return groups.lines
    }

    @Test func textsThatDifferInNumbersAreOneLine() {
        let said = [("a", "5 rows are bad"), ("b", "no sensor"), ("c", "1234 rows are bad")]
        #expect(lines(said) == ["a, c: 5 to 1234 rows are bad", "b: no sensor"])
        #expect(lines(said, isGrouping: false) == ["a: 5 rows are bad", "b: no sensor", "c: 1234 rows are bad"])
    }

    /// No log's number is stated as that of the others. A part of a time has no range.
    @Test func numbersThatDifferAreARange() {
        let steps = [("a", "step 0.5 s, 2 Hz"), ("b", "step 10.25 s, 2 Hz"), ("c", "step 0.25 s, 2 Hz")]
        #expect(lines(steps) == ["a, b, c: step 0.25 to 10.25 s, 2 Hz"])
        let shares = [("a", "40% (of 12)"), ("b", "9% (of 12)"), ("c", "50% (of 7)"), ("d", "8% (of 12)")]
        #expect(lines(shares) == ["a, b and 2 more: 8 to 50% (of 7 to 12)"])
        let mixed = [("a", "step 0.5 s"), ("b", "step 2 s")]
        #expect(lines(mixed) == ["a, b: step 0.5 to 2 s"])
        let units = [("a", "5 m²"), ("b", "5 m³")]
        #expect(lines(units) == ["a: 5 m²", "b: 5 m³"])
        let times = [("a", "begins at 08:03"), ("b", "begins at 07:10")]
        #expect(lines(times) == ["a, b: begins at 08:03 (in a)"])
        let alike = [("a", "begins at 08:03"), ("b", "begins at 08:03")]
        #expect(lines(alike) == ["a, b: begins at 08:03"])
    }

    /// Names of logs are compared byte by byte.
    @Test func namesThatDifferInTheirUnicodeFormAreTwoLogs() {
        let said = [("caf\u{e9}", "no sensor"), ("cafe\u{301}", "no sensor")]
        #expect(
            lines(said).map { $0.unicodeScalars.count } == ["caf\u{e9}, cafe\u{301}: no sensor".unicodeScalars.count])
    }

    /// Two files of a log may have the same note.
    @Test(arguments: [true, false]) func aLogIsNamedOnce(isGrouping: Bool) {
        let said = [("a", "time is in ms (step 20)"), ("a", "time is in ms (step 20)"), ("b", "no sensor")]
        #expect(lines(said, isGrouping: isGrouping) == ["a: time is in ms (step 20)", "b: no sensor"])
        let many = (0..<9).flatMap { [("\($0)", "step 20"), ("\($0)", "step 10")] }
        #expect(lines(many) == ["0, 1 and 7 more: step 20"])
    }

    /// Three notes for each log, and the number of the others; faults are always there.
    @Test(arguments: [true, false]) func aLogHasThreeNotes(isGrouping: Bool) {
        var groups = DiagnosticGroups(isGrouping: isGrouping)
        var whole = DiagnosticGroups(isGrouping: isGrouping, showsAll: true)
        func add(_ text: String, _ place: String) {
            groups.add(text, of: place)
            whole.add(text, of: place)
        }
        for text in ["unit", "time", "sign", "zone", "gap"] { add(text, "a") }
        for text in ["sensor", "speed", "rows", "platform"] { add(text, "b") }
        let fault = InputError(.empty, source: "a", problem: "the row ends early")
        for _ in 0..<2 { groups.add(fault, remedy: "") }
        #expect(
            groups.lines == [
                "a: unit", "a: time", "a: sign", "a: and 2 more notes: --notes",
                "b: sensor", "b: speed", "b: rows", "b: and 1 more note: --notes", "a: the row ends early",
            ])
        #expect(whole.lines.count == 9 && whole.lines.allSatisfy { !$0.contains("--notes") })
    }

    /// How many logs, and which are named.
    @Test(arguments: [
        (1, "a"), (2, "a, b"), (3, "a, b, c"), (4, "a, b and 2 more"), (26, "a, b and 24 more"),
    ])
    func manyLogsAreCounted(count: Int, named: String) {
        let places = "abcdefghijklmnopqrstuvwxyz".prefix(count).map(String.init)
        #expect(lines(places.map { ($0, "no sensor") }) == [named + ": no sensor"])
    }

    @Test func errorsAreGroupedWithoutTheirPlaces() {
        var groups = DiagnosticGroups(isGrouping: true)
        for (source, line) in [("a.csv", 3), ("b.csv", 700)] {
            var error = InputError(.empty, source: source, problem: "the row ends early", remedy: "look at it")
            error.line = line
            groups.add(error, remedy: error.remedy.description)
        }
        var bare = InputError(.empty, problem: "the row ends early", remedy: "look at it")
        #expect(groups.lines == ["a.csv:3, b.csv:700: \(bare)"])
        groups = DiagnosticGroups(isGrouping: true)
        bare.problem = "nothing is there"
        groups.add(bare, remedy: bare.remedy.description)
        #expect(groups.lines == ["\(bare)"])
    }

    @Test func tallyCountsWhatBecameOfLogs() {
        var tally = LogTally(notRead: 0)
        #expect(tally.text == "0 classified")
        for _ in 0..<3 { tally.add(.classified) }
        #expect(tally.text == "3 classified" && !tally.isFaulty)
        tally.add(.inPart)
        #expect(tally.text == "4 classified (1 of them up to a fault)" && tally.isFaulty)
        tally.add(.notRead)
        #expect(tally.text == "4 classified (1 of them up to a fault), 1 not read")
    }
}
