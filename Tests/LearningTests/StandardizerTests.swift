// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import TestSupport
import Testing

@Suite struct StandardizerTests {
    @Test func missingValuesAreLeftOutAndBecomeZero() throws {
        let rows = Matrix([[1, .nan, 7, .nan], [3, 10, 7, .nan], [5, 30, 7, .nan]])
        let standardizer = try Standardizer(fitting: rows)
        #expect(standardizer.means == [3, 20, 7, 0])
        #expect((standardizer.deviations[0] - (8.0 / 3).squareRoot()).magnitude < 1e-15)
        #expect(standardizer.deviations[1...] == [10, 1, 1])
        var transformed = rows
        standardizer.transform(&transformed)
        #expect(Array(transformed.elements[transformed.rowRange(1)]) == [0, -1, 0, 0])
        #expect(transformed[0, 1] == 0)
    }

    @Test func outliersAreCutOff() {
        let standardizer = Standardizer(means: [1, 1, 1, 1], deviations: [2, 2, 2, 2])
        var row = [1e9, -1e9, Double.infinity, 3]
        var span = row.mutableSpan
        standardizer.transform(&span)
        #expect(row == [4, -4, 4, 1])
    }

    @Test func transformedColumnsHaveMeanZeroAndDeviationOne() throws {
        var generator = SeededGenerator(seed: 61)
        let rows = Matrix(rows: 300, columns: 3, elements: generator.vector(900).map { 1e6 + $0 })
        let weights = (0..<300).map { _ in Double.random(in: 0...2, using: &generator) }
        var transformed = rows
        try Standardizer(fitting: rows, weights: weights).transform(&transformed)
        let again = try Standardizer(fitting: transformed, weights: weights)
        #expect(again.means.allSatisfy { $0.magnitude < 1e-9 })
        #expect(again.deviations.allSatisfy { ($0 - 1).magnitude < 1e-9 })
    }

    @Test func weightTwoEqualsADuplicatedRowAndZeroAnAbsentOne() throws {
        let weighted = try Standardizer(fitting: Matrix([[1], [4], [9]]), weights: [2, 1, 0])
        let repeated = try Standardizer(fitting: Matrix([[1], [1], [4]]))
        #expect(weighted == repeated)
    }

    @Test func aConstantColumnHasNoSpreadInSpiteOfRounding() throws {
        let standardizer = try Standardizer(fitting: Matrix(rows: 1000, columns: 1, repeating: 0.1))
        #expect(standardizer.deviations == [1])
    }

    @Test func unusableInputIsATypedError() {
        #expect(throws: FitError.empty) { try Standardizer(fitting: Matrix(rows: 0, columns: 3)) }
        #expect(throws: FitError.notFinite(row: 1, column: 0)) {
            try Standardizer(fitting: Matrix([[1], [.infinity]]))
        }
        #expect(throws: FitError.badWeight(row: 0)) {
            try Standardizer(fitting: Matrix([[1]]), weights: [-1])
        }
        #expect(throws: FitError.self) { try Standardizer(fitting: Matrix([[1]]), weights: [1, 1]) }
    }
}
