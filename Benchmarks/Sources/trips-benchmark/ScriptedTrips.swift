// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayTimeline

/// The trips of a MobilityNet timeline: a script of legs with their modes, and the marks that the carrier set by hand.
///
/// Give all scripts first, then all marks. A mark is a button pressed at the start or the end of an evaluation period,
/// a trip or a section (a leg). Identifiers of legs repeat between trips, so a trip and a leg identify a section.
package struct ScriptedTrips: Sendable, Hashable {
    private struct Leg: Sendable, Hashable {
        var trip: String
        var leg: String
    }

    private enum Kind: Sendable, Hashable {
        case wait
        case travel(TripTruth.TravelClass?, mode: String)
    }

    private struct Section: Sendable, Hashable {
        var span: TimeSpan
        /// Nil if the script does not have the leg.
        var kind: Kind?
    }

    private struct Trip: Sendable, Hashable {
        var span: TimeSpan
        var sections: [Section]
    }

    /// The timeline's name. Marks of other timelines are ignored.
    let timeline: String
    private var legs: [Leg: Kind] = [:]
    private var trips: [Trip] = []

    /// Begins a timeline without trips.
    package init(timeline: String) { self.timeline = timeline }

    /// Takes a file of `config~evaluation_spec`: one object with `data.label.evaluation_trips`.
    ///
    /// - Throws: ``InputError`` with the line.
    package mutating func add(script bytes: [UInt8]) throws(InputError) {
        var reader = JSONReader(bytes)
        let root = try reader.element()
        try reader.expectEnd()
        guard let label = root["data"]?["label"] else {
            throw InputError(
                .unsupported, line: root.line, problem: "no evaluation spec", remedy: "give one with data.label")
        }
        for trip in label["evaluation_trips"]?.elements ?? [] {
            for leg in trip["legs"]?.elements ?? [] {
                guard let tripName = trip["id"]?.text, let legName = leg["id"]?.text else {
                    throw InputError(
                        .malformed, line: leg.line, problem: "a trip or a leg without id", remedy: "get the file again")
                }
                let mode = leg["mode"]?.text ?? "WALKING"
                legs[Leg(trip: tripName, leg: legName)] =
                    leg["type"]?.text == "WAITING"
                    ? .wait : .travel(TripTruth.TravelClass(mode: mode), mode: mode.lowercased())
            }
        }
    }

    /// Takes a file of `manual~evaluation_transition`: an array of entries with `data.transition`, `trip_id`, `spec_id`
    /// and `ts`.
    ///
    /// - Throws: ``InputError`` with the line.
    package mutating func add(marks bytes: [UInt8]) throws(InputError) {
        var reader = JSONReader(bytes)
        var marks: [(time: Double, isStart: Bool, what: String, name: String)] = []
        try reader.array { (reader) throws(InputError) in
            let entry = try reader.element()
            guard let data = entry["data"], let time = data["ts"]?.number, let transition = data["transition"]?.text
            else {
                throw InputError(
                    .malformed, line: entry.line, problem: "a mark without data.ts and data.transition",
                    remedy: "get the file again")
            }
            guard data["spec_id"]?.text == timeline, !transition.contains("PERIOD") else { return }
            let words = transition.split(separator: "_")
            marks.append((time, words.first == "START", String(words.last ?? ""), data["trip_id"]?.text ?? ""))
        }
        try reader.expectEnd()
        var open: [String: (name: String, start: Double)] = [:]
        var trip = ""
        // A section belongs to the trip that began last, even if its end is marked after the trip's.
        var sections: [[Section]] = [[]]
        var found: [(span: TimeSpan, list: Int)] = []
        for mark in marks.sorted(by: { $0.time < $1.time }) {
            if mark.isStart {
                open[mark.what] = (mark.name, mark.time)
                if mark.what == "TRIP" {
                    trip = mark.name
                    sections.append([])
                }
            } else if let begun = open[mark.what], begun.name == mark.name {
                open[mark.what] = nil
                let span = TimeSpan(start: Timestamp(seconds: begun.start), end: Timestamp(seconds: mark.time))
                if mark.what == "SECTION" {
                    sections[sections.count - 1].append(
                        Section(span: span, kind: legs[Leg(trip: trip, leg: mark.name)]))
                } else {
                    found.append((span, sections.count - 1))
                }
            }
        }
        trips += found.map { Trip(span: $0.span, sections: sections[$0.list]) }
    }

    /// The expected trips of a phone's evaluation period, with a minute of tolerance at its ends.
    ///
    /// - Parameters:
    ///   - name: the day's name.
    ///   - period: the evaluation period.
    ///   - tracked: the spans in which the phone recorded; nil for all the time.
    package func truth(name: String, period: TimeSpan, tracked: [TimeSpan]? = nil) -> TripTruth {
        let tolerance: Int64 = 60_000_000_000
        let inside = trips.filter { trip in
            trip.span.start >= period.start.advanced(byNanoseconds: -tolerance)
                && trip.span.end <= period.end.advanced(byNanoseconds: tolerance)
        }
        let waits = inside.flatMap(\.sections).filter { $0.kind == .wait }.map(\.span)
        let expected = inside.map { trip in
            TripTruth.Trip(
                span: trip.span,
                sections: trip.sections.compactMap { section in
                    guard case .travel(let travelClass?, let mode)? = section.kind else { return nil }
                    return TripTruth.Section(span: section.span, travelClass: travelClass, mode: mode)
                })
        }
        return TripTruth(
            name: name, period: period, coverage: .scripted, trips: expected, waits: waits, tracked: tracked)
    }
}
