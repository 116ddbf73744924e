// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GaitwayNumerics

/// 1/2 x^T A x - b^T x, whose minimum solves A x = b.
private struct Quadratic: TwiceDifferentiableObjective {
    var matrix: Matrix
    var vector: [Double]
    var dimension: Int { vector.count }

    mutating func evaluate(at parameters: [Double], gradient: inout [Double]) -> Double {
        let product = matrix.times(parameters)
        for index in gradient.indices { gradient[index] = product[index] - vector[index] }
        return Vector.dot(parameters.span, product.span) / 2 - Vector.dot(parameters.span, vector.span)
    }

    mutating func formHessian(at parameters: [Double], into hessian: inout Matrix) { hessian = matrix }
}

/// Rosenbrock's valley: curved, and not convex.
private struct Valley: DifferentiableObjective {
    var dimension: Int { 2 }

    mutating func evaluate(at parameters: [Double], gradient: inout [Double]) -> Double {
        let (x, y) = (parameters[0], parameters[1])
        gradient[0] = -2 * (1 - x) - 400 * x * (y - x * x)
        gradient[1] = 200 * (y - x * x)
        return (1 - x) * (1 - x) + 100 * (y - x * x) * (y - x * x)
    }
}

@Suite struct SolverTests {
    private func quadratic(_ order: Int) -> (Quadratic, [Double]) {
        var generator = SeededGenerator(seed: 31)
        var matrix = Matrix(rows: order + 2, columns: order, elements: generator.vector((order + 2) * order))
            .gram()
        for index in 0..<order { matrix[index, index] += 0.5 }
        let solution = generator.vector(order)
        return (Quadratic(matrix: matrix, vector: matrix.times(solution)), solution)
    }

    @Test func newtonTakesOneStepOnAQuadratic() throws {
        var (objective, solution) = quadratic(12)
        let result = try NewtonSolver(tolerance: 1e-9).minimize(
            &objective, from: [Double](repeating: 0, count: 12))
        #expect(result.outcome == .converged)
        #expect(result.iterations == 1)
        #expect(zip(result.parameters, solution).allSatisfy { ($0 - $1).magnitude < 1e-9 })
    }

    @Test func lbfgsSolvesAQuadraticAndAValley() throws {
        var (objective, solution) = quadratic(12)
        let solver = LBFGSSolver(tolerance: 1e-9)
        let result = try solver.minimize(
            &objective, from: [Double](repeating: 0, count: 12), preconditioner: IdentityPreconditioner())
        #expect(result.outcome == .converged)
        #expect(zip(result.parameters, solution).allSatisfy { ($0 - $1).magnitude < 1e-8 })
        var valley = Valley()
        let bottom = try solver.minimize(&valley, from: [-1.2, 1], preconditioner: IdentityPreconditioner())
        #expect(bottom.outcome == .converged)
        #expect(bottom.iterations < 80)
        #expect((bottom.parameters[0] - 1).magnitude < 1e-7)
    }

    @Test func limitsAndStallsAreReported() throws {
        var valley = Valley()
        let few = try LBFGSSolver(tolerance: 1e-9, maximumIterations: 3)
            .minimize(&valley, from: [-1.2, 1], preconditioner: IdentityPreconditioner())
        #expect(few.outcome == .iterationLimit)
        #expect(few.iterations == 3)
        var (objective, _) = quadratic(12)
        let start = [Double](repeating: 0, count: 12)
        let exact = try NewtonSolver(tolerance: 1e-300, maximumIterations: 60).minimize(&objective, from: start)
        #expect(exact.outcome != .converged)
        #expect(exact.largestGradientEntry < 1e-12)
        let none = try NewtonSolver(maximumIterations: 0).minimize(&objective, from: start)
        #expect(none.outcome == .iterationLimit)
        #expect(none.parameters == start)
    }
}
