// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

extension MoveSection {
    /// The section, or its parts, changed within a span; nil if the span does not touch it.
    ///
    /// A section that lies mostly in the span changes as a whole. A section that holds most of the span is cut at its
    /// ends.
    package func changed(during span: TimeSpan, _ change: (inout MoveSection) -> Void) -> [MoveSection]? {
        func changed(_ section: MoveSection) -> MoveSection {
            var copy = section
            change(&copy)
            return copy
        }
        if self.span.lies(mostlyIn: span) { return [changed(self)] }
        guard span.lies(mostlyIn: self.span) else { return nil }
        let before = clipped(to: TimeSpan(start: self.span.start, end: span.start))
        let inside = clipped(to: span)
        let after = clipped(to: TimeSpan(start: span.end, end: self.span.end))
        return [before, inside.map(changed), after].compactMap { $0 }
    }

    /// Appends the following section; the evidence stays.
    package mutating func append(_ next: MoveSection) {
        span.end = next.span.end
        if let way = next.distance { distance = (distance ?? 0) + way }
        unobservedDistance += next.unobservedDistance
        if let more = next.steps { steps = (steps ?? 0) + more }
        probability = [probability, next.probability].compactMap(\.self).min()
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
