// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GaitwayPages

/// What a page keeps of a signal: the extremes of each cell are those of its values, however often cells were joined.
struct SignalEnvelopeTests {
    /// Times with jitter and gaps, and values with outliers.
    private static func samples(_ count: Int, _ random: inout SeededGenerator) -> [(time: Int64, value: Float)] {
        var time: Int64 = 0
        return (0..<count).map { _ in
            let isGap = Int.random(in: 0..<50, using: &random) == 0
            time += Int64.random(in: 1...(isGap ? 5_000_000_000 : 60_000_000), using: &random)
            let isOutlier = Int.random(in: 0..<30, using: &random) == 0
            return (time, Float.random(in: 0...(isOutlier ? 150 : 20), using: &random))
        }
    }

    @Test func cellsHoldTheExtremesOfTheirValues() {
        for round in 0..<Rounds.count(40) {
            var random = SeededGenerator(seed: UInt64(round))
            let samples = Self.samples(Int.random(in: 1...3000, using: &random), &random)
            let limit = Int.random(in: 2...400, using: &random)
            var envelope = SignalEnvelope(limit: limit)
            for sample in samples { envelope.append(sample.value, at: sample.time) }
            let (step, cells) = (envelope.extents.step, envelope.extents.cells)
            let last = samples.last?.time ?? 0
            #expect(cells.count <= limit && cells.count == Int(last / step) + 1)
            // As fine as the limit allows, and no finer than the first step.
            #expect(step == SignalEnvelope.finestStep || last / (step / 2) >= Int64(limit))
            #expect((step / SignalEnvelope.finestStep).nonzeroBitCount == 1)
            let groups = Dictionary(grouping: samples) { Int($0.time / step) }
            for (index, cell) in cells.enumerated() {
                let values = groups[index]?.map(\.value) ?? []
                #expect(cell.least == values.min() ?? .infinity && cell.greatest == values.max() ?? -.infinity)
                guard let mean = cell.mean else {
                    #expect(values.isEmpty)
                    continue
                }
                #expect(abs(mean - values.reduce(0, +) / Float(values.count)) < 1e-3)
            }
        }
    }

    @Test(arguments: [0, 9.80665] as [Float])
    func bytesOrderValues(centre: Float) throws {
        let scale = SquareRootScale(centre: centre, reach: 80)
        let values = (1...255).compactMap { scale.value(UInt8($0)) }
        #expect(values.count == 255 && scale.value(SquareRootScale.nothing) == nil)
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
        for (index, value) in values.enumerated() {
            #expect(Int(scale.byte(value, .toNearestOrEven)) == index + 1)
        }
        // Finest at the centre: a phone at rest is told from a trembling hand.
        let steps = zip(values, values.dropFirst()).map { $1 - $0 }
        let nearest = try #require(values.enumerated().min { abs($0.element - centre) < abs($1.element - centre) })
        #expect(steps[min(nearest.offset, steps.count - 1)] < 0.02)
    }

    @Test func bytesNeverHideAnExtreme() throws {
        for round in 0..<Rounds.count(40) {
            var random = SeededGenerator(seed: UInt64(round))
            var envelope = SignalEnvelope(limit: 200)
            for sample in Self.samples(2000, &random) { envelope.append(sample.value, at: sample.time) }
            let centre: Float = Bool.random(using: &random) ? 0 : 9.80665
            let scale = SquareRootScale(centre: centre, reach: envelope.reach(around: centre))
            let bytes = envelope.bytes(scale)
            for (index, cell) in envelope.extents.cells.enumerated() {
                guard let mean = cell.mean else {
                    #expect(bytes.mean[index] == SquareRootScale.nothing)
                    continue
                }
                let least = try #require(scale.value(bytes.least[index]))
                let greatest = try #require(scale.value(bytes.greatest[index]))
                #expect(least <= cell.least + 1e-3 && greatest >= cell.greatest - 1e-3)
                // And the next byte would hide it.
                if let next = scale.value(bytes.least[index] + 1), bytes.least[index] < 255 {
                    #expect(next > cell.least - 1e-3)
                }
                let shown = try #require(scale.value(bytes.mean[index]))
                let neighbours = [bytes.mean[index] &- 1, bytes.mean[index] &+ 1].compactMap(scale.value)
                #expect(neighbours.allSatisfy { abs($0 - mean) >= abs(shown - mean) * 0.4 })
            }
        }
    }
}
