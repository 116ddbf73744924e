// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// The rate of a sensor by all windows since it last changed.
///
/// A window of 5.12 s at 9 samples a second has 46 samples, one or two more or fewer if the clock jitters: that is 4 %.
/// By its own count, a log near the least rate of a model would have an answer in one window and none in the next. The
/// mean over the windows stays on one side. A pure state machine.
struct SteadyRate: Sendable {
    /// A window whose rate lies farther from the mean, as a share of it, shows that the rate has changed.
    private static let tolerance = 0.1

    private var mean = 0.0
    private var windows = 0

    /// Takes the samples per second of the next window, and returns the mean since the rate changed.
    mutating func take(_ rate: Double) -> Double {
        if (rate - mean).magnitude > Self.tolerance * mean { (mean, windows) = (0, 0) }
        windows += 1
        mean += (rate - mean) / Double(windows)
        return mean
    }
}

extension SteadyRate: StatePassing {
    mutating func pass(through archive: inout StateArchive) {
        archive.pass(&mean)
        archive.pass(count: &windows)
        archive.require(mean >= 0 && (windows > 0 || mean == 0))
    }
}
