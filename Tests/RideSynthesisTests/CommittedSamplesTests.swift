// SPDX-License-Identifier: Apache-2.0
// Foundation reads and writes the committed files.
import Foundation
import RideSynthesis
import Testing

/// The files below `Datasets` are what the generator makes with its default seed. After a change of the model they are
/// written again with `GAITWAY_RECORD=1 swift test --filter committedSamples`.
@Test func committedSamplesAreWhatTheGeneratorMakes() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Datasets")
    let files = SampleRides.files()
    if ProcessInfo.processInfo.environment["GAITWAY_RECORD"] == "1" {
        for file in files {
            let place = folder.appendingPathComponent(file.path)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(file.bytes).write(to: place)
        }
    }
    for file in files {
        let committed = try Data(contentsOf: folder.appendingPathComponent(file.path))
        // Compared as a flag: a failure must not print megabytes.
        let same = committed == Data(file.bytes)
        #expect(same, "\(file.path) differs from the generator's; record it again if the model was changed")
    }
    let expected = Set(files.map(\.path)).filter { $0.hasSuffix(".csv") }
    // The car's ride is a real one.
    let present = try #require(FileManager.default.subpaths(atPath: folder.path)).filter {
        $0.hasSuffix(".csv") && !$0.hasPrefix("car/")
    }
    #expect(Set(present) == expected)
}
