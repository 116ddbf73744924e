// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import GaitwayBase

@Suite struct ZoneRulesTests {
    /// Seconds since 1970 of 1970-01-02 and 2100-01-01.
    private static let span: Range<Int64> = 86400..<4_102_444_800

    /// All zones of the machine, at random moments and on both sides of each change.
    @Test func agreesWithPython() throws {
        var generator = SeededGenerator(seed: 8536)
        let database = ZoneDatabase.system
        let names = database.names
        #expect(names.count > 400)
        var lines = ""
        var count = 0
        for name in names {
            let rules = try #require(try database.rules(of: name))
            var moments = (0..<100).map { _ in Int64.random(in: Self.span, using: &generator) }
            for change in rules.changes.filter(Self.span.contains) { moments += [change - 1, change, change + 1] }
            // The changes that follow a rule.
            var time = Self.span.lowerBound
            while time < Self.span.upperBound {
                let next = min(time + 30 * 86400, Self.span.upperBound)
                if rules.offset(at: next) != rules.offset(at: time) {
                    var (low, high) = (time, next)
                    while high - low > 1 {
                        let middle = (low + high) / 2
                        if rules.offset(at: middle) == rules.offset(at: time) { low = middle } else { high = middle }
                    }
                    moments += [low, high]
                }
                time = next
            }
            for moment in moments { lines += "\(name) \(moment) \(rules.offset(at: moment))\n" }
            count += moments.count
        }
        #expect(count > 100_000)

        let offsets = FileManager.default.temporaryDirectory.appendingPathComponent("offsets-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: offsets) }
        try lines.write(to: offsets, atomically: false, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", try #require(Bundle.module.path(forResource: "check_offsets", ofType: "py")),
        ]
        let output = Pipe()
        process.standardInput = try FileHandle(forReadingFrom: offsets)
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(text == "checked \(count)\n")
    }

    /// Rules that no zone has today, by what POSIX says.
    @Test(
        arguments: [
            ("EST5EDT", nil), ("UTC0", 0), ("<+0330>-3:30", 12600), ("<-03>3", -10800), ("X5", -18000), ("", nil),
            ("CET", nil),
            ("CET-1CEST,M3.5.0", nil), ("CET-1CEST,M13.5.0,M10.5.0", nil), ("CET-1CEST,M3.5.0,M10.5.0/3x", nil),
            ("CET-200", nil),
            // The whole year is summer.
            ("XST3XDT,0/0,J365/25", -7200),
        ] as [(String, Int64?)]) func rulesWithoutChange(_ text: String, _ offset: Int64?)
    {
        let rule = RecurringChange(Array(text.utf8))
        for day in stride(from: Int64(0), to: 3000, by: 1) { #expect(rule?.offset(at: day * 86400 + 4000) == offset) }
    }

    @Test(
        arguments: [
            // 29 February does not count in the first, and does in the second: 1 and 29 February of 2024.
            ("AAA0BBB,J60/0,J300/0", 1_709_251_200), ("AAA0BBB,59/0,299/0", 1_709_164_800),
            // Sunday, 31 March 2024, 01:00 UTC.
            ("CET-1CEST,M3.5.0,M10.5.0/3", 1_711_846_800),
            // South of the equator summer goes over the new year: Sunday, 6 October 2024, 02:00 on the clock of the
            // winter.
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_728_144_000),
            // Fifty hours after the midnight before Thursday, 28 March 2024: Saturday, 02:00.
            ("EET-2EEST,M3.4.4/50,M10.4.4/50", 1_711_756_800),
        ] as [(String, Int64)]) func summerBegins(_ text: String, at moment: Int64) throws
    {
        let rule = try #require(RecurringChange(Array(text.utf8)))
        #expect(rule.offset(at: moment) == rule.offset(at: moment - 1) + 3600)
    }

    @Test func brokenFilesAreRefused() throws {
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: ZoneDatabase.system.folder + "/Europe/Berlin")))
        _ = try ZoneRules(bytes: bytes, source: "Berlin")
        for count in stride(from: 0, to: bytes.count, by: 7) {
            #expect(throws: InputError.self) { try ZoneRules(bytes: Array(bytes[..<count]), source: "Berlin") }
        }
        let error = #expect(throws: InputError.self) { try ZoneRules(bytes: Array("TZ?f".utf8), source: "Berlin") }
        #expect(
            error?.description
                == "Berlin: this is not a time zone file: it does not begin with TZif; install tzdata again")
    }

    @Test(arguments: [
        "", "..", "../UTC", "/UTC", "UTC/", "Europe", "posix/UTC", "right/UTC", "zone.tab", "Mars/Phobos",
        "Europe//Berlin",
    ])
    func namesThatAreNoZones(_ name: String) throws { #expect(try ZoneDatabase.system.rules(of: name) == nil) }

    @Test func aMachineWithoutZonesSaysSo() throws {
        let error = #expect(throws: InputError.self) { try ZoneDatabase(folder: "/no/zoneinfo").rules(of: "UTC") }
        #expect(error?.code == .unreadable && error?.remedy.description.contains("tzdata") == true)
    }

    @Test func theLikelyNameIsOffered() {
        #expect(ZoneDatabase.system.remedy(for: "new_york") == "did you mean America/New_York?")
        #expect(ZoneDatabase.system.remedy(for: "nowhere") == "use an IANA name such as Europe/Berlin")
    }
}
