// SPDX-License-Identifier: Apache-2.0
internal import GaitwayRecognition

/// What a hand on the phone does: the windows at the ends of recordings, not within the spans that the manifest gives,
/// where the phone is started, pocketed and taken out.
///
/// Wrong is a bicycle or a vehicle that the ride is not about. Which other answers are right there is unknown.
package struct HandlingFigures: Sendable, Hashable {
    package let windows: Int
    package let rides: Int
    /// The share classified as a bicycle or a vehicle that the ride does not have.
    package let wrong: Double
    /// The share that is unknown since the phone was turned.
    package let handled: Double
    /// The share that is unknown for another reason.
    package let refused: Double

    /// The figures of windows outside the spans of their `rides`; nil without any.
    ///
    /// A window within the span of another ride of the recording is left out.
    init?(_ windows: [ScoredWindow], rides: [ManifestRow]) {
        let length = Nanoseconds.product(WindowGrid.duration)
        let spans = Dictionary(grouping: rides, by: \.recordingBytes)
        let own = windows.filter { window in
            let others = spans[rides[window.recordingIndex].recordingBytes] ?? []
            return !others.contains { ride in
                window.start + length > ride.start ?? -.infinity && window.start < ride.end ?? .infinity
            }
        }
        guard !own.isEmpty else { return nil }
        func share(_ isCounted: (ScoredWindow) -> Bool) -> Double {
            Double(own.count(where: isCounted)) / Double(own.count)
        }
        self.windows = own.count
        self.rides = Set(own.map(\.recordingIndex)).count
        wrong = share { window in
            [.cycling, .automotive].contains(window.prediction)
                && window.truth.map { Prediction($0) } != window.prediction
        }
        handled = share { $0.isRefused && $0.reason == .handled }
        refused = share { $0.isRefused && $0.reason != .handled }
    }
}
