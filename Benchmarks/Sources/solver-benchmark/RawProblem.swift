// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import Glibc

/// A training problem in raw files in this machine's byte order: PREFIX.X.f64 (row-major doubles) and PREFIX.y.i32
/// (labels).
struct RawProblem {
    var features: any FeatureRows
    var labels: [Int]

    /// Reads both files, or the features in each pass only. Nil if a file cannot be read, or if their lengths
    /// contradict each other.
    init?(prefix: String, inFile: Bool) {
        guard let classes = Self.read(prefix + ".y.i32", of: Int32(0)), !classes.isEmpty else { return nil }
        labels = classes.map { Int($0) }
        if inFile {
            guard let rows = RowsInFile(prefix: prefix, rows: labels.count) else { return nil }
            features = rows
        } else {
            guard let numbers = Self.read(prefix + ".X.f64", of: 0.0), numbers.count % labels.count == 0 else {
                return nil
            }
            features = Matrix(rows: labels.count, columns: numbers.count / labels.count, elements: numbers)
        }
    }

    private static func read<Element: BitwiseCopyable>(_ path: String, of zero: Element) -> [Element]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        guard fseek(file, 0, SEEK_END) == 0 else { return nil }
        let size = ftell(file)
        let stride = MemoryLayout<Element>.stride
        guard size >= 0, size % stride == 0, fseek(file, 0, SEEK_SET) == 0 else { return nil }
        var elements = [Element](repeating: zero, count: size / stride)
        let count = elements.withUnsafeMutableBytes { fread($0.baseAddress, 1, size, file) }
        return count == size ? elements : nil
    }
}
