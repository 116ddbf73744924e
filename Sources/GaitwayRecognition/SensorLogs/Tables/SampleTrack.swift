// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Adds samples to tracks when they run dry: a table, or a sum of two.
protocol TrackFeeder: AnyObject {
    /// Adds what comes next to its tracks, at least one sample or fix unless the log ends; then ends its tracks.
    func feed() throws(InputError)
    var report: RepairReport { get }
}

/// A feeder of one track, which has the layout of its rows.
protocol TrackSource: TrackFeeder {
    /// Where the samples and fixes go.
    var track: SampleTrack { get }
    var layout: RowLayout { get }
}

/// Samples of one source in time order, on the log's own clock, waiting to be merged.
final class SampleTrack {
    /// The samples; those before ``head`` are used up.
    var samples: [SensorSample] = []
    var head = 0
    /// The fixes; those before ``fixHead`` are used up.
    var fixes: [Location] = []
    var fixHead = 0
    /// Whether nothing will be added any more.
    var hasEnded = false

    /// Gives up what is used up.
    func compact() {
        if head == samples.count {
            samples.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 4096 {
            samples.removeFirst(head)
            head = 0
        }
        if fixHead == fixes.count {
            fixes.removeAll(keepingCapacity: true)
            fixHead = 0
        }
    }

    /// The next sample; nil when none waits.
    var next: SensorSample? { head < samples.count ? samples[head] : nil }
}
