// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// `trips --evaluate` through the binary, on a made-up day.
@Suite struct TripEvaluationTests {
    let folder: TemporaryFolder
    let track: String
    /// 10:00:00 on 1 May 2026 in Los Angeles.
    private static let start = 1_777_654_800.0

    init() throws {
        folder = try TemporaryFolder()
        // An hour at home, a drive of ten minutes, an hour at work.
        track = try folder.write(CommuteEntries.text(from: Self.start), to: "day.json")
    }

    private func figures(_ result: CommandResult, _ key: String) throws -> [[String: Any]] {
        let root = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
        return try #require(root[key] as? [[String: Any]])
    }

    @Test(arguments: ["scripted", "complete"])
    func aDayIsScored(coverage: String) throws {
        let truth = try folder.write(
            "kind,start,end,class\nperiod,\(Self.start),\(Self.start + 7800),\(coverage)\ntrip,\(Self.start + 3600),"
                + "\(Self.start + 4200),\nsection,\(Self.start + 3600),"
                + "\(Self.start + 4200),automotive\n", to: "truth.csv")
        let arguments = ["trips", "--track", track, "--evaluate", truth]
        let result = try Command.run(arguments + ["--format", "json"], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let day = try #require(try figures(result, "days").first)
        #expect(day["found"] as? Int == 1 && day["expected"] as? Int == 1)
        #expect(try figures(result, "pooled").first?["name"] as? String == coverage)
        let table = try Command.run(arguments, in: folder)
        #expect(table.status == 0 && table.text.contains("wrong"), "\(table.errors)")
        // What such a truth cannot tell stands below the figures.
        #expect(table.text.contains("unscripted\"; they are not errors") == (coverage == "scripted"))
    }

    @Test func whatIsNoTruthIsRefused() throws {
        let other = try folder.write("{\"data\":1}", to: "other.json")
        let quote = try folder.write("kind,start,end,class\nperiod,0,1,com\"plete\n", to: "quote.csv")
        for (truth, word) in [
            (folder.root, "this is a folder"), (other, "kind,start,end,class"), (quote, "quote.csv:2"),
        ] {
            let result = try Command.run(["trips", "--evaluate", truth, "--track", track], in: folder)
            #expect(result.status == 3 && result.output.isEmpty)
            #expect(result.errorLines.last?.contains(word) == true, "\(result.errors)")
        }
    }
}
