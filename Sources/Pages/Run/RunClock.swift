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
        var offsets = [(start.inSeconds, zone.offset(at: origin + start))]
        // An hour, so that no summer is stepped over.
        let step = max(3600, (end - start).inSeconds / 20_000)
        var time = start.inSeconds
        while time < end.inSeconds {
            let next = min(time + step, end.inSeconds)
            let offset = zone.offset(at: origin + Duration(inSeconds: next))
            if offset != offsets[offsets.count - 1].1 {
                var (low, high) = (time, next)
                while high - low > 0.5 {
                    let middle = (low + high) / 2
                    let isPast = zone.offset(at: origin + Duration(inSeconds: middle)) == offset
                    (low, high) = isPast ? (low, middle) : (middle, high)
                }
                // Clocks change on the second.
                let change = (origin + Duration(inSeconds: high)).wholeSeconds
                offsets.append(((Timestamp(wholeSeconds: change) - origin).inSeconds, offset))
            }
            time = next
        }
        return offsets
    }
}
