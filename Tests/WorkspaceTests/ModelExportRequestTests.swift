// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import Testing

@testable import GaitwayLiveServer
@testable import GaitwayWorkspace

/// What the workspace answers to a page that exports a model.
struct ModelExportRequestTests {
    private let folder: URL
    private let service: WorkspaceService

    init() throws {
        folder = URL.temporaryDirectory.appending(path: "gaitway-export-\(UUID().uuidString)")
        let models = folder.appending(path: "models")
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        let own = URL(fileURLWithPath: #filePath).appending(path: "../../../Models/default.json").standardized
        try FileManager.default.copyItem(at: own, to: models.appending(path: "mine.json"))
        try Data("{}".utf8).write(to: models.appending(path: "broken.json"))
        service = try WorkspaceService(
            folder: WorkspaceFolder(path: folder.path), isReadOnly: true, program: "test", ground: WorkspaceGround(nil)
        ) { _, _ in }
    }

    private func answer(_ query: [String: String]) throws -> ServedResponse {
        try service.export(ServedRequest(method: "GET", path: "/api/export", query: query, body: []))
    }

    @Test(arguments: [("onnx", ".onnx"), ("coreml", ".mlmodel"), ("c", ".c")])
    func aModelOfTheWorkspaceIsAFile(_ format: String, _ ending: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let own = try answer(["format": format, "model": "models/mine.json"])
        #expect(own.fileName == "mine" + ending && own.status == 200)
        let builtIn = try answer(["format": format])
        #expect(builtIn.fileName == "gaitway" + ending)
        // The same model under another name of its file.
        #expect(builtIn.body == own.body && own.body.count > 10_000)
    }

    /// True with Debian's C library of WebAssembly, and clang and its linker in a folder of programs.
    static let hasLibrary: Bool = {
        let files = FileManager.default
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return files.fileExists(atPath: "/usr/lib/wasm32-wasi/libm.a")
            && ["clang", "wasm-ld"].allSatisfy { name in
                folders.contains { files.isExecutableFile(atPath: "\($0)/\(name)") }
            }
    }()

    @Test func aModelForWebPagesIsAZip() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        guard Self.hasLibrary else {
            let error = #expect(throws: InputError.self) { try answer(["format": "wasm"]) }
            #expect(error?.remedy.description.contains("apt-get install clang lld wasi-libc") == true)
            return
        }
        let saved = try answer(["format": "wasm", "model": "models/mine.json"])
        #expect(saved.fileName == "mine-web.zip")
        let archive = try ZipArchive(bytes: saved.body)
        #expect(archive.entries.map(\.name) == ["gaitway.wasm", "gaitway.js", "gaitway.d.ts"].map { "mine-web/" + $0 })
        let reader = try archive.reader(for: archive.entries[0])
        var magic = [UInt8](repeating: 0, count: 4)
        #expect(try reader.read(into: &magic) == 4 && magic == Array("\0asm".utf8))
    }

    @Test func whatIsNoModelIsAProblem() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(throws: WorkspaceRefusal.self) { try answer(["format": "tflite"]) }
        for file in ["models/none.json", "models/broken.json", "models/../../mine.json", "rides/a.json", "mine.json"] {
            let error = #expect(throws: InputError.self, "\(file)") { try answer(["format": "c", "model": file]) }
            #expect(error?.source?.contains(".json") == true, "\(file)")
        }
    }
}
