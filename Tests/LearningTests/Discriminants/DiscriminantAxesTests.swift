// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import TestSupport
import Testing

@Suite struct DiscriminantAxesTests {
    /// Rows of three classes in six dimensions, of unequal number, and some without a class.
    private struct Rows {
        var rows: [[Double]] = []
        var classes: [Int?] = []
    }

    private static func rows(seed: UInt64 = 1) -> Rows {
        var generator = SeededGenerator(seed: seed)
        let means: [[Double]] = [[2, 0, 0, 0, 1, 0], [0, 3, 0, 0, 0, 1], [-1, 0, 2, 1, 0, 0]]
        var rows = Rows()
        for (ownClass, count) in [40, 90, 60].enumerated() {
            for _ in 0..<count {
                let noise = generator.vector(6)
                var row = means[ownClass]
                for column in 0..<6 { row[column] += noise[column] * Double(column + 1) / 3 }
                rows.rows.append(row)
                rows.classes.append(ownClass)
            }
        }
        for _ in 0..<20 {
            rows.rows.append(generator.vector(6))
            rows.classes.append(nil)
        }
        return rows
    }

    private static func axes(_ rows: Rows) throws -> DiscriminantAxes {
        var sums = try DiscriminantAxes.Sums(columns: rows.rows[0].count, classes: rows.classes)
        for (row, ownClass) in zip(rows.rows, rows.classes) { sums.append(row.span, class: ownClass) }
        return try sums.axes()
    }

    private static func places(_ axes: DiscriminantAxes, _ rows: Rows) -> [[Double]] {
        rows.rows.map { row in
            let (x, y) = axes.place(row.span)
            return [x, y]
        }
    }

    /// The scatter of rows within and between the classes, each class of the same weight, by the definition.
    private static func scatter(_ rows: [[Double]], _ classes: [Int?]) -> (within: Matrix, between: Matrix) {
        let order = rows[0].count
        let members = (0..<3).map { ownClass in rows.indices.filter { classes[$0] == ownClass }.map { rows[$0] } }
        func mean(_ rows: [[Double]]) -> [Double] {
            (0..<order).map { column in rows.reduce(0) { $0 + $1[column] } / Double(rows.count) }
        }
        let means = members.map(mean)
        let center = mean(means)
        var (within, between) = (Matrix(rows: order, columns: order), Matrix(rows: order, columns: order))
        for i in 0..<order {
            for j in 0..<order {
                for (ownMean, own) in zip(means, members) {
                    between[i, j] += (ownMean[i] - center[i]) * (ownMean[j] - center[j]) / 3
                    for row in own {
                        within[i, j] += (row[i] - ownMean[i]) * (row[j] - ownMean[j]) / Double(3 * own.count)
                    }
                }
            }
        }
        return (within, between)
    }

    @Test func projectedClassesAreUncorrelatedWithinAndBetween() throws {
        let rows = Self.rows()
        let axes = try Self.axes(rows)
        #expect(axes.areDiscriminants)
        let (within, between) = Self.scatter(Self.places(axes, rows), rows.classes)
        // The vectors are of length 1 under 0.95 W + 0.05 (tr W / d) I, so that their length under W is near 1.
        let (all, _) = Self.scatter(rows.rows, rows.classes)
        let trace = (0..<6).reduce(0) { $0 + all[$1, $1] }
        for i in 0..<2 {
            for j in 0..<2 {
                var length = 0.0
                for column in 0..<6 { length += axes.directions[i, column] * axes.directions[j, column] }
                let ridge: Double = 0.05 * trace / 6 + 1e-6
                let product: Double = 0.95 * within[i, j] + ridge * length
                #expect((product - (i == j ? 1 : 0)).magnitude < 1e-9)
            }
        }
        #expect(between[0, 1].magnitude < 1e-9)
        #expect(between[0, 0] >= between[1, 1])
    }

