// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import TestSupport
import Testing

/// A table of fixes that comes in pieces gives what it gives read whole.
@Suite struct LocationTableStreamTests {
    /// A table with what readers meet: repeats, rows without a position, quotes, zeros, other separators, no line end.
    private func table(_ random: inout SeededGenerator) -> String {
        let hasClock = Bool.random(using: &random)
        let separator = Bool.random(using: &random) ? "," : ";"
        let end = Bool.random(using: &random) ? "\n" : "\r\n"
        var seconds = 1_777_622_400
        var rows = [["time", "latitude", "longitude", "note", "accuracy"].joined(separator: separator)]
        for _ in 0..<Int.random(in: 0...40, using: &random) {
            seconds += [0, 1, 7].randomElement(using: &random) ?? 1
            let time = hasClock ? "\(seconds)" : "\(seconds - 1_777_622_000)"
            var row = [
                time, "50.\(Int.random(in: 1...3, using: &random))", "8.1", "",
                "\(Int.random(in: 1...90, using: &random))",
            ]
            switch Int.random(in: 0...9, using: &random) {
            case 0: row[1] = ""
            case 1: (row[1], row[2]) = ("0", "0")
            case 2: row[3] = "\"two" + end + "lines\(separator)\""
            case 3: row = [""]
            case 4: row[1] = "95"
            case 5: row.removeLast()
            case 6: row[0] = "noon"
            default: break
            }
            rows.append(row.joined(separator: separator))
        }
        return rows.joined(separator: end) + (Bool.random(using: &random) ? end : "")
    }

    private func pieces(
        _ text: String, _ random: inout SeededGenerator
    ) throws(InputError) -> (origin: Timestamp?, fixes: [Location], account: Track) {
        var stream = LocationTableStream(source: "t")
        var fixes: [Location] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...60, using: &random)
            try stream.append(rest.prefix(count), to: &fixes)
            rest = rest.dropFirst(count)
        }
        let account = try stream.finish(to: &fixes)
        return (stream.origin, fixes, account)
    }

    @Test(arguments: 0..<Rounds.count(400)) func piecesGiveWhatTheWholeGives(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let text = table(&random)
        do throws(InputError) {
            let whole = try Track(decoding: Array(text.utf8), format: .csv, source: "t")
            let read = try pieces(text, &random)
            #expect(read.fixes == whole.fixes && read.origin == whole.origin && read.account.repairs == whole.repairs)
            #expect(read.account.remarks == whole.remarks)
        } catch {
            #expect(throws: error) { try pieces(text, &random) }
        }
    }

    /// What comes cannot be put in order; a table that is read whole can.
    @Test func aPipedRowThatLiesBeforeTheLastIsRefusedWithItsLine() throws {
        var random = SeededGenerator(seed: 5)
        let text = "time,latitude,longitude\n1,50,8\n2,50,8\n0,50,8\n"
        let error = #expect(throws: InputError.self) { try pieces(text, &random) }
        #expect(error?.line == 4 && error?.problem.contains("out of order") == true)
        #expect(try Track(decoding: Array(text.utf8), format: .csv).repairs == [.reordered: 1])
    }

    @Test(arguments: ["1777622400,50,8.1", "\"9,50,8.1"])
    func aWrongRowIsRefusedWithItsLine(_ row: String) throws {
        var random = SeededGenerator(seed: 5)
        let text = "time,latitude,longitude\n1,50,8\n2,50,8\n\(row)\n"
        let whole = #expect(throws: InputError.self) {
            try Track(decoding: Array(text.utf8), format: .csv, source: "t")
        }
        let error = #expect(throws: InputError.self) { try pieces(text, &random) }
        #expect(error == whole && error?.line == 4)
    }
}
