// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline

/// When a ride's phone was in a vehicle: by its reports in hindsight, where an activity counts from its beginning and
/// not from its delivery, or by labels.
struct VehicleTimes {
    /// From when on the phone was in a vehicle, or was not; nil where that is not known.
    private let changes: [(time: Timestamp, isDriving: Bool?)]

    /// Nil for a ride without reports.
    init?(_ ride: RecordedRide) {
        let reports = ride.reports
        guard !reports.isEmpty else { return nil }
        let order = reports.indices.sorted {
            (reports[$0].activity.elapsed, $0) < (reports[$1].activity.elapsed, $1)
        }
        changes = order.map { index in
            (ride.time(reports[index].activity.elapsed), reports[index].activity.flags.contains(.automotive))
        }
    }

    /// The times of labelled activities, which do not overlap; between them it is not known.
    init(_ labels: [ActivitySpan], of ride: RecordedRide) {
        var changes: [(time: Timestamp, isDriving: Bool?)] = []
        for label in labels.sorted(by: { $0.span.lowerBound < $1.span.lowerBound }) {
            let start = ride.time(label.span.lowerBound)
            if changes.last?.time == start { changes.removeLast() }
            changes.append((start, label.activity == .automotive))
            changes.append((ride.time(label.span.upperBound), nil))
        }
        // Before the first label nothing is known.
        self.changes = [(Timestamp(nanoseconds: .min), nil)] + changes
    }

    /// Whether the phone was in a vehicle at a time.
    func isDriving(at time: Timestamp) -> Bool { state(at: time) ?? false }

    /// Before the first report the phone was in no vehicle.
    private func state(at time: Timestamp) -> Bool? {
        let later = changes.partitioningIndex { $0.time > time }
        return later > 0 ? changes[later - 1].isDriving : false
    }

    /// A time cut where the phone comes into a vehicle or leaves it; nil where that is not known.
    func stretches(in span: ClosedRange<Timestamp>) -> [(span: ClosedRange<Timestamp>, isDriving: Bool?)] {
        var stretches: [(span: ClosedRange<Timestamp>, isDriving: Bool?)] = []
        var begin = span.lowerBound
        var isDriving = state(at: begin)
        for change in changes where change.time > span.lowerBound && change.time < span.upperBound {
            guard change.isDriving != isDriving else { continue }
            stretches.append((begin...change.time, isDriving))
            (begin, isDriving) = (change.time, change.isDriving)
        }
        return stretches + [(begin...span.upperBound, isDriving)]
    }
}
