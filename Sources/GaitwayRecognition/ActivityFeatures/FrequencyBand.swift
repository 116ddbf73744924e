// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A band of frequencies, from one edge up to, not including, the other.
package struct FrequencyBand: Sendable {
    /// The edges as features' names have them, in Hz: `0.8-1.2`.
    package let name: String
    /// The bins of a window's spectrum that lie in the band.
    package let bins: Range<Int>

    /// The band between two edges in Hz.
    init(_ from: Double, _ to: Double) {
        name = "\(from)-\(to)"
        let width = WindowGrid.rate / Double(WindowGrid.count)
        bins = Int(proven: (from / width).rounded(.up))..<Int(proven: (to / width).rounded(.up))
    }

    /// The bands between edges in Hz that follow one another.
    static func between(_ edges: Double...) -> [FrequencyBand] {
        zip(edges, edges.dropFirst()).map { FrequencyBand($0, $1) }
    }

    /// The band of the total power, S.
    package static let whole = FrequencyBand(0.2, 8)
    /// The band of the shares, p.
    package static let shape = FrequencyBand(0.4, 8)
    /// The bands whose powers are features.
    package static let ofPowers = between(0.2, 0.5, 0.8, 1.2, 1.6, 2, 2.5, 3, 3.5, 4, 5, 6.5, 8)
    /// Where vertical and horizontal motion are held against each other: turns, gait, shaking.
    package static let coordinated = [FrequencyBand(0.1, 0.8), FrequencyBand(0.8, 3), FrequencyBand(3, 8)]
    /// Where the stronger of vertical and horizontal motion is told.
    package static let compared = between(0.2, 1, 2.5, 5, 8)
    /// Where braking and turning lie.
    package static let slow = FrequencyBand(0.1, 0.8)
    /// Where rotation is compared with acceleration.
    package static let ofRotation = FrequencyBand(1, 8)
}
