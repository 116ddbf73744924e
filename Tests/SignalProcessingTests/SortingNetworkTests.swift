import SignalProcessing
import TestSupport
import Testing

@Suite struct SortingNetworkTests {
    @Test(arguments: [8, 16, 32, 64, 128, 256])
    func sortsEachLane(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        let network = SortingNetwork(count: count)
        for _ in 0..<20 {
            // Few distinct values, so that equal ones occur.
            let original = (0..<count).map { _ in
                SIMD4<Float>(SIMD4<Int8>.random(in: -20...20, using: &generator))
            }
            var values = original
            var span = values.mutableSpan
            network.sort(&span)
            for lane in 0..<4 { #expect(values.map { $0[lane] } == original.map { $0[lane] }.sorted()) }
        }
    }
}
