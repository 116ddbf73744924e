// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc

// Writes what our code makes of cases, for oracles that make the same of them in another way:
//
//     OracleWriter csv SEPARATOR strict|loose       the fields of tables
//     OracleWriter log [CHUNK]                      the samples of logs, which arrive CHUNK bytes at a time
//     OracleWriter zip                              the files of zip archives
//     OracleWriter fft                              spectra
//     OracleWriter distance                         geodesics
//     OracleWriter day                              the timelines of long days
//     OracleWriter growth                           nothing: a counter of instructions watches it read
//
// Standard input holds cases one after the other: the count of a case's bytes in four bytes, little-endian, then its
// bytes. For each a line of JSON is written, which has `error` where the case was refused. The files of this folder say
// what a case of each kind is.

/// Says something on standard error and ends.
func fail(_ message: String) -> Never {
    let bytes = Array((message + "\n").utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    exit(2)
}

/// What turns a case's bytes into a line.
func makeWriter(_ arguments: [String]) -> any CaseWriter {
    switch (arguments.first, arguments.count) {
    case ("csv", 3):
        guard let separator = arguments[1].unicodeScalars.first, separator.isASCII else { fail("no separator") }
        return TableWriter(separator: separator, isLoose: arguments[2] == "loose")
    case ("log", 1...2):
        guard let chunk = Int(arguments.count == 2 ? arguments[1] : "1048576", in: .countable) else {
            fail("no count of bytes")
        }
        return LogWriter(chunk: chunk)
    case ("zip", 1): return ArchiveWriter()
    case ("fft", 1): return SpectrumWriter()
    case ("distance", 1): return DistanceWriter()
    case ("day", 1): return DayWriter()
    case ("growth", 1): return GrowthWriter()
    default: fail("usage: OracleWriter csv SEPARATOR strict|loose | log [CHUNK] | zip | fft | distance | day | growth")
    }
}

let writer = makeWriter(Array(CommandLine.arguments.dropFirst()))
let cases = Cases()
while let bytes = cases.next() {
    var line: [UInt8] = []
    writer.write(bytes, to: &line)
    cases.put(line)
}
cases.finish()
