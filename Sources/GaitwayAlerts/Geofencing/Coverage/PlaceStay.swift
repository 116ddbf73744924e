// SPDX-License-Identifier: Apache-2.0
/// One stay at a place as the oracle saw it, and the strategy's event of it.
struct PlaceStay {
    var enter: RegionEvent
    var exit: RegionEvent?
    var found: RegionEvent?

    /// Whether an entry event is of this stay.
    func contains(_ event: RegionEvent) -> Bool {
        event.time >= enter.edge && exit.map { event.time <= $0.time } ?? true
    }

    /// The stays of each place, by time.
    static func all(_ events: [RegionEvent]) -> [String: [PlaceStay]] {
        var visits: [String: [PlaceStay]] = [:]
        // In the order in which things happened, which late delivery may turn around.
        for event in events.sorted(by: { $0.time < $1.time }) {
            switch event.kind {
            case .enter: visits[event.region, default: []].append(PlaceStay(enter: event))
            case .exit:
                let last = (visits[event.region]?.count ?? 0) - 1
                if last >= 0 { visits[event.region]?[last].exit = event }
            default: break
            }
        }
        return visits
    }
}
