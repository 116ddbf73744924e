// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import TestSupport
import Testing

@Suite struct SortingNetworkTests {
    @Test(arguments: [16, 32, 64, 128, 256])
    func findsWhatSortingFinds(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        var network = SortingNetwork(count: count)
        for _ in 0..<20 {
            // Few distinct values, so that equal ones occur.
            let values = (0..<count).map { _ in
                SIMD4<Float>(SIMD4<Int8>.random(in: -20...20, using: &generator))
            }
            network.take(values)
            for lane in 0..<4 {
                let sorted = values.map { $0[lane] }.sorted()
                #expect(network.extremes.smallest[lane] == sorted[0])
                #expect(network.extremes.largest[lane] == sorted[count - 1])
                for rank in 0..<count - 1 {
                    let (low, high) = network.neighbours(at: rank)
                    #expect(low[lane] == sorted[rank] && high[lane] == sorted[rank + 1])
                }
            }
        }
    }
}
