import MotionTypes
import SensorLogs
import Timeline

/// What `--track` named: logs, joined to one track, and finished timelines.
struct TimelineInputs {
    /// Nil when there are only finished timelines.
    let track: LoadedTrack?
    /// Moves exports and timelines of gaitway's own.
    let finished: [(name: String, timeline: TimelineDocument)]

    /// Reads them.
    ///
    /// - Throws: `InputError`, also for an activity stream without a track to go with.
    init(_ paths: [String], activities: String?, options: LogOptions) throws {
        var logs: [TrackInput] = []
        var finished: [(name: String, timeline: TimelineDocument)] = []
        for path in paths {
            let input = try TrackInput(path: path)
            if let timeline = try Self.finishedTimeline(input) {
                finished.append((input.name, timeline))
            } else {
                logs.append(input)
            }
        }
        if logs.isEmpty, let activities {
            throw InputError(
                .ambiguous, source: activities, problem: "an activity stream, and no track for it to go with",
                remedy: "give the track that it was recorded with; a finished timeline has its activities")
        }
        track = logs.isEmpty ? nil : try TrackLoader.load(logs, options: options)
        self.finished = finished
    }

    /// A Moves export or a timeline of gaitway's own; nil for anything else.
    private static func finishedTimeline(_ input: TrackInput) throws -> TimelineDocument? {
        guard let bytes = input.bytes else { return nil }
        if TimelineDocument.isJSON(bytes) { return try TimelineDocument(json: bytes, source: input.name) }
        guard MovesStoryline.isStoryline(bytes) else { return nil }
        let storyline = try MovesStoryline(decoding: bytes, source: input.name)
        for repair in MovesStoryline.Repair.allCases {
            guard let count = storyline.repairs[repair] else { continue }
            Diagnostics.line("gaitway: \(input.name): repaired: \(repair.rawValue) \(count)")
        }
        return storyline.timeline
    }
}
