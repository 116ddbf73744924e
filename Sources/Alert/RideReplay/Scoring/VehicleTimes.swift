import MotionTypes
import Timeline

/// When a ride's phone was in a vehicle, by its reports in hindsight: an activity counts from its beginning, not from
/// its delivery.
struct VehicleTimes {
    /// From when on the phone was in a vehicle, or was not.
    private let changes: [(time: Timestamp, isDriving: Bool)]

    /// Nil for a ride without reports.
    init?(_ ride: RecordedRide) {
        let reports = ride.reports
        guard !reports.isEmpty else { return nil }
        let order = reports.indices.sorted { left, right in
            let (first, second) = (reports[left].activity.elapsed, reports[right].activity.elapsed)
            return first != second ? first < second : left < right
        }
        changes = order.map { index in
            (ride.time(reports[index].activity.elapsed), reports[index].activity.flags.contains(.automotive))
        }
    }

    /// Whether the phone was in a vehicle at a time.
    func isDriving(at time: Timestamp) -> Bool {
        let later = changes.partitioningIndex { $0.time > time }
        return later > 0 && changes[later - 1].isDriving
    }

    /// A time cut where the phone comes into a vehicle or leaves it.
    func stretches(in span: ClosedRange<Timestamp>) -> [(span: ClosedRange<Timestamp>, isDriving: Bool)] {
        var stretches: [(span: ClosedRange<Timestamp>, isDriving: Bool)] = []
        var begin = span.lowerBound
        var isDriving = isDriving(at: begin)
        for change in changes where change.time > span.lowerBound && change.time < span.upperBound {
            guard change.isDriving != isDriving else { continue }
            stretches.append((begin...change.time, isDriving))
            (begin, isDriving) = (change.time, change.isDriving)
        }
        return stretches + [(begin...span.upperBound, isDriving)]
    }
}
