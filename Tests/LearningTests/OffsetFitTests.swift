// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import TestSupport
import Testing

@Suite struct OffsetFitTests {
    /// Logits of four classes and weights; the second class never occurs.
    private static func problem(_ rows: Int) -> (logits: Matrix, labels: [Int], weights: [Double]) {
        var generator = SeededGenerator(seed: 11)
        let labels = (0..<rows).map { [0, 2, 3, 3][$0 % 4] }
        let elements = labels.flatMap { label in
            (0..<4).map { Double.random(in: -2...2, using: &generator) + ($0 == label ? 1 : 0) }
        }
        return (
            Matrix(rows: rows, columns: 4, elements: elements), labels,
            (0..<rows).map { _ in Double.random(in: 0.5...2, using: &generator) }
        )
    }

    /// Σ v (p − y) / Σ v + λ d of each class that occurs, by the definition.
    private static func gradient(
        _ problem: (logits: Matrix, labels: [Int], weights: [Double]), at offsets: [Double], penalty: Double
    ) -> [Double] {
        let total = problem.weights.reduce(0, +)
        var gradient = offsets.map { penalty * $0 }
        for row in problem.labels.indices {
            let seen = [0, 2, 3]
            let exponentials = seen.map { exponential(problem.logits[row, $0] + offsets[$0]) }
            let sum = exponentials.reduce(0, +)
            for (place, label) in seen.enumerated() {
                let truth = label == problem.labels[row] ? 1.0 : 0
                gradient[label] += problem.weights[row] / total * (exponentials[place] / sum - truth)
            }
        }
        return gradient
    }

    /// e^x as (e^(x / 1024))^1024, each by its series.
    private static func exponential(_ exponent: Double) -> Double {
        let part = exponent / 1024
        var result = 1 + part * (1 + part / 2 * (1 + part / 3 * (1 + part / 4)))
        for _ in 0..<10 { result *= result }
        return result
    }

    @Test(arguments: [0.01, 0.3, 10]) func theGradientVanishesAndAbsentClassesStay(penalty: Double) throws {
        let problem = Self.problem(120)
        let fit = try OffsetFit.offsets(
            of: problem.logits, labels: problem.labels, weights: problem.weights, penalty: penalty)
        #expect(fit.isConverged)
        #expect(fit.offsets[1] == 0)
        #expect(abs(fit.offsets.reduce(0, +)) < 1e-8)
        let gradient = Self.gradient(problem, at: fit.offsets, penalty: penalty)
        #expect(gradient.allSatisfy { abs($0) < 1e-8 })
        #expect(fit.offsets.contains { abs($0) > 1e-4 })
    }

    @Test func rowsOfOneClassAreRefused() {
        let logits = Matrix(rows: 2, columns: 2)
        #expect(throws: FitError.oneClass(label: 1)) {
            try OffsetFit.offsets(of: logits, labels: [1, 1], weights: [1, 1], penalty: 1)
        }
        #expect(throws: FitError.empty) {
            try OffsetFit.offsets(of: Matrix(rows: 0, columns: 2), labels: [], weights: [], penalty: 1)
        }
    }
}
