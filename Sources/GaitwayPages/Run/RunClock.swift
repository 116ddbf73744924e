// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Times of a ride, by a zone's clock or from the start of the log.
package struct RunClock: Sendable {
    /// The zone; nil for a log without a wall clock.
    package let zone: LocalZone?
    /// The wall-clock time of elapsed 0.
    package let origin: Timestamp

    /// - Parameter origin: ignored without a zone.
    package init(zone: LocalZone?, origin: Timestamp) {
        self.zone = zone
        self.origin = origin
    }

    /// Offsets of the zone from UTC in seconds, each with the elapsed second from which it holds. The first holds from
    /// the start.
    func offsets(from start: Duration, to end: Duration) -> [(from: Double, offset: Int)] {
        guard let zone else { return [(start.inSeconds, 0)] }
        return zone.offsets(from: origin + start, to: origin + end).map { (($0.start - origin).inSeconds, $0.seconds) }
    }
}