    @Test func noOtherDirectionTellsMoreApart() throws {
        let rows = Self.rows()
        let axes = try Self.axes(rows)
        let (within, between) = Self.scatter(rows.rows, rows.classes)
        let trace = (0..<6).reduce(0) { $0 + within[$1, $1] }
        func ratio(_ direction: [Double]) -> Double {
            func dot(_ x: [Double], _ y: [Double]) -> Double { zip(x, y).reduce(0.0) { $0 + $1.0 * $1.1 } }
            let ridge: Double = 0.05 * trace / 6 + 1e-6
            let inside: Double =
                0.95 * dot(direction, naiveProduct(within, direction)) + ridge * dot(direction, direction)
            return dot(direction, naiveProduct(between, direction)) / inside
        }
        let best = ratio((0..<6).map { axes.directions[0, $0] })
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<500 { #expect(ratio(generator.vector(6)) <= best + 1e-9) }
    }

    @Test func aRotationOfAllRowsLeavesThePlaces() throws {
        let rows = Self.rows()
        var rotated = rows
        let (cosine, sine) = (0.6, 0.8)
        for index in rows.rows.indices {
            for (left, right) in [(0, 1), (2, 5), (1, 4)] {
                let first = rotated.rows[index][left]
                let second = rotated.rows[index][right]
                rotated.rows[index][left] = cosine * first - sine * second
                rotated.rows[index][right] = sine * first + cosine * second
            }
        }
        let before = Self.places(try Self.axes(rows), rows)
        let after = Self.places(try Self.axes(rotated), rotated)
        // An axis may point the other way: its sign goes by an element, and these change.
        for axis in 0..<2 {
            let sign = before[0][axis] * after[0][axis] < 0 ? -1.0 : 1
            #expect(zip(before, after).allSatisfy { ($0[axis] - sign * $1[axis]).magnitude < 1e-8 })
        }
    }

    @Test func rowsOfAClassTwiceChangeNothing() throws {
        let rows = Self.rows()
        var doubled = rows
        for index in rows.rows.indices where rows.classes[index] == 1 {
            doubled.rows.append(rows.rows[index])
            doubled.classes.append(1)
        }
        let (first, second) = (try Self.axes(rows), try Self.axes(doubled))
        #expect(largestDifference(first.directions, second.directions) < 1e-9)
    }

    @Test func withTwoClassesTheAxesArePrincipalOnesOfAllRows() throws {
        var rows = Self.rows()
        rows.classes = rows.classes.map { $0 == 2 ? nil : $0 }
        let axes = try Self.axes(rows)
        #expect(!axes.areDiscriminants)
        let places = Self.places(axes, rows)
        func moment(_ i: Int, _ j: Int) -> Double {
            let sum: Double = places.reduce(0.0) { sum, place in sum + place[i] * place[j] }
            return sum / Double(places.count)
        }
        #expect(moment(0, 1).magnitude < 1e-9)
        #expect(moment(0, 0) > moment(1, 1))
        #expect(places.reduce(0) { $0 + $1[0] }.magnitude < 1e-9)
        // No single feature spreads more than the first axis.
        for column in 0..<6 {
            let values = rows.rows.map { $0[column] }
            let mean = values.reduce(0, +) / Double(values.count)
            let variance = values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(values.count)
            #expect(variance <= moment(0, 0) + 1e-9)
        }
    }

    @Test func aClassOfFewRowsHasNoSay() throws {
        var rows = Self.rows()
        let axes = try Self.axes(rows)
        for _ in 0..<DiscriminantAxes.leastRows - 1 {
            rows.rows.append([100, 0, 0, 0, 0, 100])
            rows.classes.append(3)
        }
        #expect(try Self.axes(rows).directions == axes.directions)
    }

    @Test func equalRowsLieInOnePlace() throws {
        let rows = Rows(rows: [[Double]](repeating: [1, 2, 3], count: 20), classes: (0..<20).map { $0 % 4 })
        let axes = try Self.axes(rows)
        #expect(Self.places(axes, rows).allSatisfy { $0[0].magnitude < 1e-6 && $0[1].magnitude < 1e-6 })
    }
}
