// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayRecognition
package import GaitwayReplay
package import GaitwayTimeline

/// What `--track` named: logs, joined to one ride, and finished timelines.
package struct TimelineInputs {
    /// Nil when there are only finished timelines.
    package let ride: RecordedRide?
    /// Moves exports and timelines of gaitway's own.
    package let finished: [FinishedTimeline]

    /// Reads them.
    ///
    /// - Parameters:
    ///   - open: those that were opened before, by their paths.
    ///   - mayLackFixes: whether logs of reports alone will do.
    /// - Throws: `InputError`, also for an activity stream without a track to go with.
    package init(
        _ paths: [String], open: [String: TrackInput] = [:], activities: String?, options: LogOptions,
        mayLackFixes: Bool = false
    ) throws {
        var logs: [TrackInput] = []
        var finished: [FinishedTimeline] = []
        for path in paths {
            let input = try open[path] ?? TrackInput(path: path)
            if let timeline = try input.bytes.flatMap({ try FinishedTimeline(decoding: $0, source: input.name) }) {
                Diagnostics.notes(timeline.notes)
                finished.append(timeline)
            } else {
                logs.append(input)
            }
        }
        if logs.isEmpty, let activities {
            throw InputError(
                .ambiguous, source: activities, problem: "the activity stream has no track",
                remedy: "give the track that was recorded with it; a finished timeline needs no stream")
        }
        ride =
            logs.isEmpty
            ? nil
            : try TrackLoader.load(
                logs, activities: activities, options: options, mayLackFixes: mayLackFixes)
        // What an app found by itself ranks below all that was given as a timeline.
        self.finished = finished + [ride?.finished].compactMap { $0 }
    }
}

/// Makes timelines from tracks, activity streams and finished timelines, and says what was left out and guessed.
package struct TimelineLoader {
    package let policy: TimelinePolicy
    package let options: LogOptions
    /// The wall-clock time of elapsed 0 for a track without one.
    package var origin: Timestamp?

    package init(policy: TimelinePolicy, options: LogOptions, origin: Timestamp? = nil) {
        self.policy = policy
        self.options = options
        self.origin = origin
    }

    /// The timeline of all inputs: tracks are joined and segmented, finished timelines fill what they leave open.
    ///
    /// - Parameter circles: places that the user named.
    /// - Throws: `InputError`, also for an activity stream without a track to go with.
    package func load(
        _ paths: [String], activities: String?, circles: [NamedCircle] = []
    ) throws -> JoinedTimeline {
        let inputs = try TimelineInputs(paths, activities: activities, options: options)
        var finished = inputs.finished[...]
        let first = try inputs.ride.map { try JoinedTimeline($0, policy: policy, origin: origin) }
        guard var whole = first ?? finished.popFirst().map({ JoinedTimeline($0) }) else {
            throw InputError(.empty, problem: "no track was given", remedy: "give one by --track")
        }
        Diagnostics.notes(whole.notes)
        for timeline in finished {
            let known = whole.notes.count
            try whole.join(timeline)
            Diagnostics.notes(whole.notes.dropFirst(known))
        }
        whole.findPlaces(circles)
        return whole
    }
}
