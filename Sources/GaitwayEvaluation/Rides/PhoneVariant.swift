// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// Another phone than the one that recorded a ride.
package enum PhoneVariant: CaseIterable, Sendable, Hashable {
    case at25Hertz
    case at20Hertz
    /// There is neither gyroscope nor barometer.
    case accelerationOnly

    package var name: String {
        switch self {
        case .at25Hertz: "at 25 Hz"
        case .at20Hertz: "at 20 Hz"
        case .accelerationOnly: "acceleration only"
        }
    }

    /// What makes the samples as recorded into its samples.
    package var conversion: RideConversion.Kind {
        switch self {
        case .at25Hertz: .decimated(rate: 25)
        case .at20Hertz: .decimated(rate: 20)
        case .accelerationOnly: .none
        }
    }

    package func isMissing(_ feature: Feature) -> Bool { self == .accelerationOnly && feature.need != nil }
}

package struct VariantFigures: Sendable, Hashable {
    package let variant: PhoneVariant
    /// The balanced macro-F1 of its windows.
    package let macroF1: Double?
    /// The share of windows with the same answer as the window as recorded at that time; nil without any.
    package let sameAnswer: Double?
    /// How many windows have a window as recorded at that time.
    package let compared: Int

    package init(_ variant: PhoneVariant, windows: [ScoredWindow], asRecorded: [ScoredWindow]) {
        /// A ride and a time in it: windows that begin within half a hop are the same.
        struct Place: Hashable {
            var ride: Int
            var hop: Int

            init(_ window: ScoredWindow) {
                ride = window.recordingIndex
                hop = Int(clamping: (Nanoseconds.unrounded(window.start) / Double(WindowGrid.hopDuration)).rounded())
            }
        }
        let predictions = Dictionary(asRecorded.map { (Place($0), $0.prediction) }) { first, _ in first }
        let pairs = windows.compactMap { window in predictions[Place(window)].map { (window.prediction, $0) } }
        self.variant = variant
        macroF1 = Metrics(balanced: windows).macroF1
        compared = pairs.count
        sameAnswer = pairs.isEmpty ? nil : Double(pairs.count { $0 == $1 }) / Double(pairs.count)
    }
}
