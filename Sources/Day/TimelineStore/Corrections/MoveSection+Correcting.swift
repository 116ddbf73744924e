import MotionTypes
import Timeline

extension MoveSection {
    /// The section, or its parts, with the activity that a person gave to a span; nil if the span does not touch it.
    func corrected(to activity: Activity, during span: TimeSpan) -> [MoveSection]? {
        if self.span.lies(mostlyIn: span) { return [with(activity)] }
        guard span.lies(mostlyIn: self.span) else { return nil }
        let before = clipped(to: TimeSpan(start: self.span.start, end: span.start))
        let inside = clipped(to: span)
        let after = clipped(to: TimeSpan(start: span.end, end: self.span.end))
        return [before, inside?.with(activity), after].compactMap { $0 }
    }

    private func with(_ activity: Activity) -> MoveSection {
        var copy = self
        copy.activity = activity
        copy.evidence = .correction
        return copy
    }
}

extension [MoveSection] {
    /// The sections, with neighbours of the same activity joined if a person corrected one of them.
    func joiningNeighbours() -> [MoveSection] {
        var joined: [MoveSection] = []
        for section in self {
            guard let last = joined.last, last.activity == section.activity,
                last.evidence == .correction || section.evidence == .correction
            else {
                joined.append(section)
                continue
            }
            joined[joined.count - 1].append(section)
        }
        return joined
    }
}

extension MoveSection {
    /// Appends the following section.
    fileprivate mutating func append(_ next: MoveSection) {
        span.end = next.span.end
        evidence = .correction
        if let way = next.distance { distance = (distance ?? 0) + way }
        unobservedDistance += next.unobservedDistance
        maximumSpeed = [maximumSpeed, next.maximumSpeed].compactMap { $0 }.max()
        guard let end = path.last?.last, let start = next.path.first?.first, end.time == start.time else {
            path += next.path
            return
        }
        // Both contain the point at which they were cut.
        path[path.count - 1] += next.path[0].dropFirst()
        path += next.path.dropFirst()
    }
}
