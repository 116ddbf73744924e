// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import Glibc

/// The features of a raw problem, read from its file a block at a time in each pass.
struct RowsInFile: FeatureRows {
    let rows: Int
    let columns: Int
    private let descriptor: Int32

    /// The rows of PREFIX.X.f64, one for each label; nil if the file cannot be read or ends within a row. The file
    /// stays open until the program ends.
    init?(prefix: String, rows: Int) {
        descriptor = open(prefix + ".X.f64", O_RDONLY)
        guard descriptor >= 0, rows > 0 else { return nil }
        let bytes = Int(lseek(descriptor, 0, SEEK_END))
        guard bytes > 0, bytes % (rows * MemoryLayout<Double>.stride) == 0 else { return nil }
        self.rows = rows
        columns = bytes / (rows * MemoryLayout<Double>.stride)
    }

    func withRows(
        _ range: Range<Int>, buffer: inout [Double], _ body: (Span<Double>) -> Void
    ) throws(FitError) {
        let count = range.count * columns
        if buffer.count < count { buffer = [Double](repeating: 0, count: count) }
        let start = range.lowerBound * columns * MemoryLayout<Double>.stride
        let bytes = count * MemoryLayout<Double>.stride
        var done = 0
        while done < bytes {
            let read = buffer.withUnsafeMutableBytes { buffer in
                pread(descriptor, buffer.baseAddress.map { $0 + done }, bytes - done, off_t(start + done))
            }
            guard read > 0 else { throw .unreadable(rows: range, problem: "the file has ended or cannot be read") }
            done += read
        }
        body(buffer.span.extracting(0..<count))
    }
}
