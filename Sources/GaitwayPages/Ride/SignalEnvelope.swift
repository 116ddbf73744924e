// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A signal along time as its least, greatest and mean value of each cell.
struct SignalEnvelope: Sendable {
    /// What a signal did in a cell.
    struct Extent: TimeCell {
        /// Infinite without a value.
        private(set) var least = Float.infinity
        private(set) var greatest = -Float.infinity
        private(set) var sum: Float = 0
        private(set) var count: Float = 0

        /// The mean; nil without a value.
        var mean: Float? { count > 0 ? sum / count : nil }

        @inline(__always)
        mutating func append(_ value: Float) {
            least = min(least, value)
            greatest = max(greatest, value)
            sum += value
            count += 1
        }

        mutating func absorb(_ later: Extent) {
            least = min(least, later.least)
            greatest = max(greatest, later.greatest)
            sum += later.sum
            count += later.count
        }
    }

    /// The step of the first cells: that of the grid on which the features are computed.
    static let finestStep: Int64 = 40_000_000
    /// The largest number of cells: a day in cells of 0.64 s.
    static let limit = 140_000

    private(set) var extents: TimeCells<Extent>

    init(limit: Int = Self.limit) { extents = TimeCells(step: Self.finestStep, limit: limit) }

    /// Takes the value at a time, in nanoseconds; one before the first acceleration is not shown.
    @inline(__always)
    mutating func append(_ value: Float, at time: Int64) { extents.update(at: time) { $0.append(value) } }

    /// The greatest distance of a value from `centre`; 0 without values.
    func reach(around centre: Float) -> Float {
        extents.cells.reduce(0) { reach, cell in
            cell.mean == nil ? reach : max(reach, centre - cell.least, cell.greatest - centre)
        }
    }

    /// A byte for each cell: the greatest that is not above the least value, the least that is not below the greatest,
    /// and the nearest to the mean; 0 for a cell without a value.
    func bytes(_ scale: SquareRootScale) -> (least: [UInt8], greatest: [UInt8], mean: [UInt8]) {
        func bytes(_ byte: (Extent) -> UInt8) -> [UInt8] {
            extents.cells.map { $0.mean == nil ? SquareRootScale.nothing : byte($0) }
        }
        return (
            bytes { scale.byte($0.least, .down) }, bytes { scale.byte($0.greatest, .up) },
            bytes { scale.byte($0.mean ?? 0, .toNearestOrEven) }
        )
    }
}

/// Values as bytes that are finest around a centre, as a phone at rest differs by little and a running one by much:
///
///     byte = 128 + 127 s sqrt(|v − c| / r),   s the sign of v − c
///
/// and 1 + 254 sqrt(v / r) where the centre is 0 and no value is negative. c is the centre, r the reach.
struct SquareRootScale: Sendable, Hashable {
    /// What no value has.
    static let nothing: UInt8 = 0

    /// Where bytes are finest: 0 for magnitudes, gravity for acceleration with it.
    let centre: Float
    /// The greatest distance from the centre, above 0.
    let reach: Float

    init(centre: Float, reach: Float) {
        self.centre = centre
        self.reach = reach > 0 ? reach : 1
    }

    /// The byte of a value, 1 to 255.
    func byte(_ value: Float, _ rule: FloatingPointRoundingRule) -> UInt8 {
        let distance = (value - centre) / reach
        let root = min(distance.magnitude, 1).squareRoot()
        let place = centre == 0 ? 1 + 254 * root : 128 + (distance < 0 ? -127 : 127) * root
        return UInt8(clamping: place.rounded(rule))
    }

    /// The value of a byte; nil for ``nothing``.
    func value(_ byte: UInt8) -> Float? {
        guard byte != Self.nothing else { return nil }
        let root = centre == 0 ? (Float(byte) - 1) / 254 : (Float(byte) - 128) / 127
        return centre + root * root.magnitude * reach
    }
}
