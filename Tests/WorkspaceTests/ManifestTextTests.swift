// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import Testing

@testable import GaitwayWorkspace

struct ManifestTextTests {
    private let text = """
        recording,activity,weather,start_s,end_s\r
        rides/a.csv,walking,"rain, snow",0,10.50\r
        \r
        rides/b.csv,automotive,,,\r
        rides/a.csv,cycling,sun,10.50,20
        """

    @Test func whatIsNotChangedKeepsItsBytes() throws {
        var manifest = try ManifestText(Array(text.utf8), source: "m.csv")
        #expect(String(decoding: manifest.bytes, as: UTF8.self) == text + "\r\n")
        var rows = manifest.rows(of: "rides/b.csv")
        rows[0].label = .noneOfThese
        manifest.replace("rides/b.csv", with: rows)
        let lines = String(decoding: manifest.bytes, as: UTF8.self)
        #expect(lines.contains("rides/a.csv,walking,\"rain, snow\",0,10.50\r\n\r\nrides/b.csv,none,,,\r\n"))
        #expect(lines.hasSuffix("rides/a.csv,cycling,sun,10.50,20\r\n"))
    }

    /// Lines end as the file's, and blank lines stay where they are, whichever rows come and go.
    @Test(arguments: ["\n", "\r\n", "\r"]) func lineEndsAndBlankLinesStay(_ end: String) throws {
        let lines = [
            "recording,activity,start_s,end_s", "", "rides/a.csv,walking,0,5", "", "", "rides/b.csv,running,,",
            "rides/a.csv,cycling,5,9", "",
        ]
        func text(_ lines: [String]) -> String { lines.map { $0 + end }.joined() }
        var manifest = try ManifestText(Array(text(lines).utf8), source: "m.csv")
        var new = LabelRow(recording: "rides/c.csv")
        new.label = .activity(.walking)
        manifest.replace([ExactName("rides/a.csv"): [], ExactName("rides/c.csv"): [new]])
        #expect(
            String(decoding: manifest.bytes, as: UTF8.self)
                == text([lines[0], "", "", "", lines[5], "", "rides/c.csv,walking,,"]))
        var other = try ManifestText(Array(text(lines).utf8), source: "m.csv")
        var rows = other.rows(of: "rides/a.csv")
        rows[0].label = .noneOfThese
        other.replace("rides/a.csv", with: rows)
        #expect(
            String(decoding: other.bytes, as: UTF8.self)
                == text([lines[0], "", "rides/a.csv,none,0,5", lines[6], "", "", lines[5], ""]))
        for manifest in [manifest, other] { #expect(try Manifest(csv: manifest.bytes).rows.isEmpty == false) }
    }

    @Test func furtherColumnsGoWithTheRow() throws {
        var manifest = try ManifestText(Array(text.utf8), source: "m.csv")
        var labels = RideLabels(recording: "rides/a.csv", rows: manifest.rows(of: "rides/a.csv"), duration: 20)
        _ = labels.apply(.put(from: 5, to: 15, .activity(.running)))
        manifest.replace("rides/a.csv", with: labels.rows)
        #expect(manifest.rows(of: "rides/a.csv").map { $0["weather"] } == ["rain, snow", "sun", "sun"])
        let read = try Manifest(csv: manifest.bytes)
        #expect(read.rows.filter { $0.recording == "rides/a.csv" }.map(\.start) == [0, 5, 15])
    }

    @Test func missingColumnsAreAdded() throws {
        var manifest = try ManifestText(Array("recording,activity\nrides/a.csv,walking\n".utf8), source: "m.csv")
        var labels = RideLabels(recording: "rides/a.csv", rows: manifest.rows(of: "rides/a.csv"), duration: 20)
        labels.set([("user", "ann")])
        _ = labels.apply(.put(from: 0, to: 5, nil))
        manifest.replace("rides/a.csv", with: labels.rows)
        #expect(
            String(decoding: manifest.bytes, as: UTF8.self)
                == "recording,activity,user,start_s\nrides/a.csv,walking,ann,5\n"
        )
    }

    @Test func aManifestMayBeEmpty() throws {
        for text in ["", "\n", "recording,activity\n"] {
            var manifest = try ManifestText(Array(text.utf8), source: "m.csv")
            var row = LabelRow(recording: "rides/<script>.csv")
            row.label = .activity(.walking)
            manifest.replace("rides/<script>.csv", with: [row])
            #expect(try Manifest(csv: manifest.bytes).rows.map(\.recording) == ["rides/<script>.csv"])
        }
    }

    @Test func anotherToolsFileIsAnErrorWithItsLine() {
        let error = #expect(throws: InputError.self) {
            try ManifestText(Array("recording,activity\na.csv,juggling\n".utf8), source: "m.csv")
        }
        #expect(error?.line == 2)
        #expect(error?.source == "m.csv")
        #expect(throws: InputError.self) { try ManifestText(Array("path;label\n1;2\n".utf8), source: "m.csv") }
    }

    @Test func aManifestOfASpreadsheetKeepsItsSeparator() throws {
        let text = "recording;activity;start_s;end_s\na, b.csv;Sitting;0;1,5\nc.csv;walking;;\n"
        var manifest = try ManifestText(Array(text.utf8), source: "m.csv")
        var rows = manifest.rows(of: "a, b.csv")
        #expect(rows.map(\.end) == [1.5] && rows.map(\.label) == [.activity(.stationary)])
        rows[0].end = 2.5
        manifest.replace("a, b.csv", with: rows)
        #expect(
            String(decoding: manifest.bytes, as: UTF8.self)
                == "recording;activity;start_s;end_s;mode\na, b.csv;stationary;0;2.5;sitting\nc.csv;walking;;;\n")
        #expect(try Manifest(csv: manifest.bytes).rows.map(\.recording) == ["a, b.csv", "c.csv"])
    }
}
