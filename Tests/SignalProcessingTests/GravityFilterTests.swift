// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite struct GravityFilterTests {
    @Test func splitsGravityFromSteps() {
        var filter = GravityFilter(rate: 50)
        for index in 0..<1000 {
            let step = 3 * sin(2 * Double.pi * 2 * Double(index) / 50)
            let gravity = filter.gravity(after: SIMD3<Float>(0, Float(9.81 + step), 0))
            // 2 Hz lies 6.7 times above the cut-off: a second order leaves 1 / 6.7² of it. The start is a transient.
            if index > 250 { #expect(abs(gravity.y - 9.81) < 3 / 6.7 / 6.7 * 1.1) }
        }
    }

    @Test func startsWithoutATransient() {
        var filter = GravityFilter(rate: 100)
        for _ in 0..<100 { #expect(abs(filter.gravity(after: SIMD3(1, 2, 9.5)).z - 9.5) < 1e-4) }
    }
}
