// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@Suite struct ZipWriterTests {
    @Test func whatIsWrittenIsReadBack() throws {
        var generator = SeededGenerator(seed: 3)
        for count in 0..<6 {
            let files = (0..<count).map { number in
                (
                    "folder \(number)/é\(number).bin",
                    (0..<Int.random(in: 0...70_000, using: &generator)).map { _ in
                        UInt8.random(in: 0...255, using: &generator)
                    }
                )
            }
            var writer = ZipWriter()
            for (name, contents) in files { writer.add(name, contents) }
            let archive = try ZipArchive(bytes: writer.finished())
            #expect(archive.entries.map(\.name) == files.map(\.0))
            for (entry, file) in zip(archive.entries, files) {
                let reader = try archive.reader(for: entry)
                var buffer = [UInt8](repeating: 0, count: 1 << 17)
                var contents: [UInt8] = []
                // The reader compares the checksum at the end.
                while case let count = try reader.read(into: &buffer), count > 0 { contents += buffer[..<count] }
                #expect(contents == file.1)
            }
        }
    }
}
