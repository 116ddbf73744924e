// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayLiveSessions

@Suite struct SampleOrderTests {
    /// A phone reads its sensors at one moment, and its messages have them in any order.
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func samplesOfOneMomentComeAsTheLogGivesThemAgain(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var order = SampleOrder()
        for index in 0..<200 as Range<Int64> {
            let time = LiveSessionTests.origin + index * 20_000_000
            for sensor in [LiveSensor.pressure, .rotationRate, .acceleration].shuffled(using: &random) {
                let value = SIMD3<Float>.random(in: 1...10, using: &random)
                let outcome = order.take(.init(sensor: sensor, time: time, value: value), at: time)
                #expect(outcome == .taken)
            }
        }
        var ordered = OrderedSamples()
        order.pass(isComplete: true, isSettled: true, to: &ordered)
        #expect(ordered.samples.count == 600)
        var rows = SessionRows()
        for row in ordered.rows {
            row.table.append(row, origin: LiveSessionTests.origin, to: &rows.tables[row.table, default: []])
        }
        let samples = try LiveSessionTests.read(rows).samples
        #expect(samples.map(\.sensor) == ordered.samples.map(\.sensor))
        #expect(samples.map(\.nanoseconds) == ordered.samples.map { $0.nanoseconds - LiveSessionTests.origin })
    }
}
