// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `gaitway model export`: what it writes, and what it refuses.
@Suite struct ModelExportCommandTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func export(_ arguments: String...) throws -> CommandResult {
        try Command.run(["model", "export"] + arguments, in: folder)
    }

    /// The built-in model as a file, changed.
    private func model(_ change: (inout [String: Any]) -> Void) throws -> String {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
            path: "../../Models/default.json")
        var model = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        change(&model)
        return try folder.write(JSONSerialization.data(withJSONObject: model), to: "model.json")
    }

    @Test(arguments: ["onnx", "coreml", "c"])
    func writesAFileOrStandardOutput(_ format: String) throws {
        let path = folder.path("exported")
        let written = try export("default", "--format", format, "--output", path)
        #expect(written.status == 0 && written.output.isEmpty && written.errors.isEmpty, "\(written.errors)")
        let shown = try export("--format", format, "--output", "-")
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: path))) == shown.output)
        let same = try export(model { _ in }, "--format", format, "--output", "-")
        #expect(same.output == shown.output)
    }

    @Test func aFileIsReplacedOnlyOnRequest() throws {
        let path = try folder.write("mine", to: "model.onnx")
        let refused = try export("--format", "onnx", "--output", path)
        #expect(refused.status == 1 && refused.errors.contains("--force"), "\(refused.errors)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        #expect(try export("--format", "onnx", "--output", path, "--force").status == 0)
    }

    @Test func whatCannotBeWritten() throws {
        let missing = try export("--format", "c", "--output", folder.path("none/model.c"))
        #expect(missing.status == 1 && missing.errorLines.count == 1, "\(missing.errors)")
        let own = try model { _ in }
        let itself = try export(own, "--format", "onnx", "--output", own, "--force")
        #expect(itself.status == 1 && itself.errors.contains("files that are read"), "\(itself.errors)")
    }

    /// Where Debian has the C library of WebAssembly, which `make models` installs.
    static let hasLibrary = ["/usr/lib/wasm32-wasi/libm.a", "/usr/bin/clang", "/usr/bin/wasm-ld"]
        .allSatisfy(FileManager.default.fileExists(atPath:))

    @Test(.enabled(if: hasLibrary, "needs the Debian packages clang, lld and wasi-libc"))
    func aModelForWebPagesIsAFolder() throws {
        let path = folder.path("site/web")
        let written = try export("--format", "wasm", "--output", path)
        #expect(written.status == 0 && written.output.isEmpty && written.errors.isEmpty, "\(written.errors)")
        #expect(try folder.names(in: "site/web") == ["gaitway.d.ts", "gaitway.js", "gaitway.wasm"])
        let module = try folder.read("site/web/gaitway.wasm")
        #expect(module.starts(with: Array("\0asm".utf8)) && module.count > 40_000)
        let refused = try export("--format", "wasm", "--output", path)
        #expect(refused.status == 1 && refused.errors.contains("--force"), "\(refused.errors)")
        let slow = try export("--format", "wasm", "--output", path, "--case", "slow", "--force")
        #expect(slow.status == 0 && slow.errors.isEmpty, "\(slow.errors)")
        #expect(try folder.read("site/web/gaitway.wasm") != module)
    }

    @Test(.enabled(if: hasLibrary, "needs the Debian package wasi-libc")) func withoutACompilerALineSaysWhatToInstall()
        throws
    {
        let line = "PATH=/nowhere \"$GAITWAY\" model export --format wasm --output \(folder.path("web"))"
        let result = try Command.shell(line, in: folder)
        #expect(result.status == 3 && result.errorLines.count == 1, "\(result.errors)")
        #expect(result.errors.contains("clang") && result.errors.contains("apt-get install"), "\(result.errors)")
        #expect(try folder.names(in: "web").isEmpty)
    }

    @Test func testVectorsAreAFileOfTheirOwn() throws {
        let path = folder.path("vectors.json")
        let written = try export("--format", "onnx", "--output", "-", "--vectors", path)
        #expect(written.status == 0 && written.errors.isEmpty, "\(written.errors)")
        #expect(written.output == (try export("--format", "onnx", "--output", "-").output))
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.hasPrefix("{\"gaitway\":\"export-vectors\",\"version\":1,"))
        let kept = try export("--format", "onnx", "--output", "-", "--vectors", path)
        #expect(kept.status == 1 && kept.output.isEmpty && kept.errors.contains("--force"), "\(kept.errors)")
        let same = try export("--format", "onnx", "--output", path, "--vectors", path, "--force")
        #expect(same.status == 1 && same.errorLines.count == 1, "\(same.errors)")
        let both = try export("--format", "onnx", "--output", "-", "--vectors", "-")
        #expect(both.status == 2 && both.errors.contains("--vectors"), "\(both.errors)")
        let fast = try export(
            "--format", "onnx", "--output", "-", "--case", "fast", "--from", "features", "--vectors", path, "--force")
        #expect(fast.status != 0 && fast.output.isEmpty, "\(fast.errors)")
    }

    @Test func unknownWords() throws {
        for arguments in [
            ["--format", "tflite", "--output", "-"], ["--format", "onnx", "--output", "-", "--from", "samples"],
            ["--format", "onnx", "--output", "-", "--case", "quick"],
            ["--format", "c", "--output", "-", "--from", "features"], ["--format", "wasm", "--output", "-"],
            ["--format", "wasm", "--output", folder.path("web"), "--from", "features"],
            ["--format", "wasm", "--output", folder.path("web"), "--prefix", "mine"],
            ["--output", "-"], ["--format", "onnx"],
        ] {
            let result = try Command.run(["model", "export"] + arguments, in: folder)
            #expect(result.status == 2 && result.output.isEmpty, "\(arguments) \(result.errors)")
        }
    }

    @Test func modelsThatCannotBeExported() throws {
        let path = folder.path("model.json")
        let changes: [(change: (inout [String: Any]) -> Void, words: String)] = [
            ({ $0["version"] = 1 }, "version 1"), ({ $0["schema"] = "motion-2" }, "motion-2"),
            (
                { model in
                    let cases = model["cases"] as? [[String: Any]] ?? []
                    model["cases"] = cases.filter { $0["case"] as? String != "total" }
                }, "has no case \"total\""
            ),
        ]
        for (change, words) in changes {
            let result = try export(model(change), "--format", "onnx", "--output", "-")
            #expect(result.status == 3 && result.output.isEmpty && result.errorLines.count == 1, "\(result.errors)")
            #expect(result.errors.hasPrefix("gaitway: \(path):") && result.errors.contains(words), "\(result.errors)")
        }
    }

    @Test func linearAccelerationHasNoGravity() throws {
        let total = try export("--format", "onnx", "--output", "-")
        let linear = try export("--format", "onnx", "--output", "-", "--case", "linear")
        let gravity = Data("gravity_before".utf8)
        #expect(total.status == 0 && Data(total.output).range(of: gravity) != nil)
        #expect(linear.status == 0 && linear.output.count > 10_000 && Data(linear.output).range(of: gravity) == nil)
    }
}
