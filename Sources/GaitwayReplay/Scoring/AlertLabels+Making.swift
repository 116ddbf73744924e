// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
package import GaitwayBase

extension AlertLabels {
    /// A wanted alert needs some time in which a person could read it.
    private static let shortest = Duration.seconds(20)

    /// Labels of a ride whose activity is known, as a start for a person to correct. In a vehicle, an alert of a place
    /// is unsafe. In the first stretch on foot or at rest in a place, one alert is wanted. Later visits to a place get
    /// no label.
    ///
    /// The activity is that of the reports in hindsight: it counts from its beginning, not from its delivery.
    ///
    /// - Throws: `InputError` for a ride without reports, and for one that enters none of the places.
    package init(making scene: RideScene) throws(InputError) {
        guard let activity = VehicleTimes(scene.ride) else {
            throw .unsupported(
                "the ride has no activity reports to make labels from",
                remedy: "\(set: .init(.activities)) from an activity stream, or write the labels by hand",
                source: scene.ride.source)
        }
        let labels = Self.labels(scene, by: activity)
        guard !labels.isEmpty else {
            throw .empty(
                "the ride enters none of the places", remedy: "give places that the track passes",
                source: scene.ride.source)
        }
        self.init(labels)
    }

    /// The same labels of a ride whose activity is labelled. Alerts in time without a label get none.
    package init(making scene: RideScene, from truth: [ActivitySpan]) {
        self.init(Self.labels(scene, by: VehicleTimes(truth, of: scene.ride)))
    }

    private static func labels(_ scene: RideScene, by activity: VehicleTimes) -> [AlertLabel] {
        let end = scene.ride.time((scene.ride.fixes.last?.elapsed ?? .zero) + GateDriver.lead)
        var labels: [AlertLabel] = []
        var satisfied: Set<String> = []
        for (place, stay) in stays(scene, until: end) {
            for (span, isDriving) in activity.stretches(in: stay) {
                guard let isDriving else { continue }
                if isDriving {
                    labels.append(AlertLabel(place: place, span: span, verdict: .unsafe))
                } else if span.upperBound - span.lowerBound >= shortest, satisfied.insert(place).inserted {
                    labels.append(AlertLabel(place: place, span: span, verdict: .wanted))
                }
            }
        }
        return labels
    }

    /// The stays that the oracle saw, by time.
    private static func stays(_ scene: RideScene, until end: Timestamp) -> [(
        place: String, span: ClosedRange<Timestamp>
    )] {
        var open: [String: Timestamp] = [:]
        var stays: [(place: String, span: ClosedRange<Timestamp>)] = []
        for event in scene.oracle.events {
            switch event.kind {
            case .enter: open[event.region] = open[event.region] ?? scene.ride.time(event.edge)
            case .exit:
                guard let entered = open.removeValue(forKey: event.region) else { continue }
                stays.append((event.region, entered...max(entered, scene.ride.time(event.edge))))
            case .inside, .outside, .dwell, .cross: break
            }
        }
        for (place, entered) in open.sorted(by: { $0.key < $1.key }) {
            stays.append((place, entered...max(entered, end)))
        }
        return stays.sorted { ($0.span.lowerBound, $0.place) < ($1.span.lowerBound, $1.place) }
    }
}
