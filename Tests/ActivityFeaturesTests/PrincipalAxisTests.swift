// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayRecognition

@Suite struct PrincipalAxisTests {
    /// Samples that move most along `axis`, more often a little to one side and seldom far to the other.
    static func samples(along axis: SIMD3<Float>, seed: UInt64) -> [SIMD3<Float>] {
        var generator = SeededGenerator(seed: seed)
        return (0..<128).map { _ in
            let far = Float.random(in: 0..<1, using: &generator) < 0.2
            let noise = SIMD3<Float>.random(in: -0.3...0.3, using: &generator)
            return SIMD3(1, 2, 3) + axis * (far ? 4 : -1) + noise
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func theAxisOfMostMotionIsFound(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let direction = SIMD3<Float>.random(in: -1...1, using: &generator) + SIMD3(0.01, 0, 0)
        let axis = direction / (direction * direction).sum().squareRoot()
        let found = PrincipalAxis.of(Self.samples(along: axis, seed: seed))
        // The far side is the side that it points to, however the phone lies.
        #expect((found * axis).sum() > 0.99)
        #expect(abs((found * found).sum() - 1) < 1e-5)
    }

    @Test func withoutMotionThereIsAnAxisAllTheSame() {
        #expect(PrincipalAxis.of([SIMD3<Float>](repeating: SIMD3(1, 2, 3), count: 128)) == SIMD3(0, 0, 1))
        #expect(PrincipalAxis.of([]) == SIMD3(0, 0, 1))
    }
}
