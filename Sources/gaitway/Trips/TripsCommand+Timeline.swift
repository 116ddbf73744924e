// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayReplay
import GaitwayStore
import GaitwayTimeline
import GaitwayWorkspace

/// A timeline as it may be shown: without what must not be told, with names, of the days that were asked for.
struct ShownTimeline {
    var timeline: TimelineDocument
    /// Nil for a log without a wall clock.
    var days: [TimelineDay]?
    /// The zones of days and times.
    var zones: TravelZones
    /// What was wrong behind what is shown.
    var fault: InputError?
}

extension TripsCommand {
    /// The timeline of the tracks or of the store.
    func shownTimeline() throws -> ShownTimeline {
        let range = try DayRange(day: query.day, span: span)
        let (zones, circles) = (try disclosure.zones(), try disclosure.circles())
        var shown = try store.store.map { try stored($0, range, circles) } ?? loaded(range, circles)
        shown.timeline = shown.timeline.hiding(zones, fillsGaps: !query.isSelection)
        guard !shown.timeline.items.isEmpty else {
            throw InputError(
                .empty, source: disclosure.privacyZones, problem: "the zones hide all that is asked for",
                remedy: "ask for other days, or give smaller zones")
        }
        shown.timeline.leaveOutUnvisitedPlaces()
        let fault = disclosure.name(&shown.timeline, circles)
        shown.fault = shown.fault ?? fault
        shown.timeline.findTowns()
        return shown
    }

    // MARK: Tracks

    private func loaded(_ range: DayRange?, _ circles: [NamedCircle]) throws -> ShownTimeline {
        guard !query.isSelection else { throw ValidationError("--place and --activity go with --store") }
        guard !input.track.isEmpty else { throw ValidationError("give at least one --track, or a --store") }
        let loader = TimelineLoader(
            policy: try input.timelinePolicy(), options: input.reading.options, origin: try input.originTime)
        let loaded = try loader.load(input.track, activities: input.activities, circles: circles)
        if loaded.hasReports { noteGuesses(loaded.timeline, loaded.source) }
        var timeline = loaded.timeline
        let zones = input.local.zones(of: timeline.positions)
        guard loaded.hasWallClock else {
            let needs =
                format != .table
                ? "--format \(format.rawValue) needs"
                : range.map { "\($0.options) needs" } ?? (page.option.map { "\($0) needs" })
            if let needs {
                throw InputError(
                    .ambiguous, source: loaded.source, problem: "the log has no wall clock, which \(needs)",
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
            throw nothing(range, in: whole, of: loaded.source, zones)
        }
        timeline.items.removeAll { !$0.span.overlaps(window) }
        return ShownTimeline(timeline: timeline, days: range.days(of: whole, zones), zones: zones, fault: loaded.fault)
    }

    // MARK: The store

    private func stored(_ path: String, _ range: DayRange?, _ circles: [NamedCircle]) throws -> ShownTimeline {
        guard !input.track.isEmpty || input.activities == nil else {
            throw ValidationError("--activities goes with the --track that it was recorded with")
        }
        guard !query.isSelection || [.table, .geojson, .gpx, .csv, .kml].contains(format) else {
            throw ValidationError("a selection can be written as table, geojson, gpx, csv or kml only")
        }
        let database = try TimelineDatabase(
            path: path, creation: input.track.isEmpty ? .never : .ifMissing, policy: input.timelinePolicy())
        let session = StoredTimeline(
            database: database, options: input.reading.options, origin: try input.originTime)
        var added: TimeSpan?
        var fault: InputError?
        if !input.track.isEmpty { (added, fault) = try session.add(input.track, activities: input.activities) }
        let whole = range == nil ? nil : try database.span()
        let zones = try input.local.zones(of: database.positions(during: range?.surroundings))
        let window = whole.flatMap { range?.window(in: $0, zones) }
        if let range, let whole, window == nil { throw nothing(range, in: whole, of: path, zones) }
        var timeline =
            query.isSelection
            ? try database.selection(place: query.place, activity: query.activity, during: window)
            : try database.timeline(
                during: window ?? added,
                withPaths: format != .table || page.isAskedFor || !disclosure.files.isEmpty)
        if !circles.isEmpty, !query.isSelection { timeline.visitKnownPlaces(circles) }
        if timeline.items.isEmpty {
            guard let range, let whole else {
                throw InputError(
                    .empty, source: path,
                    problem: query.isSelection ? "the store has nothing of that kind" : "the store has no timeline yet",
                    remedy: query.isSelection ? "ask for another place or activity" : "add a track by --track")
            }
            throw nothing(range, in: whole, of: path, zones)
        }
        noteGuesses(timeline, path)
        let days = timeline.days(during: window ?? (query.isSelection ? nil : added), of: zones.days)
        return ShownTimeline(timeline: timeline, days: days, zones: zones, fault: fault)
    }

    // MARK: Messages

    private func nothing(_ range: DayRange, in span: TimeSpan, of source: String, _ zones: TravelZones) -> InputError {
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
