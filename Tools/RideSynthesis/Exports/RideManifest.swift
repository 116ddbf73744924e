// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Writes the manifest of samples: one row per labelled span.
///
/// A span's row leaves out two seconds at either end: a person who stands up, sits down or pockets the phone does
/// neither of the two activities, and a window across a seam belongs to none.
package struct RideManifest: Sendable, Hashable {
    /// Seconds left out at either end of a span.
    package static let margin = 2.0
    /// What is listed.
    package var samples: [SampleRides.Sample]

    /// The manifest of `samples`.
    package init(samples: [SampleRides.Sample]) { self.samples = samples }

    /// `manifest.csv`; spans too short for the margins are left out.
    package var file: ExportFile {
        let heading = [
            "recording", "activity", "dataset", "user", "device", "mode", "placement", "start_s", "end_s", "logger",
            "acceleration", "unit", "notes",
        ]
        var text = CSVText.record(heading)
        for (index, sample) in samples.enumerated() {
            for span in sample.ride.truth {
                let start = Nanoseconds.product(span.from) + Self.margin
                let end = Nanoseconds.product(span.to) - Self.margin
                guard end > start else { continue }
                text += CSVText.record([
                    sample.name, span.label, "synthetic", "synthetic-" + String(index + 1), "Synthetic", span.mode,
                    span.placement.rawValue, decimals(start), decimals(end),
                    sample.logger, sample.acceleration, "m/s^2", "made by sample-rides",
                ])
            }
        }
        return ExportFile(path: "manifest.csv", bytes: Array(text.utf8))
    }

    private func decimals(_ seconds: Double) -> String {
        var text = ExportText()
        text.appendFixed(seconds, decimals: 2)
        return String(decoding: text.bytes, as: UTF8.self)
    }
}
