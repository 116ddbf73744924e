// SPDX-License-Identifier: Apache-2.0
import Testing

/// `gaitway gate check`: scenarios through the binary.
@Suite struct GateCheckTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let scenario = """
        A person parks inside a place's region and walks in, so the alert must come once the drive is over.
        profiles here gaitway
        at 0 report automotive
        at 100 enter cafe story-a 80m 8m/s
        at 190 report stationary
        at 200 report walking
        until 60m
        here: expect skip cafe at 100 because driving
        gaitway: expect deliver cafe at 310 because allowed
        """

    /// The rows of the table below the verdict.
    private static func rows(_ result: CommandResult) -> [[Substring]] {
        let lines = result.text.split(separator: "\n").dropFirst()
        return lines.map { $0.split(separator: " ", omittingEmptySubsequences: true) }
    }

    @Test func theTableCountsAlertsByPolicy() throws {
        let file = try folder.write(Self.scenario, to: "parking.txt")
        let result = try Command.run(["gate", "check", file], in: folder)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(result.text.hasPrefix("All 2 checks passed.\n\nscenario "), "\(result.text)")
        let rows = Self.rows(result)
        #expect(rows.map(\.count) == [8, 8, 8])
        #expect(rows[1].dropFirst() == ["here", "0", "0", "1", "0", "0", "yes"])
        #expect(rows[2].dropFirst() == ["gaitway", "1", "1", "0", "0", "0", "yes"])
        let piped = try Command.run(["gate", "check", "-"], input: file, in: folder)
        #expect(piped.status == 0 && piped.text.contains("standard input"))
    }

    @Test func whatDiffersIsAFailure() throws {
        let file = try folder.write(Self.scenario.replacing("at 310", with: "at 190"), to: "parking.txt")
        let result = try Command.run(["gate", "check", file], in: folder)
        #expect(result.status == 1 && result.errorLines.count == 1)
        #expect(
            result.errors.contains(
                "parking.txt: line 9 (profile gaitway): expected deliver of cafe at 190 s, got it at 310 s"),
            "\(result.errors)")
        #expect(result.text.hasPrefix("1 of 2 checks failed.\n") && result.text.contains("no\n"))
    }

    /// What stood in the way, and until when: in seconds as the scenario has them, or by its own clock.
    @Test func aMissingAlertIsExplained() throws {
        let scenario = Self.scenario.replacing("here: expect skip cafe at 100 because driving", with: "expect 1 alerts")
            .replacing("gaitway: expect deliver cafe at 310 because allowed\n", with: "")
        let file = try folder.write(scenario, to: "parking.txt")
        let result = try Command.run(["gate", "check", file], in: folder)
        #expect(result.status == 1)
        #expect(
            result.errors.contains("parking.txt: line 8 (profile here): expected 1 alert, got 0 (driving"),
            "\(result.errors)")
        let held = """
            An entry while driving waits for the end of the drive.
            profiles gaitway
            origin 2026-05-04T08:00:00Z
            at 0 report automotive
            at 60 report walking
            at 70 enter cafe story-a 80m
            until 71
            expect 1 alerts
            """
        let waiting = try Command.run(["gate", "check", folder.write(held, to: "held.txt")], in: folder)
        #expect(
            waiting.errors.contains("expected 1 alert, got 0 (recently-driving until 08:03:00)"), "\(waiting.errors)")
    }

    @Test func buildServersGetJUnit() throws {
        let good = try folder.write(Self.scenario, to: "good.txt")
        let bad = try folder.write(Self.scenario.replacing("at 310", with: "at 190"), to: "a & \"b\".txt")
        let broken = try folder.write("nothing", to: "broken.txt")
        let path = folder.path("results.xml")
        let result = try Command.run(["gate", "check", good, bad, broken, "--junit", path], in: folder)
        #expect(result.status == 3 && result.text.contains("good.txt"), "\(result.errors)")
        let xml = String(decoding: try folder.read("results.xml"), as: UTF8.self)
        #expect(xml.contains("<testsuites name=\"gaitway\" tests=\"5\" failures=\"1\" errors=\"1\">"), "\(xml)")
        #expect(xml.contains("<testcase name=\"gaitway\" classname=\"\(good)\"></testcase>"), "\(xml)")
        #expect(
            xml.contains(
                "a &amp; &quot;b&quot;.txt\"><failure message=\"line 9: expected deliver of cafe at 190 s, "
                    + "got it at 310 s\">"))
        #expect(xml.contains("<testcase name=\"scenario\" classname=\"\(broken)\"><error message="))
        // Another program's reader takes it for XML.
        let check = "import sys, xml.dom.minidom; print(len(xml.dom.minidom.parse(sys.argv[1]).childNodes))"
        let read = try Command.shell("python3 -c '\(check)' '\(path)'", in: folder)
        #expect(read.status == 0 && read.text == "1\n", "\(read.errors)")
        let again = try Command.run(["gate", "check", good, "--junit", path], in: folder)
        #expect(again.status == 1 && again.errors.contains("--force"), "\(again.errors)")
        #expect(try Command.run(["gate", "check", good, "--junit", path, "--force"], in: folder).status == 0)
        let printed = try Command.run(["gate", "check", good, "--junit", "-"], in: folder)
        #expect(printed.text.hasPrefix("<?xml") && printed.text.hasSuffix("</testsuites>\n"))
        #expect(try Command.run(["gate", "check", good, "--force"], in: folder).status == 2)
    }

    /// A policy file takes the place of the profiles; what a scenario sets itself stays on top.
    @Test func thePolicyThatShipsIsChecked() throws {
        func policy(_ fields: String) throws -> String {
            try folder.write(
                "{\"gaitway\":\"gate-policy\",\"version\":1,\"base\":\"gaitway\"\(fields)}", to: "policy.json")
        }
        func check(_ file: String, _ policy: String) throws -> CommandResult {
            try Command.run(["gate", "check", file, "--policy", policy], in: folder)
        }
        let file = try folder.write(Self.scenario, to: "parking.txt")
        // Without a name of its own, it has its base's, and counts as that profile.
        let same = try check(file, policy(""))
        #expect(same.status == 0, "\(same.errors)")
        let rows = Self.rows(same)
        #expect(rows.count == 2 && rows[1].dropFirst() == ["gaitway", "1", "1", "0", "0", "0", "yes"], "\(same.text)")
        let sooner = try check(file, policy(",\"after_driving\":0"))
        #expect(sooner.status == 1 && sooner.errors.contains("at 310 s, got it at 220 s"), "\(sooner.errors)")
        let onTop = try folder.write(
            Self.scenario.replacing("at 0 report", with: "policy \"after_driving\":120\nat 0 report"), to: "on-top.txt")
        #expect(try check(onTop, policy(",\"after_driving\":0")).status == 0)
        // A scenario that expects nothing of it would pass whatever the policy does.
        let nothing = try check(file, policy(",\"name\":\"mine\""))
        #expect(nothing.status == 3 && nothing.errors.contains("it expects nothing of the policy \"mine\""))
        let named = try folder.write(
            Self.scenario.replacing("profiles here gaitway", with: "profiles here mine")
                .replacing("gaitway: expect", with: "mine: expect"), to: "named.txt")
        #expect(try check(named, policy(",\"name\":\"mine\"")).status == 0)
        #expect(try Command.run(["gate", "check", named], in: folder).status == 3)
        #expect(try check(file, folder.path("missing.json")).status == 3)
    }

    @Test func anUnfinishedSentenceIsANote() throws {
        let file = try folder.write(Self.scenario.replacing("drive is over.", with: "drive is over"), to: "open.txt")
        let result = try Command.run(["gate", "check", file], in: folder)
        #expect(result.status == 0 && result.text.contains("yes"), "\(result.errors)")
        #expect(result.errorLines.count == 1 && result.errors.contains("open.txt: line 1:"), "\(result.errors)")
        let alone = try folder.write("profiles here\nat 0 tick\n", to: "alone.txt")
        #expect(try Command.run(["gate", "check", alone], in: folder).status == 3)
    }

    @Test func whatIsNoScenarioIsBadInputAndTheOthersArePlayed() throws {
        let good = try folder.write(Self.scenario, to: "good.txt")
        let bad = try folder.write(Self.scenario.replacing("at 0 report", with: "at 0 sing"), to: "bad.txt")
        let result = try Command.run(["gate", "check", bad, good, folder.path("missing.txt")], in: folder)
        #expect(result.status == 3 && result.errorLines.count == 2)
        #expect(result.errors.contains("bad.txt:3: the input \"sing") && result.errors.contains("missing.txt"))
        #expect(result.text.contains("good.txt") && !result.text.contains("bad.txt"))
        for bytes in [[], [UInt8](repeating: 0xff, count: 90), Array("{}".utf8)] {
            let file = try folder.write(bytes, to: "rubbish")
            let rubbish = try Command.run(["gate", "check", file], in: folder)
            #expect(rubbish.status == 3 && rubbish.errorLines.count == 1 && rubbish.errors.contains("rubbish"))
            #expect(rubbish.output.isEmpty, "\(rubbish.text)")
        }
        #expect(try Command.run(["gate", "check"], in: folder).status == 2)
    }
}
