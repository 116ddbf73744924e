// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import GaitwayBase

/// Archives of other tools, where they are installed: an oracle that shares no code with the reader.
@Suite struct ZipToolTests {
    static let python = tool("python3")
    static let zip = tool("zip")

    private static func tool(_ name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { $0 + "/" + name }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private func run(_ tool: String, _ arguments: [String], in folder: URL) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: tool)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    private func inFolder(_ body: (URL, [UInt8]) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let contents = Array((0..<20_000).map { "\($0),\($0 * $0 % 977)\n" }.joined().utf8)
        try Data(contents).write(to: folder.appendingPathComponent("Gyroscope.csv"))
        try body(folder, contents)
    }

    @Test(.enabled(if: python != nil, "needs python3"), arguments: [0, 8])
    func archivesOfPythonAreRead(method: Int) throws {
        try inFolder { folder, contents in
            let script = """
                import zipfile
                with zipfile.ZipFile("a.zip", "w", \(method)) as archive:
                    archive.write("Gyroscope.csv")
                    with archive.open("größe/wide.csv", "w", force_zip64=True) as entry:
                        entry.write(open("Gyroscope.csv", "rb").read())
                """
            try run(Self.python ?? "", ["-c", script], in: folder)
            let archive = try ZipArchive(path: folder.appendingPathComponent("a.zip").path)
            #expect(archive.entries.map(\.name) == ["Gyroscope.csv", "größe/wide.csv"])
            for entry in archive.entries { #expect(try archive.contents(of: entry) == contents) }
        }
    }

    @Test(.enabled(if: zip != nil, "needs zip"))
    func archivesOfInfoZipAreRead() throws {
        try inFolder { folder, contents in
            try run(Self.zip ?? "", ["-q", "a.zip", "Gyroscope.csv"], in: folder)
            // From a pipe, sizes are unknown beforehand: Zip64 and a data descriptor.
            try run("/bin/sh", ["-c", "cat Gyroscope.csv | \(Self.zip ?? "") -q - - > b.zip"], in: folder)
            for name in ["a.zip", "b.zip"] {
                let archive = try ZipArchive(path: folder.appendingPathComponent(name).path)
                #expect(try archive.entries.map { try archive.contents(of: $0) } == [contents])
            }
        }
    }

    @Test(.enabled(if: python != nil, "needs python3"))
    func theFixturesAreArchivesToOthersToo() throws {
        try inFolder { folder, contents in
            var wide = ZipFixture.File("wide", contents)
            wide.isZip64 = true
            wide.hasDescriptor = true
            var fixture = ZipFixture([.init("plain", contents), wide])
            fixture.hasZip64End = true
            try Data(fixture.bytes()).write(to: folder.appendingPathComponent("a.zip"))
            try run(Self.python ?? "", ["-m", "zipfile", "-t", "a.zip"], in: folder)
        }
    }
}
