import ActivityStream
import MotionTypes
import SensorLogs
import Timeline

/// A timeline as the command made it from its inputs.
struct LoadedTimeline {
    /// The items, with their places.
    var timeline: TimelineDocument
    /// Whether its times are those of a wall clock; else they count from the log's elapsed 0, as if that were the start of 1970.
    var hasWallClock: Bool
    /// The first input, for messages.
    var source: String
    /// Whether any report went with the tracks.
    var hasReports = true
    /// When the fixes of the tracks were, and how accurate.
    var fixes: [(time: Timestamp, accuracy: Double?)] = []
    /// What was wrong with the activity stream behind its last report; what came before it counts.
    var fault: InputError?
}

/// Makes timelines from tracks, activity streams and finished timelines.
struct TimelineLoader {
    let policy: TimelinePolicy
    let options: LogOptions
    /// The wall-clock time of elapsed 0 for a track without one.
    var origin: Timestamp?
    /// Whether nothing is said of what was left out and guessed, which over many days is noise.
    var isQuiet = false

    /// The timeline of all inputs: tracks are joined and segmented, finished timelines fill what they leave open.
    ///
    /// - Throws: `InputError`, also for an activity stream without a track to go with.
    func load(_ paths: [String], activities: String?) throws -> LoadedTimeline {
        let inputs = try TimelineInputs(paths, activities: activities, options: options)
        var whole = try inputs.track.map { try segmented($0, activities: activities) }
        for (name, timeline) in inputs.finished {
            guard var joined = whole else {
                whole = LoadedTimeline(timeline: timeline, hasWallClock: true, source: name)
                continue
            }
            guard joined.hasWallClock else {
                throw InputError(
                    .ambiguous, source: joined.source,
                    problem: "it has no wall clock, so that it cannot be put beside \(name)",
                    remedy: "say by --origin when it began")
            }
            let (sum, cut) = joined.timeline.joined(with: timeline)
            if cut > .zero {
                Diagnostics.line(
                    "gaitway: \(name): overlaps with what stands before it; \(TimelineTable.duration(cut.inSeconds)) of it left out"
                )
            }
            joined.timeline = sum
            whole = joined
        }
        guard var result = whole else {
            throw InputError(.empty, problem: "no track was given", remedy: "give one by --track")
        }
        var clusterer = PlaceClusterer(places: result.timeline.places)
        result.timeline.items = clusterer.assign(result.timeline.items)
        result.timeline.places = clusterer.places
        return result
    }

    /// Segments a track.
    func segmented(_ track: LoadedTrack, activities: String?) throws -> LoadedTimeline {
        let source = try activities.map { try ActivitySource(stream: $0, track: track) } ?? ActivitySource(track)
        let start = track.origin ?? origin ?? Timestamp(nanoseconds: 0)
        let (items, repairs) = TimelineSegmenter.timeline(
            fixes: track.fixes.lazy.map { (start + $0.elapsed, $0) },
            reports: Self.reports(source, from: start), policy: policy)
        try check(repairs, track.source)
        if source.reports.isEmpty, !isQuiet {
            Diagnostics.line(
                "gaitway: \(track.source): no activity reports: walking, running, cycling and driving are told by speed alone"
            )
        }
        return LoadedTimeline(
            timeline: TimelineDocument(items: items), hasWallClock: (track.origin ?? origin) != nil,
            source: track.source,
            hasReports: !source.reports.isEmpty,
            fixes: track.fixes.map { (start + $0.elapsed, $0.horizontalAccuracy) },
            fault: source.fault)
    }

    /// The reports with the moments from which on each holds, by time.
    static func reports(_ source: ActivitySource, from start: Timestamp) -> [(Timestamp, MotionActivity)] {
        var reports = source.reports.map { report in
            // A repeat says that the activity still goes on; a window's report holds for the window.
            let elapsed = report.window?.lowerBound ?? (report.isRepeat ? report.delivered : report.activity.elapsed)
            return (start + elapsed, report.activity)
        }
        if let end = source.stream?.end {
            // Behind its closing line a stream says nothing.
            let silence = MotionActivity(flags: .unknown, confidence: .low, elapsed: end, start: nil)
            reports.append((start + end, silence))
        }
        return reports.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element)
    }

    /// Says what was left out, and refuses what cannot be one person's track.
    private func check(_ repairs: TimelineRepairs, _ source: String) throws {
        if repairs.isMixed(policy) {
            let first = repairs.firstJump.map { ", the first at \($0.iso8601)" } ?? ""
            throw InputError(
                .ambiguous, source: source,
                problem:
                    "the tracks of two people in one: \(repairs.jumps + repairs.leaps) of \(repairs.positions) fixes lie where "
                    + "nobody could have got to in time\(first)",
                remedy: "give the track of one phone")
        }
        let counts = [
            ("coarse", repairs.coarse), ("duplicate", repairs.duplicates), ("out-of-reach", repairs.jumps),
            ("untimely", repairs.untimely), ("late", repairs.late),
        ].filter { $0.1 > 0 }
        guard !counts.isEmpty, !isQuiet else { return }
        Diagnostics.line(
            "gaitway: \(source): fixes left out: " + counts.map { "\($0.0) \($0.1)" }.joined(separator: ", "))
    }
}
