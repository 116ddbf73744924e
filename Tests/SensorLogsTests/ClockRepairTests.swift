// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GaitwayRecognition

@Suite struct ClockRepairTests {
    private struct Row: TimedRow, Hashable {
        var time: Int64
        var value: Int
        func hasSameValues(as other: Row) -> Bool { value == other.value }
    }

    private func repair(_ rows: [Row]) -> (rows: [Row], report: RepairReport) {
        var clock = ClockRepair<Row>()
        for row in rows { clock.push(row) }
        clock.finish()
        return (Array(clock.ready), clock.report)
    }

    private func regular(_ count: Int, step: Int64 = 10_000_000) -> [Row] {
        (0..<count).map { Row(time: Int64($0) * step, value: $0) }
    }

    @Test func leavesOrderedRowsAlone() {
        let (rows, report) = repair(regular(1000))
        #expect(rows == regular(1000))
        #expect(report.entries.isEmpty)
    }

    @Test(arguments: [1, 2, 3, 4, 5])
    func putsRowsThatAreALittleLateBack(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var rows = regular(800)
        for start in stride(from: 0, to: 800, by: 4) {
            rows.replaceSubrange(start..<start + 4, with: rows[start..<start + 4].shuffled(using: &generator))
        }
        let (repaired, report) = repair(rows)
        #expect(repaired == regular(800))
        #expect(report[.outOfOrder] > 0)
        #expect(report[.tooLate] == 0 && report[.clockReset] == 0)
    }

    @Test func leavesOutWhatIsTooLate() {
        var rows = regular(100)
        rows.insert(Row(time: 55_000_000, value: -1), at: 80)
        let (repaired, report) = repair(rows)
        #expect(repaired == regular(100))
        #expect(report[.tooLate] == 1)
    }

    @Test func leavesOutRepeatedRows() {
        let rows = regular(200).flatMap { [$0, $0] }
        let (repaired, report) = repair(rows)
        #expect(repaired == regular(200))
        #expect(report[.duplicate] == 200)
    }

    @Test func leavesOutARepeatedBlock() {
        var rows = regular(300)
        rows.insert(contentsOf: rows[150..<200], at: 200)
        let (repaired, report) = repair(rows)
        #expect(repaired == regular(300))
        #expect(report[.duplicate] == 50)
        #expect(report[.clockReset] == 0)
    }

    @Test func goesOnAfterAClockReset() {
        let rows = regular(500) + regular(500).map { Row(time: $0.time, value: $0.value + 1000) }
        let (repaired, report) = repair(rows)
        #expect(repaired.count == 1000)
        #expect(repaired.map(\.time) == (0..<1000).map { Int64($0) * 10_000_000 })
        #expect(report[.clockReset] == 1)
    }

    @Test func spreadsRowsOfARoundedClock() {
        // 20 rows a second, stamped with whole seconds, after a start with a fine clock.
        let rows = (0..<2000).map { index -> Row in
            let time = Int64(index) * 50_000_000
            return Row(time: index < 100 ? time : time / 1_000_000_000 * 1_000_000_000, value: index)
        }
        let (repaired, report) = repair(rows)
        #expect(repaired.map(\.value) == Array(0..<2000))
        let steps = zip(repaired.dropFirst(), repaired).map { $0.time - $1.time }
        #expect(steps.dropFirst(140).allSatisfy { abs($0 - 50_000_000) < 1_000_000 })
        #expect(report[.sharedTime] > 1500)
    }

    @Test func spreadsABacklogInNominalSteps() {
        // Two seconds pass, then 200 rows come within 2 ms.
        var rows = regular(500)
        let end = 500 * Int64(10_000_000) + 2_000_000_000
        for index in 0..<200 {
            rows.append(Row(time: end + Int64(index / 100) * 1_000_000, value: 500 + index))
        }
        let (repaired, _) = repair(rows)
        #expect(repaired.count == 700)
        let steps = zip(repaired.dropFirst(), repaired).map { $0.time - $1.time }
        #expect(steps.allSatisfy { $0 > 9_000_000 && $0 < 22_000_000 })
        #expect(repaired.last?.time == end + 1_000_000)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    func alwaysYieldsRisingTimesAndCountsWhatIsLeftOut(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var rows: [Row] = []
        for index in 0..<3000 {
            let time =
                switch Int.random(in: 0..<50, using: &generator) {
                case 0:
                    Int64.random(
                        in: -4_500_000_000_000_000_000...4_500_000_000_000_000_000, using: &generator)
                case 1...4: Int64(index / 10) * 100_000_000
                default: Int64(index) * 10_000_000 - Int64.random(in: 0...50_000_000, using: &generator)
                }
            rows.append(Row(time: time, value: Int.random(in: 0...3, using: &generator)))
        }
        let (repaired, report) = repair(rows)
        #expect(zip(repaired.dropFirst(), repaired).allSatisfy { $0.time >= $1.time })
        #expect(repaired.count + report[.duplicate] + report[.tooLate] + report[.badRow] == rows.count)
    }
}
