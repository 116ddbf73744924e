// SPDX-License-Identifier: Apache-2.0
/// Why a fit could not begin, or not go on: training data or options that have no optimum, or no meaning, and rows that
/// cannot be read.
///
/// Not having converged is not an error; the report of a fit says so.
package enum FitError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no row.
    case empty
    /// The labels, or the weights, are not as many as the rows.
    case countMismatch(rows: Int, labels: Int, weights: Int)
    /// A label is outside 0..<classes.
    case labelOutOfRange(row: Int, label: Int)
    /// A feature is NaN or infinite.
    case notFinite(row: Int, column: Int)
    /// A weight is negative, NaN or infinite.
    case badWeight(row: Int)
    /// All rows of positive weight are of one class, so there is nothing to tell apart.
    case oneClass(label: Int)
    /// No row of positive weight is of this class, so its intercept has no finite optimum.
    case classWithoutRows(label: Int)
    case noWeight
    /// An option is outside its range.
    case badOption(String)
    /// The Newton solver was asked for, and its Hessian would be larger than the stated limit.
    case hessianTooLarge(bytes: Int, limit: Int)
    /// Rows that are not in memory could not be had.
    case unreadable(rows: Range<Int>, problem: String)
    /// What a fit needs again at each pass could not be kept, or not be read.
    case unkept(problem: String)
    /// The library that multiplies matrices is not there.
    case libraryMissing(OpenBLAS.Missing)

    /// The fault, and what would be right, in one line.
    package var description: String {
        switch self {
        case .empty: "there are no rows to fit"
        case .countMismatch(let rows, let labels, let weights):
            "\(rows) rows, \(labels) labels and \(weights) weights do not belong together"
        case .labelOutOfRange(let row, let label): "row \(row) has the label \(label), which is not a class"
        case .notFinite(let row, let column): "row \(row), column \(column) is not a finite number"
        case .badWeight(let row): "the weight of row \(row) is not a finite number of at least 0"
        case .oneClass(let label): "all rows are of class \(label), and training needs two classes"
        case .classWithoutRows(let label): "no row is of class \(label); leave the class out"
        case .noWeight: "all weights are zero"
        case .badOption(let text): text
        case .hessianTooLarge(let bytes, let limit):
            "the Hessian takes \(bytes) bytes and may take \(limit); choose the L-BFGS solver or raise the limit"
        case .unreadable(let rows, let problem): "rows \(rows.lowerBound) to \(rows.upperBound - 1): \(problem)"
        case .unkept(let problem): problem
        case .libraryMissing(let fault): fault.description
        }
    }

    /// Whether the data are not at fault: files cannot be written or read.
    package var isOfFiles: Bool {
        switch self {
        case .unreadable, .unkept: true
        default: false
        }
    }
}

extension OpenBLAS {
    /// Loads the library for a fit.
    package static func loadForFit() throws(FitError) {
        do throws(Missing) { try load() } catch { throw .libraryMissing(error) }
    }
}
