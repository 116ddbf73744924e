// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Collects the segments of a storyline's days and joins them.
struct MovesDecoder {
    private(set) var repairs: [MovesStoryline.Repair: Int] = [:]
    private var items: [TimelineItem] = []
    private var places: [VisitedPlace] = []
    private var known: Set<String> = []

    // If a move has neither an activity nor a group, its mean speed in metres per second decides. The thresholds of a
    // policy are for fixes; a storyline has only the distance and time of the whole move, waits included.

    /// Below this speed a move is a walk.
    private static let fastestWalk = 2.2
    /// Below this speed a move is a bicycle ride, else a drive.
    private static let fastestRide = 6.5

    private mutating func count(_ repair: MovesStoryline.Repair) { repairs[repair, default: 0] += 1 }

    /// Takes a day. A day without data has null for its segments.
    mutating func add(day: MovesDay) throws(InputError) {
        guard day.isObject else {
            throw InputError(
                .malformed, line: day.line, problem: "the day is not an object",
                remedy: "give the storyline as Moves exported it")
        }
        for segment in day.segments {
            guard let span = try segment.times.span() else {
                count(.withoutLength)
                continue
            }
            switch segment.type {
            case "place": items.append(try visit(segment, span))
            case "move": items.append(try move(segment, span))
            case "off": items.append(.gap(Gap(span: span)))
            default:
                throw InputError(
                    .malformed, line: segment.line,
                    problem: "the segment's type \(quoted: segment.type ?? "") is not place, move or off",
                    remedy: "give the storyline as Moves exported it")
            }
        }
    }

    /// The segments in time order, touching.
    mutating func timeline() -> TimelineDocument {
        var joined: [TimelineItem] = []
        let sorted = items.enumerated().sorted { left, right in
            let (first, second) = (left.element.span, right.element.span)
            return (first.start, first.end, left.offset) < (second.start, second.end, right.offset)
        }.map(\.element)
        for item in sorted {
            guard let last = joined.last else {
                joined.append(item)
                continue
            }
            if item.span == last.span {
                count(.repeated)
            } else if item.span.start < last.span.end {
                count(.overlapping)
                let rest = TimeSpan(start: last.span.end, end: max(last.span.end, item.span.end))
                if let cut = item.clipped(to: rest) { joined.append(cut) }
            } else if let whole = Self.merged(last, item) {
                joined[joined.count - 1] = whole
            } else {
                if item.span.start > last.span.end {
                    joined.append(.gap(Gap(span: TimeSpan(start: last.span.end, end: item.span.start))))
                }
                joined.append(item)
            }
        }
        return TimelineDocument(items: joined, places: places)
    }

    /// One visit for two visits to the same place that touch, as at midnight; nil for other pairs.
    private static func merged(_ first: TimelineItem, _ second: TimelineItem) -> TimelineItem? {
        guard case .visit(var visit) = first, case .visit(let next) = second, visit.span.end == next.span.start,
            let place = visit.placeIdentifier, place == next.placeIdentifier
        else { return nil }
        visit.span.end = next.span.end
        visit.activities += next.activities
        return .visit(visit)
    }

    // MARK: Segments

    private mutating func visit(_ segment: MovesSegment, _ span: TimeSpan) throws(InputError) -> TimelineItem {
        guard let place = segment.place, let location = place.location,
            let (latitude, longitude) = try position(location)
        else {
            count(.withoutPosition)
            return .gap(Gap(span: span))
        }
        var visit = Visit(span: span, latitude: latitude, longitude: longitude, fixCount: 0)
        if let number = place.number {
            let identifier = MovesStoryline.identifierPrefix + String(number)
            visit.placeIdentifier = identifier
            if known.insert(identifier).inserted {
                places.append(
                    VisitedPlace(
                        identifier: identifier, latitude: latitude, longitude: longitude, name: place.name))
            }
        }
        for activity in segment.activities {
            guard let kind = activity.activity, kind != .automotive, let span = try activity.times.span() else {
                continue
            }
            visit.activities.append(ReportedSpan(activity: kind, span: span))
        }
        return .visit(visit)
    }

    private mutating func move(_ segment: MovesSegment, _ span: TimeSpan) throws(InputError) -> TimelineItem {
        var sections: [MoveSection] = []
        var cursor = span.start
        for activity in segment.activities {
            guard let own = try activity.times.span() else {
                count(.withoutLength)
                continue
            }
            let part = TimeSpan(start: max(own.start, cursor), end: min(own.end, span.end))
            if part.start > own.start || part.end < own.end { count(.overlapping) }
            guard part.start < part.end else { continue }
            pause(&sections, from: cursor, to: part.start)
            var section = try self.section(activity, own)
            section.span = TimeSpan(start: sections.last?.span.end ?? cursor, end: part.end)
            sections.append(section)
            cursor = part.end
        }
        guard !sections.isEmpty else {
            count(.withoutLength)
            return .gap(Gap(span: span))
        }
        pause(&sections, from: cursor, to: span.end)
        return .move(Move(span: span, sections: sections))
    }

    /// Fills the time between two activities: a short time belongs to the section before, a longer one is a pause.
    private func pause(_ sections: inout [MoveSection], from start: Timestamp, to end: Timestamp) {
        let span = TimeSpan(start: start, end: end)
        guard span.seconds > 0 else { return }
        if span.seconds >= MovesStoryline.shortestPause {
            sections.append(MoveSection(span: span, activity: .stationary, evidence: .reports, distance: 0))
        } else if !sections.isEmpty {
            sections[sections.count - 1].span.end = end
        }
    }

    private mutating func section(_ element: MovesActivity, _ span: TimeSpan) throws(InputError) -> MoveSection {
        var path: [PathPoint] = []
        for point in element.trackPoints {
            guard let (latitude, longitude) = try position(point), let time = try point.time() else {
                continue
            }
            if let last = path.last, time <= last.time { continue }
            path.append(PathPoint(time: time, latitude: latitude, longitude: longitude))
        }
        let distance = element.distance.map { max(0, $0) }
        var evidence = MoveSection.Evidence.reports
        var activity = element.activity
        if activity == nil {
            count(.otherActivity)
            evidence = .speed
            // The times of a storyline are whole seconds.
            let speed = (distance ?? 0) / max(1, span.seconds)
            activity = speed < Self.fastestWalk ? .walking : speed < Self.fastestRide ? .cycling : .automotive
        }
        var section = MoveSection(
            span: span, activity: activity ?? .walking, evidence: evidence, distance: distance,
            path: path.isEmpty ? [] : [path])
        section.steps = element.steps.flatMap { StepCount.possible.contains($0) ? $0 : nil }
        if activity == .automotive { section.vehicle = element.name.flatMap(Vehicle.init(word:)) }
        return section
    }

    // MARK: Values

    private func position(_ point: MovesPoint) throws(InputError) -> (latitude: Double, longitude: Double)? {
        guard let latitude = point.latitude, let longitude = point.longitude else { return nil }
        guard latitude.magnitude <= 90 else {
            throw InputError(
                .malformed, line: point.line, problem: "latitude \(latitude) is outside -90 to 90",
                remedy: "give it in degrees")
        }
        guard longitude.magnitude <= 180 else {
            throw InputError(
                .malformed, line: point.line, problem: "longitude \(longitude) is outside -180 to 180",
                remedy: "give it in degrees")
        }
        return (latitude, longitude)
    }
}
