// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc

/// Turns a case's bytes into a line of JSON.
protocol CaseWriter {
    /// Appends the line, with its line end.
    func write(_ bytes: [UInt8], to line: inout [UInt8])
}

/// The cases on standard input, and the lines on standard output.
struct Cases {
    private let input: UnsafeMutablePointer<FILE>
    private let output: UnsafeMutablePointer<FILE>

    init() {
        guard let input = fdopen(STDIN_FILENO, "rb"), let output = fdopen(STDOUT_FILENO, "wb") else {
            fail("standard input or output is closed")
        }
        self.input = input
        self.output = output
    }

    /// The next case; nil at the end.
    func next() -> [UInt8]? {
        guard let head = read(4) else { return nil }
        let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
        guard let bytes = read(count) else { fail("standard input ends within a case") }
        return bytes
    }

    /// Writes a line, at once: the next case may end the process.
    func put(_ line: [UInt8]) {
        guard fwrite(line, 1, line.count, output) == line.count, fflush(output) == 0 else {
            fail("standard output cannot be written")
        }
    }

    /// Writes what is left.
    func finish() {
        guard fclose(output) == 0 else { fail("standard output cannot be written") }
    }

    private func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return fread(&bytes, 1, count, input) == count ? bytes : nil
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
