// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline

extension MoveSection {
    /// Takes the activity that a person gave.
    mutating func correct(to activity: Activity) {
        // A kind of vehicle does not outlive its activity.
        if self.activity != activity { vehicle = nil }
        self.activity = activity
        (evidence, probability) = (.correction, nil)
    }

    /// Takes the kind of vehicle that a person gave.
    mutating func correct(to vehicle: Vehicle) {
        activity = .automotive
        self.vehicle = vehicle
        (evidence, probability) = (.correction, nil)
    }
}

extension [MoveSection] {
    /// The sections, with neighbours of the same activity joined if a person corrected one of them.
    func joiningNeighbours() -> [MoveSection] {
        var joined: [MoveSection] = []
        for section in self {
            guard let last = joined.last, last.activity == section.activity, last.vehicle == section.vehicle,
                last.evidence == .correction || section.evidence == .correction
            else {
                joined.append(section)
                continue
            }
            joined[joined.count - 1].append(section)
            (joined[joined.count - 1].evidence, joined[joined.count - 1].probability) = (.correction, nil)
        }
        return joined
    }
}
