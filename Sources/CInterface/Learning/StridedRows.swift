// SPDX-License-Identifier: Apache-2.0
internal import CGaitway
internal import GaitwayNumerics

/// Rows of features where they lie in the program's memory, which stays as it is while a fit goes on.
struct StridedRows: FeatureRows, @unchecked Sendable {
    let rows: Int
    let columns: Int
    private let start: UnsafeRawPointer
    private let rowStride: Int
    private let columnStride: Int

    /// Checks that the strides lead somewhere.
    init(_ training: gaitway_training) throws(CallError) {
        guard training.rows > 0, training.columns > 0 else {
            throw CallError(
                "training has \(training.rows) rows and \(training.columns) columns; give at least one of each")
        }
        guard training.columns <= 1 << 24, training.rows <= 1 << 40 else {
            throw CallError(
                "training has \(training.rows) rows and \(training.columns) columns, which is more than 2^40 or 2^24",
                status: GAITWAY_ERROR_LIMIT)
        }
        rows = training.rows
        columns = training.columns
        rowStride = training.row_stride
        columnStride = training.column_stride
        try Stride.check(rowStride, count: rows, "training.row_stride")
        try Stride.check(columnStride, count: columns, "training.column_stride")
        start = UnsafeRawPointer(try required(training.features, "training.features"))
    }

    /// Whether the rows lie one behind the other, so that they are read where they lie.
    private var areDense: Bool {
        let size = MemoryLayout<Double>.stride
        return columnStride == size && rowStride == columns * size
            && Int(bitPattern: start) % MemoryLayout<Double>.alignment == 0
    }

    func withRows(_ range: Range<Int>, buffer: inout [Double], _ body: (Span<Double>) -> Void) throws(FitError) {
        guard !areDense else {
            let first = (start + range.lowerBound * rowStride).assumingMemoryBound(to: Double.self)
            body(UnsafeBufferPointer(start: first, count: range.count * columns).span)
            return
        }
        let count = range.count * columns
        if buffer.count != count { buffer = [Double](repeating: 0, count: count) }
        var place = 0
        for row in range {
            let start = start + row &* rowStride
            for column in 0..<columns {
                buffer[place] = (start + column &* columnStride).loadUnaligned(as: Double.self)
                place += 1
            }
        }
        body(buffer.span)
    }
}
