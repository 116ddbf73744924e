// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Arrays in NumPy's format (NPY 1.0), little-endian.
enum NumPyArray {
    /// What comes before the data, which begins at a multiple of 64 bytes.
    ///
    /// - Parameters:
    ///   - type: the type of an element as NumPy writes it, `'<f8'` or a list of fields.
    ///   - shape: the lengths, the last one the fastest.
    static func header(type: String, shape: [Int]) -> [UInt8] {
        // A tuple of one ends in a comma.
        let lengths = shape.map(String.init).joined(separator: ", ") + (shape.count == 1 ? "," : "")
        var header = "{'descr': \(type), 'fortran_order': False, 'shape': (\(lengths)), }"
        header += String(repeating: " ", count: (64 - (10 + header.utf8.count + 1) % 64) % 64) + "\n"
        let length = UInt16(truncatingIfNeeded: header.utf8.count)
        return [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(truncatingIfNeeded: length), UInt8(length >> 8)]
            + Array(header.utf8)
    }

    static func of(_ numbers: [Double]) -> [UInt8] {
        var bytes = header(type: "'<f8'", shape: [numbers.count])
        for number in numbers { append(number.bitPattern, to: &bytes) }
        return bytes
    }

    /// Texts, each as long as the longest.
    static func of(_ texts: [String]) -> [UInt8] {
        let length = max(1, texts.map(\.unicodeScalars.count).max() ?? 1)
        var bytes = header(type: "'<U\(length)'", shape: [texts.count])
        for text in texts {
            for scalar in text.unicodeScalars { append(scalar.value, to: &bytes) }
            bytes.append(contentsOf: repeatElement(0, count: 4 * (length - text.unicodeScalars.count)))
        }
        return bytes
    }

    static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
