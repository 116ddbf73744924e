// SPDX-License-Identifier: Apache-2.0
import Testing

/// Zips that are damaged, lie, or attack.
@Suite struct BadZipTests {
    let folder: TemporaryFolder
    let log = Array(SyntheticLog(seconds: 20).text.utf8)

    /// A megabyte that packs a thousand times.
    let blankLines = [UInt8](repeating: UInt8(ascii: "\n"), count: 1 << 20)

    init() throws { folder = try TemporaryFolder() }

    private func expectRefused(_ bytes: [UInt8], _ words: String...) throws {
        let path = try folder.write(bytes, to: "log.zip")
        for subcommand in ["classify", "inspect"] {
            let result = try Command.run([subcommand, path], in: folder)
            #expect(result.status == 3, "\(result.errors)")
            #expect(result.errorLines.count == 1, "\(result.errors)")
            #expect(result.errors.hasPrefix("gaitway: \(path)"))
            for word in words { #expect(result.errors.contains(word), "\(result.errors)") }
            #expect(result.peakMemory < 1 << 30)
        }
    }

    @Test func wholeZipIsTheLog() throws {
        var zip = ZipBytes()
        zip.add("ride/Accelerometer.csv", log)
        let packed = try Command.run(["classify", folder.write(zip.bytes(), to: "log.zip")], in: folder)
        let plain = try Command.run(["classify", folder.write(log, to: "log.csv")], in: folder)
        #expect(packed.status == 0, "\(packed.errors)")
        #expect(packed.output == plain.output)
    }

    @Test func truncated() throws {
        var zip = ZipBytes()
        zip.add("Accelerometer.csv", log)
        let bytes = zip.bytes()
        for length in [1, 30, bytes.count / 2, bytes.count - 1] { try expectRefused(Array(bytes[..<length])) }
    }

    @Test func nameThatClimbsOut() throws {
        var zip = ZipBytes()
        zip.add("../../Accelerometer.csv", log)
        try expectRefused(zip.bytes())
    }

    @Test func bombThatIsDeclared() throws {
        var zip = ZipBytes()
        zip.add("Accelerometer.csv", blankLines, repeats: 3000)
        try expectRefused(zip.bytes())
    }

    @Test func bombThatLies() throws {
        var zip = ZipBytes()
        zip.add("Accelerometer.csv", blankLines, repeats: 3000, declared: 1000)
        try expectRefused(zip.bytes())
    }

    @Test func millionEntries() throws {
        var zip = ZipBytes()
        zip.add("Accelerometer.csv", log)
        try expectRefused(zip.bytes(claimed: 1_000_000))
    }

    @Test func zipOfAZip() throws {
        var inner = ZipBytes()
        inner.add("Accelerometer.csv", log)
        var outer = ZipBytes()
        outer.add("log.zip", inner.bytes())
        try expectRefused(outer.bytes(), "a zip inside a zip")
    }

    @Test func emptyZip() throws { try expectRefused(ZipBytes().bytes(), "no log") }
}
