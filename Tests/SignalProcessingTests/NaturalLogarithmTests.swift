// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite struct NaturalLogarithmTests {
    /// Units in the last place between a lane and the exact logarithm; near 1 the result's own are counted.
    static func error(of value: Float, _ result: Float) -> Double {
        let exact = log(Double(value))
        return abs(Double(result) - exact) / max(abs(exact) * 0x1p-24, 0x1p-149)
    }

    @Test func agreesWithTheLibraryOverAllNormalNumbers() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            let values = SIMD4<Float>(
                (0..<4).map { _ in
                    Float(bitPattern: UInt32.random(in: 0x0080_0000..<0x7f80_0000, using: &generator))
                })
            let results = values.naturalLogarithm
            for lane in 0..<4 { #expect(Self.error(of: values[lane], results[lane]) < 3) }
        }
    }

    @Test func agreesWithTheLibraryAroundOne() {
        for step in -2000...2000 {
            let value = Float(1) + Float(step) * 0x1p-23
            let result = SIMD8(repeating: value).naturalLogarithm
            #expect(Self.error(of: value, result[5]) < 3)
            #expect(result == SIMD8(repeating: result[0]))
        }
        #expect(SIMD4<Float>(repeating: 1).naturalLogarithm == SIMD4())
    }
}
