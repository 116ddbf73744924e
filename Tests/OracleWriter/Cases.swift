import Glibc
import MotionTypes
import TextFormats

/// Turns a case's bytes into a line of JSON.
protocol CaseWriter {
    /// Appends the line, with its line end.
    func write(_ bytes: [UInt8], to line: inout [UInt8])
}

/// The cases on standard input, and the lines on standard output.
enum Cases {
    /// The next case; nil at the end.
    static func next() -> [UInt8]? {
        guard let head = read(4) else { return nil }
        let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
        guard let bytes = read(count) else { fail("standard input ends within a case") }
        return bytes
    }

    /// Writes a line.
    static func put(_ line: [UInt8]) {
        guard fwrite(line, 1, line.count, stdout) == line.count else { fail("standard output cannot be written") }
    }

    private static func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return fread(&bytes, 1, count, stdin) == count ? bytes : nil
    }
}

extension [UInt8] {
    /// The little-endian number of eight bytes at `offset`, as a Double.
    func double(at offset: Int) -> Double {
        Double(bitPattern: self[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// Appends the line of a case that was refused.
    mutating func append(refusal error: InputError) {
        JSONWriter.appendLine(to: &self) { json in
            json.object { json in
                json.add("error", error.description)
                json.add("code", error.code.rawValue)
            }
        }
    }
}
