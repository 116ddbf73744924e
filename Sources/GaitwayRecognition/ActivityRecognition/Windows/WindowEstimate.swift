// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The model's answer for one window, before smoothing.
package struct WindowEstimate: Sendable, Hashable {
    /// The window's first and past-the-last nanosecond since the first accelerometer sample.
    package var span: Range<Int64>
    /// When the last sample needed had arrived, in the same clock.
    package var arrival: Int64
    /// The window's posterior, or why there is none.
    package var outcome: ModelEstimate
    /// Which probability gives which confidence: the levels of the sensor case that answered.
    package var levels: ConfidenceLevels
    /// The speed by fixes that the outcome rests on too, in m/s; nil when it rests on the motion alone.
    package var speed: Double?
    /// Why the motion took no part, so that the outcome rests on the speed alone; nil if it took part.
    package var motionFault: UnknownReason?
    /// The mean pressure over the window in hPa; nil without a barometer. It says nothing about the activity.
    package var pressure: Double?
    /// What is joined over time in place of the window's posterior; nil where that is the same.
    package var evidence: ActivityProbabilities?

    package init(
        span: Range<Int64>, arrival: Int64, outcome: ModelEstimate,
        levels: ConfidenceLevels = ConfidenceLevels(medium: 1, high: 1), speed: Double? = nil,
        evidence: ActivityProbabilities? = nil
    ) {
        self.span = span
        self.arrival = arrival
        self.outcome = outcome
        self.levels = levels
        self.speed = speed
        self.evidence = evidence
    }
}

extension WindowEstimate: StatePassing {
    /// An estimate to read another into.
    static let blank = WindowEstimate(span: 0..<0, arrival: 0, outcome: .unknown(.gap))
    /// What rounding may leave of a sum.
    private static let rounding = 1e-6

    package mutating func pass(through archive: inout StateArchive) {
        var (from, to) = (span.lowerBound, span.upperBound)
        archive.pass(time: &from)
        archive.pass(time: &to)
        archive.require(from <= to)
        span = min(from, to)..<max(from, to)
        archive.pass(time: &arrival)
        var probabilities: ActivityProbabilities?
        var reason = UnknownReason.gap
        switch outcome {
        case .probabilities(let own): probabilities = own
        case .unknown(let own): reason = own
        }
        archive.pass(&probabilities, of: .uniform) { probabilities, archive in
            archive.pass(&probabilities)
            archive.require(ActivityClass.allCases.allSatisfy { probabilities[$0] <= 1 + Self.rounding })
        }
        archive.pass(case: &reason)
        outcome = probabilities.map { .probabilities($0) } ?? .unknown(reason)
        archive.pass(&levels.medium)
        archive.pass(&levels.high)
        archive.pass(&speed, of: 0) { speed, archive in
            archive.pass(&speed)
            archive.require(speed >= 0 && speed.isFinite)
        }
        archive.pass(&pressure, of: 0) { $1.pass(&$0) }
        archive.pass(&evidence, of: .uniform) { $1.pass(&$0) }
        archive.pass(&motionFault, of: .rateTooLow) { $1.pass(case: &$0) }
    }
}
