// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import Testing

/// The rows of a matrix, copied into the buffer at each pass, up to the first one that is lost.
private struct CopiedRows: FeatureRows {
    var matrix: Matrix
    var lost = Int.max

    var rows: Int { matrix.rows }
    var columns: Int { matrix.columns }

    func withRows(
        _ range: Range<Int>, buffer: inout [Double], _ body: (Span<Double>) -> Void
    ) throws(FitError) {
        if range.upperBound > lost { throw .unreadable(rows: range, problem: "the file has ended") }
        buffer.removeAll(keepingCapacity: true)
        for row in range { buffer.append(contentsOf: matrix.elements[matrix.rowRange(row)]) }
        body(buffer.span)
    }
}

@Suite struct FeatureRowsTests {
    private let problem = SyntheticProblem(rows: 2600, features: 30, classes: 4, seed: 61)

    private func examples(_ features: any FeatureRows) throws -> TrainingSet {
        try TrainingSet(
            features: features, labels: problem.labels, weights: problem.weights, classes: problem.classes)
    }

    @Test(arguments: FitOptions.Solver.allCases)
    func rowsReadAtEachPassGiveTheBitsOfRowsInMemory(solver: FitOptions.Solver) throws {
        for memoryLimit in [100, 512 << 20] where solver != .newton || memoryLimit > 100 {
            let options = FitOptions(solver: solver, memoryLimit: memoryLimit)
            let inMemory = try SoftmaxClassifier.fit(examples(problem.features), options: options)
            let copied = try SoftmaxClassifier.fit(examples(CopiedRows(matrix: problem.features)), options: options)
            #expect(inMemory.report.isConverged)
            #expect(inMemory.classifier == copied.classifier)
        }
        let inMemory = try Standardizer(fitting: problem.features, weights: problem.weights)
        let copied = try Standardizer(fitting: CopiedRows(matrix: problem.features), weights: problem.weights)
        #expect(inMemory == copied)
    }

    @Test func rowsThatCannotBeReadAreAnError() throws {
        let lost = CopiedRows(matrix: problem.features, lost: 2200)
        let error = #expect(throws: FitError.self) { try examples(lost) }
        guard case .unreadable(let rows, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(rows.contains(2200))
        #expect(error?.description.hasSuffix("the file has ended") == true)
        #expect(throws: FitError.self) { try Standardizer(fitting: lost) }
    }

    @Test func theFirstElementThatIsNotFiniteIsNamed() throws {
        var features = problem.features
        features[2321, 7] = .infinity
        features[2400, 2] = .nan
        #expect(throws: FitError.notFinite(row: 2321, column: 7)) { try examples(CopiedRows(matrix: features)) }
    }
}
