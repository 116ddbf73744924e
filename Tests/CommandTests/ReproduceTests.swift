// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `gaitway train --reproducible` and `gaitway model reproduce`: the same bytes, or what differs.
@Suite struct ReproduceTests {
    let folder: TemporaryFolder
    let manifest: String
    let model: String

    init() throws {
        folder = try TemporaryFolder()
        model = folder.path("model.json")
        for (index, motion) in [SyntheticLog.Motion.still, .bouncing, .spinning].enumerated() {
            for ride in 0..<4 {
                let log = SyntheticLog(motion, seconds: 60, seed: UInt64(10 * index + ride))
                try folder.write(log.text, to: "rides/\(motion)-\(ride).csv")
            }
        }
        let labels = [("still", "stationary"), ("bouncing", "walking"), ("spinning", "cycling")]
        let rows = labels.flatMap { motion, label in
            (0..<4).map { "\(motion)-\($0).csv,\(label),it's set \($0 % 2),user-\($0),\($0 < 3 ? "yes" : "no")" }
        }
        manifest = try folder.write(
            (["recording,activity,dataset,user,use"] + rows).joined(separator: "\n") + "\n", to: "manifest.csv")
    }

    /// Trains with `options` where OpenBLAS is told which kernels to use and how many threads, and gives the model's
    /// bytes.
    private func train(_ options: String, kernels: String, threads: Int) throws -> [UInt8] {
        let result = try Command.shell(
            """
            OPENBLAS_CORETYPE=\(kernels) OPENBLAS_NUM_THREADS=\(threads) taskset -c 0-\(threads - 1) "$GAITWAY" train \
            '\(manifest)' --root '\(folder.path("rides"))' --output '\(model)' --force \(options)
            """, in: folder)
        try #require(result.status == 0, "\(result.errors)")
        return try folder.read("model.json")
    }

    private func reproduce(_ manifest: String? = nil) throws -> CommandResult {
        try Command.run(
            ["model", "reproduce", model, manifest ?? self.manifest, "--root", folder.path("rides")], in: folder)
    }

    /// Rewrites the model's file.
    private func edit(_ change: (inout [String: Any]) -> Void) throws {
        var file = try JSONSerialization.jsonObject(with: Data(try folder.read("model.json"))) as? [String: Any] ?? [:]
        change(&file)
        try folder.write(JSONSerialization.data(withJSONObject: file), to: "model.json")
    }

    @Test func everyProcessorGivesTheSameBytes() throws {
        let first = try train("--reproducible", kernels: "Prescott", threads: 1)
        let second = try train("--reproducible", kernels: "Haswell", threads: 2)
        #expect(first == second)
        let again = try reproduce()
        #expect(again.status == 0, "\(again.errors)")
        #expect(again.text == "\(model): the same bytes\n", "\(again.text)")
        // Whatever the file is called.
        _ = try train("--reproducible --output '\(folder.path("other-name.json"))'", kernels: "Haswell", threads: 2)
        #expect(try folder.read("other-name.json") == first)
    }

    @Test func theWholeCommandIsKeptAndUsedAgain() throws {
        let trained = try train(
            "--case slow --case total --where use=yes --where \"dataset=it's set 0\" --penalty 0.02 --stay 0.97 "
                + "--tolerance 1e-7 --allow-skipped --reproducible --name \"it's mine\"",
            kernels: "Haswell", threads: 1)
        let text = String(decoding: trained, as: UTF8.self)
        let file = try JSONSerialization.jsonObject(with: Data(trained)) as? [String: Any]
        let provenance = try #require(file?["provenance"] as? [String: Any])
        #expect(
            provenance["command"] as? String
                == #"gaitway train manifest.csv --where use=yes --where 'dataset=it'\''s set 0' --allow-skipped "#
                + #"--penalty 0.02 --stay 0.97 --case slow --case total --tolerance 1e-7 --reproducible --output "#
                + #"model.json --name 'it'\''s mine'"#,
            "\(text.suffix(2000))")
        let gradient = (provenance["fit"] as? [String: Any])?["total.largest_gradient_entry"] as? Double
        #expect(gradient.map { $0 <= 1e-7 } == true, "\(text.suffix(2000))")
        let version = try Command.run(["--version"], in: folder).text
        #expect("gaitway " + (provenance["version"] as? String ?? "") + "\n" == version)
        let again = try reproduce()
        #expect(again.status == 0, "\(again.text) \(again.errors)")
    }

    @Test func whatDiffersIsSaid() throws {
        _ = try train("--reproducible --case total --penalty 0.01", kernels: "Haswell", threads: 1)
        try edit { file in
            var cases = file["cases"] as? [[String: Any]] ?? []
            var weights = cases.first?["weights"] as? [[Double]] ?? []
            weights[2][5] += 0.25
            cases[0]["weights"] = weights
            file["cases"] = cases
        }
        let again = try reproduce()
        #expect(again.status == 1, "\(again.errors)")
        let row = again.text.split(separator: "\n").first { $0.hasPrefix("cases.total.weights ") }
        let cells = try #require(row).split(separator: " ")
        #expect(cells[1] == "1" && Int(cells[2]) ?? 0 > 600, "\(again.text)")
        #expect((Double(cells[3]) ?? 0) > 0.2499 && (Double(cells[3]) ?? 1) < 0.2501, "\(again.text)")
    }

    @Test func otherRidesAreNamed() throws {
        _ = try train("--case total --penalty 0.01", kernels: "Haswell", threads: 1)
        try folder.write(SyntheticLog(.still, seconds: 60, seed: 99).text, to: "rides/still-1.csv")
        let changed = try reproduce()
        #expect(changed.status == 3 && changed.errorLines.count == 1, "\(changed.errors)")
        #expect(
            changed.errors.contains(
                "1 of 12 rides is not among those that the model was trained on: still-1.csv; "
                    + "1 of the 12 that it was trained on is missing or changed"), "\(changed.errors)")
        let text = String(decoding: try folder.read("manifest.csv"), as: UTF8.self)
        let fewer = try reproduce(folder.write(text.replacing("still-1.csv", with: "still-2.csv"), to: "other.csv"))
        #expect(fewer.status == 3 && fewer.errors.contains("still-2.csv"), "\(fewer.errors)")
        let label = try reproduce(
            folder.write(text.replacing("still-1.csv,stationary", with: "still-1.csv,none"), to: "o.csv"))
        #expect(label.status == 3 && label.errors.contains(": still-1.csv"), "\(label.errors)")
    }

    @Test func modelsThatSayTooLittleGetAClearAnswer() throws {
        _ = try train("--case total --penalty 0.01", kernels: "Haswell", threads: 1)
        try edit { file in
            var provenance = file["provenance"] as? [String: Any] ?? [:]
            provenance["command"] = "gaitway train manifest.csv --with magic"
            file["provenance"] = provenance
        }
        let unknown = try Command.run(
            ["model", "reproduce", model, manifest, "--root", folder.path("rides")], in: folder)
        #expect(unknown.status == 3 && unknown.errors.contains("--with magic"), "\(unknown.errors)")
        try edit { file in
            var provenance = file["provenance"] as? [String: Any] ?? [:]
            provenance["rides"] = nil
            provenance["version"] = nil
            file["provenance"] = provenance
        }
        #expect(try Command.run(["model", "verify", model], in: folder).status == 0)
        #expect(try reproduce().errors.contains("does not state which rides"))
    }
}
