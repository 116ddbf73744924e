// SPDX-License-Identifier: Apache-2.0
import BenchmarkKit
import GaitwayNumerics
import Glibc

/// Fits once to all rows and prints the result and its cost.
func fit(_ problem: RawProblem, by solver: FitOptions.Solver, classes: Int) throws {
    let loaded = ProcessUsage.now
    let examples = try TrainingSet(features: problem.features, labels: problem.labels, classes: classes)
    let fit = try SoftmaxClassifier.fit(
        examples, options: FitOptions(inverseRegularization: 1, tolerance: 1e-6, solver: solver))
    let fitted = ProcessUsage.now
    let report = fit.report
    print("rows \(problem.features.rows), features \(problem.features.columns), classes \(classes)")
    print("solver                     \(report.solver.rawValue), \(report.outcome.rawValue)")
    print("iterations, evaluations    \(report.iterations), \(report.evaluations)")
    print("objective, sum convention  \(report.objective * examples.totalWeight)")
    print("largest gradient of mean   \(report.largestGradientEntry)")
    print("fit CPU seconds            \(fitted.seconds - loaded.seconds)")
    print("peak MiB: loaded, fitted   \(loaded.peak), \(fitted.peak)")
}

var arguments = Array(CommandLine.arguments.dropFirst())
let usageLine = "usage: solver-benchmark PREFIX [automatic|newton|lbfgs] [--in-file]"
let inFile = arguments.last == "--in-file"
if inFile { arguments.removeLast() }
guard let prefix = arguments.first, arguments.count <= 2 else { stop(usageLine, 2) }
guard let problem = RawProblem(prefix: prefix, inFile: inFile) else {
    stop("\(prefix).X.f64 and .y.i32 cannot be read", 3)
}
let classes = (problem.labels.max() ?? 0) + 1
let method = arguments.count > 1 ? arguments[1] : "automatic"
do {
    guard let solver = FitOptions.Solver(rawValue: method) else { stop(usageLine, 2) }
    try fit(problem, by: solver, classes: classes)
} catch {
    stop("\(error)", 3)
}
