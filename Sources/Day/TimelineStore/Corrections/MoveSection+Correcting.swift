import MotionTypes
import Timeline

extension MoveSection {
    /// The section, or its parts, with the activity that a person gave to a span; nil if the span does not touch it.
    func corrected(to activity: Activity, during span: TimeSpan) -> [MoveSection]? {
        changed(during: span) { section in
            // A kind of vehicle does not outlive its activity.
            if section.activity != activity { section.vehicle = nil }
            section.activity = activity
            section.evidence = .correction
        }
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
            joined[joined.count - 1].evidence = .correction
        }
        return joined
    }
}
