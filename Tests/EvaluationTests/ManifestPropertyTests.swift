// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import GaitwayBase
import GaitwayEvaluation
import TestSupport
import Testing

struct ManifestPropertyTests {
    /// Any bytes give rows or an `InputError`. Half are noise, half a sound manifest with bytes changed.
    @Test func noBytesTrap() {
        var generator = SeededGenerator(seed: 21)
        let sound = Array(
            "recording,activity,start_s,end_s,x\n\"a,\n\"\"\",walking,1,2.5,\r\nb,none,,,\n".utf8)
        let alphabet = Array("\",\r\n\u{feff}recording,activity walking1e9.-\0é".utf8)
        var read = 0
        for round in 0..<Rounds.count(16_000) {
            var bytes = sound
            if round % 2 == 0 {
                bytes = (0..<generator.below(80)).map { _ in alphabet[generator.below(alphabet.count)] }
            } else {
                for _ in 0...generator.below(3) {
                    let position = generator.below(bytes.count)
                    switch generator.below(3) {
                    case 0: bytes[position] = UInt8(generator.below(256))
                    case 1: bytes.remove(at: position)
                    default: bytes.insert(alphabet[generator.below(alphabet.count)], at: position)
                    }
                }
            }
            do throws(InputError) {
                let manifest = try Manifest(csv: bytes, source: "m.csv")
                #expect(!manifest.rows.isEmpty)
                read += 1
            } catch {
                #expect(error.source == "m.csv")
            }
        }
        #expect(read > 100)
    }

    /// What the writer writes reads back to the same rows, whatever the cells hold.
    @Test func writtenRowsReadBack() throws {
        var generator = SeededGenerator(seed: 22)
        let pieces = ["a", "é", " ", ",", "\"", "\n", "\r\n", "\r", "0", "🚲", ";", "'"]
        func text() -> String {
            (0..<generator.below(5)).map { _ in pieces[generator.below(pieces.count)] }.joined()
        }
        for _ in 0..<Rounds.count(800) {
            let rows = (0...generator.below(4)).map { index in
                var row = ManifestRow(
                    recording: "r\(index)" + text(), label: RideLabel.allCases[generator.below(7)],
                    dataSet: "d" + text(), user: "u" + text())
                row.device = text()
                row.mode = text()
                row.placement = text()
                if generator.below(2) == 0 { row.start = generator.uniform() * 1000 }
                if generator.below(2) == 0 { row.end = 1000 + generator.uniform() * 1e6 }
                row.logger = text()
                row.acceleration = text()
                row.unit = text()
                row.notes = text()
                row.extra = ["use": text(), "x,y": text()]
                return row
            }
            let csv = ManifestWriter(extraColumns: ["use", "x,y", "notes"]).csv(rows)
            let manifest = try Manifest(csv: Array(csv.utf8))
            #expect(manifest.columns == Manifest.standardColumns + ["use", "x,y"])
            let read = manifest.rows.map { row in
                var copy = row
                copy.line = nil
                return copy
            }
            #expect(read == rows)
        }
    }
}
