package import MotionTypes
package import Timeline

/// How a page tells the times of a ride: by a zone's clock, or counted from the log's start.
package struct RunClock: Sendable {
    /// The zone; nil for a log without a wall clock.
    package let zone: LocalZone?
    /// The wall-clock time of elapsed 0.
    package let origin: Timestamp

    /// A clock.
    package init(zone: LocalZone?, origin: Timestamp) {
        self.zone = zone
        self.origin = origin
    }

    /// From when on, in elapsed seconds, how many seconds are to be added to UTC. The first holds from the start.
    func offsets(from start: Duration, to end: Duration) -> [(from: Double, offset: Int)] {
        guard let zone else { return [(start.inSeconds, 0)] }
        return zone.offsets(from: origin + start, to: origin + end).map { (($0.start - origin).inSeconds, $0.seconds) }
    }
}
