// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import TestSupport
import Testing

@Suite struct KernelCounterTests {
    private static let largest = Int(KernelCounter.largestSample)

    /// The definition, sample by sample: taps at (j − 4) d, three with weight 2 and six with −1, zeros around the
    /// signal.
    private static func responses(_ signal: [Int16], heavy: Set<Int>, dilation: Int) -> [Int] {
        signal.indices.map { place in
            (0..<9).reduce(0) { sum, tap in
                let index = place + (tap - 4) * dilation
                let value = signal.indices.contains(index) ? Int(signal[index]) : 0
                return sum + value * (heavy.contains(tap) ? 2 : -1)
            }
        }
    }

    /// The sets of three taps in lexicographic order.
    private static let choices: [Set<Int>] = (0..<512).map { bits in (0..<9).filter { bits >> $0 & 1 == 1 } }
        .filter { $0.count == 3 }.sorted { $0.lexicographicallyPrecedes($1) }.map { Set($0) }

    private static func count(_ kernel: DilatedKernel, above threshold: Int16, with counter: KernelCounter) -> UInt8 {
        var counts: [UInt8] = [0]
        var span = counts.mutableSpan
        counter.count([kernel.offsets].span, above: [threshold].span, range: 0..<1, into: &span)
        return counts[0]
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func countsAreThoseOfTheDefinition(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bound = Int16(seed == 1 ? Self.largest : 40)
        // The first seed has values at the bounds only: sums as large as they can be.
        let signal = (0..<128).map { _ in
            seed == 1
                ? (Bool.random(using: &generator) ? bound : -bound)
                : Int16.random(in: -bound...bound, using: &generator)
        }
        var counter = KernelCounter(count: 128, largestDilation: 14)
        counter.load(signal.span, from: 0)
        for dilation in [1, 2, 4, 8, 14] {
            counter.dilate(by: dilation)
            for (choice, heavy) in Self.choices.enumerated() {
                let kernel = DilatedKernel(choice: choice, dilation: dilation)
                let responses = Self.responses(signal, heavy: heavy, dilation: dilation)
                for threshold in [-500, -3, 0, 7, 500, Int16.max] {
                    #expect(
                        Int(Self.count(kernel, above: threshold, with: counter)) == responses.count { $0 > threshold })
                }
                let place = Int.random(in: 0..<128, using: &generator)
                #expect(kernel.response(at: place, of: signal[...]) == responses[place])
            }
        }
    }

    @Test(
        .enabled(if: WideVectors.areThere, "the processor has no wide vectors"), arguments: 1...4 as ClosedRange<UInt64>
    )
    func wideVectorsCountTheSame(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let signal = (0..<128).map { _ in Int16.random(in: -200...200, using: &generator) }
        var counters = [false, true].map { KernelCounter(count: 128, largestDilation: 14, isWide: $0) }
        for index in counters.indices { counters[index].load(signal.span, from: 0) }
        for choice in 0..<DilatedKernel.choices {
            let dilation = Int.random(in: 1...14, using: &generator)
            for index in counters.indices { counters[index].dilate(by: dilation) }
            let kernel = DilatedKernel(choice: choice, dilation: dilation)
            let threshold = Int16.random(in: -300...300, using: &generator)
            let counts = counters.map { Self.count(kernel, above: threshold, with: $0) }
            #expect(counts[0] == counts[1])
        }
    }

    @Test func aCounterForgetsTheSignalBefore() {
        var counter = KernelCounter(count: 128, largestDilation: 14)
        let kernel = DilatedKernel(choice: 5, dilation: 2)
        func count(_ signal: [Int16]) -> UInt8 {
            counter.load(signal.span, from: 0)
            counter.dilate(by: 2)
            return Self.count(kernel, above: 0, with: counter)
        }
        let quiet = [Int16](repeating: 0, count: 128)
        #expect(count(quiet) == 0)
        #expect(count((0..<128).map { Int16($0 % 7) }) > 0)
        #expect(count(quiet) == 0)
    }

    @Test func roundingIsToTheNearestAndOfHalvesToTheEven() {
        let values: [Float] = [0.49, 0.5, 1.5, 2.5, -0.5, -1.5, -2.51, 2729.6, -2730, 0, 3.5, -3.49]
        for start in stride(from: 0, to: values.count, by: 4) {
            let lanes = SIMD4(values[start], values[start + 1], values[start + 2], values[start + 3])
            let rounded = lanes.roundedToIntegers
            for lane in 0..<4 { #expect(rounded[lane] == Int32(lanes[lane].rounded(.toNearestOrEven))) }
        }
    }
}
