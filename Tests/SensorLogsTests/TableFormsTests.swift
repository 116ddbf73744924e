// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayRecognition

/// The table of forms in `Datasets/README.md`: the sample walk is written in each form, and is read or refused as the
/// table says.
@Suite struct TableFormsTests {
    private static let datasets = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Datasets")

    /// The rows of the document: the form, and what Gaitway does with it.
    static let rows: [(form: String, answer: String)] = {
        let text = (try? String(contentsOf: datasets.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""
        let section = text.components(separatedBy: "## Forms of tables\n").last?.components(separatedBy: "\n## ").first
        return (section ?? "").split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| form |") }
            .map { line in
                let cells = line.replacing("\\|", with: "\u{1}").split(separator: "|").map {
                    $0.replacing("\u{1}", with: "|").trimmingCharacters(in: .whitespaces)
                }
                return (cells[0], cells[2])
            }
            .filter { $0.0 != "---" }
    }()

    @Test func theDocumentHasEachFormOnce() {
        #expect(Self.rows.count >= 84)
        #expect(Self.rows.map(\.form).sorted() == TableForms.all.keys.sorted())
    }

    /// The line to paste of an answer, or of the error to which it leads, if every machine has its programs.
    private static func line(_ answer: String, _ remedy: Remedy) -> String? {
        let lines = answer.matches(of: /`([^`]+ FILE[^`]*)`/).map { String($0.output.1).replacing("\\|", with: "|") }
        let advice = remedy.description
        let line = lines.first ?? advice.range(of: ": ").map { String(advice[$0.upperBound...]) } ?? ""
        return ["awk", "tr", "(head", "sed"].contains { line.hasPrefix($0) }
            ? String(line.prefix(upTo: line.range(of: ", and name")?.lowerBound ?? line.endIndex)) : nil
    }

    /// Runs a line to paste, and reads the tables that it writes: together they have the rows of the walk.
    private func runs(_ line: String, on file: TableForms.File) throws {
        let folder = URL(fileURLWithPath: NSTemporaryDirectory() + "/forms-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(file.bytes).write(to: folder.appendingPathComponent("table"))
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", line.replacing("FILE", with: "table")]
        shell.currentDirectoryURL = folder
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0, "\(line)")
        try FileManager.default.removeItem(at: folder.appendingPathComponent("table"))
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let bytes = try Array(Data(contentsOf: folder.appendingPathComponent(name)))
            count += try Recording(RecordingReader(bytes: bytes, name: name))[.acceleration].values.count
        }
        #expect(count == TableForms.walk.count, "\(line)")
    }

    @Test(arguments: rows.map(\.form)) func theDocumentIsRight(_ form: String) throws {
        let answer = try #require(Self.rows.first { $0.form == form }?.answer)
        let make = try #require(TableForms.all[form])
        let file = make(TableForms.walk)
        var options = LogOptions()
        for (_, option, value) in answer.matches(of: /`--(\w+) ([^`]+)`/).map(\.output) {
            switch option {
            case "rate": options.rate = Double(value)
            case "unit": options.unit = LogOptions.Unit(spelling: String(value))
            case "columns":
                for pair in value.split(separator: ",") {
                    let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
                    options.columns[parts[1]] = parts[0]
                }
            default: Issue.record("the option \(option)")
            }
        }
        let refusal = answer.firstMatch(of: /refused: "([^"]+)"/)?.output.1
        do {
            let recording = try Recording(RecordingReader(bytes: file.bytes, name: file.name, options: options))
            #expect(refusal == nil && answer.hasPrefix("read"), "it is read")
            let walk = TableForms.walk
            let series = recording[.acceleration]
            // Half of the rows of a padded table hold each sensor.
            #expect(series.values.count == walk.count || series.values.count == walk.count / 2)
            let first = try #require(series.values.first)
            let expected = SIMD3<Float>(walk[0].acceleration)
            #expect(((first - expected) * (first - expected)).sum() < 0.001, "\(first)")
            #expect(abs(recording.end / .seconds(1) - walk[walk.count - 1].seconds) < 1.1)
        } catch let error as InputError {
            let refusal = try #require(refusal.map(String.init), "\(error)")
            #expect(error.problem.contains(refusal) || error.remedy.description.contains(refusal), "\(error)")
            #expect(!error.remedy.isEmpty, "a refusal says what to do")
            if let line = Self.line(answer, error.remedy) { try runs(line, on: file) }
        }
    }
}
