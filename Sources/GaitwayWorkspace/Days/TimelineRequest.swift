// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayRecognition
import GaitwayReplay
import GaitwayStore
package import GaitwayTimeline

/// A timeline that is asked for: of tracks, or of a store to which they are added.
package struct TimelineRequest {
    package let tracks: [String]
    /// The activity stream of the tracks.
    package let activities: String?
    package let options: LogOptions
    /// The wall-clock time of elapsed 0 for a track without one.
    package let origin: Timestamp?
    package let policy: TimelinePolicy
    /// The zone of days; nil for those of where the person was.
    package let zone: LocalZone?
    /// The days to show; nil for all.
    package let range: DayRange?
    /// Places that the user named.
    package let circles: [NamedCircle]
    /// The place whose visits are shown, and nothing else.
    package var place: String?
    /// The activity whose moves are shown, and nothing else.
    package var activity: Activity?
    /// Whether paths are shown, too.
    package var withPaths = true
    /// The option of the result's format if that needs a wall clock.
    package var clockOption: String?
    /// The option of a page or a picture, which needs a wall clock.
    package var pageOption: String?

    package init(
        tracks: [String], activities: String?, options: LogOptions, origin: Timestamp?, policy: TimelinePolicy,
        zone: LocalZone?, range: DayRange?, circles: [NamedCircle]
    ) {
        self.tracks = tracks
        self.activities = activities
        self.options = options
        self.origin = origin
        self.policy = policy
        self.zone = zone
        self.range = range
        self.circles = circles
    }

    private var isSelection: Bool { place != nil || activity != nil }

    /// The timeline of the tracks.
    package func loaded() throws -> ShownTimeline {
        let loaded = try TimelineLoader(policy: policy, options: options, origin: origin)
            .load(tracks, activities: activities, circles: circles)
        if loaded.hasReports { noteGuesses(loaded.timeline, loaded.source) }
        var timeline = loaded.timeline
        let zones = TravelZones(given: zone, of: timeline.positions)
        guard loaded.hasWallClock else {
            if let needsClock = clockOption ?? range?.options ?? pageOption {
                throw InputError(
                    .ambiguous, source: loaded.source, problem: "the log has no wall clock, which \(needsClock) needs",
                    remedy: "say when it began: --origin 2026-05-01T08:00:00Z")
            }
            return ShownTimeline(timeline: timeline, days: nil, zones: zones, fault: loaded.fault)
        }
        guard let whole = timeline.span else {
            throw InputError(
                .empty, source: loaded.source,
                problem: "the track is too short for a timeline: it needs two usable fixes at different times",
                remedy: "give a longer track")
        }
        guard let range else {
            return ShownTimeline(timeline: timeline, days: zones.days(of: whole), zones: zones, fault: loaded.fault)
        }
        guard let window = range.window(in: whole, zones) else {
            throw nothing(on: range, in: whole, of: loaded.source, zones)
        }
        timeline.items.removeAll { !$0.span.overlaps(window) }
        return ShownTimeline(timeline: timeline, days: range.days(of: whole, zones), zones: zones, fault: loaded.fault)
    }

    /// The timeline of the store, with the tracks added to it.
    package func stored(in path: String) throws -> ShownTimeline {
        let database = try TimelineDatabase(
            path: path, creation: tracks.isEmpty ? .never : .ifMissing, policy: policy)
        let session = StoredTimeline(database: database, options: options, origin: origin)
        var added: TimeSpan?
        var fault: InputError?
        if !tracks.isEmpty { (added, fault) = try session.add(tracks, activities: activities) }
        let whole = range == nil ? nil : try database.span()
        let zones = try TravelZones(given: zone, of: database.positions(during: range?.surroundings))
        let window = whole.flatMap { range?.window(in: $0, zones) }
        if let range, let whole, window == nil { throw nothing(on: range, in: whole, of: path, zones) }
        var timeline =
            isSelection
            ? try database.selection(place: place, activity: activity, during: window)
            : try database.timeline(during: window ?? added, withPaths: withPaths)
        if !circles.isEmpty, !isSelection { timeline.visitKnownPlaces(circles) }
        if timeline.items.isEmpty {
            guard let range, let whole else {
                throw InputError(
                    .empty, source: path,
                    problem: isSelection ? "the store has nothing of that kind" : "the store has no timeline yet",
                    remedy: isSelection ? "ask for another place or activity" : "add a track by --track")
            }
            throw nothing(on: range, in: whole, of: path, zones)
        }
        noteGuesses(timeline, path)
        let days = timeline.days(during: window ?? (isSelection ? nil : added), of: zones.days)
        return ShownTimeline(timeline: timeline, days: days, zones: zones, fault: fault)
    }

    private func nothing(on range: DayRange, in span: TimeSpan, of source: String, _ zones: TravelZones) -> InputError {
        let (from, to) = (zones.parts(of: span.start).date, zones.parts(of: span.end).date)
        return InputError(
            .empty, source: source, problem: "the timeline has nothing \(range.text)",
            remedy: "it lasts from \(from) to \(to), \(zones.zone(at: span.end).name)")
    }

    /// Says how much rests on speed alone, where there are reports and they leave something open.
    private func noteGuesses(_ timeline: TimelineDocument, _ source: String) {
        if let note = RideNote.guesses(in: timeline, of: source) { Diagnostics.notes([note]) }
    }
}
