import ActivityStream
import MotionTypes

/// The reports that go with a track: an activity stream's, or the phone's own.
struct ActivitySource {
    /// The reports; their times count from the track's elapsed 0.
    var reports: [ActivityReport]
    /// Whether there is anything that could report. A stream without reports is a source that says nothing.
    let isAvailable: Bool
    /// Which stream they are of; nil for the phone's own reports.
    var stream: Stream?
    /// What was wrong with the stream behind its last report; what came before it counts.
    var fault: InputError?

    /// What an activity stream says of itself; times count from the track's elapsed 0.
    struct Stream {
        /// The model's name and version.
        var model: String
        /// When its source began.
        var start: Duration
        /// When its source ended; nil when its closing line is missing.
        var end: Duration?
    }

    /// A stream may end a little before its track does.
    private static let longestSilence = Duration.seconds(60)

    /// The track's own reports.
    init(_ track: LoadedTrack) {
        reports = track.reports
        isAvailable = !track.reports.isEmpty
    }

    /// The reports of an activity stream, joined to the track by wall clock, or by elapsed time if neither has one.
    ///
    /// - Throws: `InputError` for a stream without a header, one that cannot be joined, and one of another time.
    init(stream path: String, track: LoadedTrack) throws {
        let name = path == "-" ? "standard input" : path
        let bytes = try FileBytes.read(path, limit: 1 << 30, remedy: "give one day's stream")
        var decoder = StreamDecoder(source: name)
        var elements: [StreamElement] = []
        do {
            try decoder.append(bytes, to: &elements)
            try decoder.finish(to: &elements)
        } catch let error as InputError {
            fault = error
        }
        guard case .header(let header)? = elements.first else {
            // What has a line is something else than a stream.
            guard let fault, fault.line != nil else {
                throw fault
                    ?? InputError(
                        .empty, source: name, problem: "there is no activity stream in it",
                        remedy: "give what gaitway classify --format ndjson writes")
            }
            throw InputError(
                fault.code, source: name, line: fault.line, problem: "no activity stream: \(fault.problem)",
                remedy: "give what gaitway classify --format ndjson writes")
        }
        let shift = try StreamJoin(header, of: name, to: track).shift
        isAvailable = true
        reports = []
        var end: Duration?
        var others = 0
        for element in elements.dropFirst() {
            switch element {
            case .header: others += 1
            case .report(var report) where others == 0:
                report.activity.elapsed += shift
                report.delivered += shift
                reports.append(report)
            case .footer(let footer) where others == 0: end = footer.end + shift
            case .report, .footer: break
            }
        }
        if others > 0 {
            Diagnostics.line("gaitway: \(name): more than one stream: the first serves, \(others) more are left out")
        }
        stream = Stream(model: header.model, start: shift, end: end)
        try checkOverlap(track, name, end: end)
        if fault == nil { fault = earlyEnd(track, name, end: decoder.isComplete || others > 0 ? end : nil) }
    }

    /// What to say of a stream that was cut, or closed long before the track ends.
    private func earlyEnd(_ track: LoadedTrack, _ name: String, end: Duration?) -> InputError? {
        guard let end else {
            return InputError(
                .truncated, source: name, problem: "the activity stream ends without its closing line",
                remedy: "what came after its last report counts as silence; write it again")
        }
        guard let last = track.fixes.last?.elapsed, end < last - Self.longestSilence else { return nil }
        return InputError(
            .truncated, source: name,
            problem: "the activity stream ends \((last - end).components.seconds) s before the track",
            remedy: "what came after its end counts as silence; give the stream of the whole track")
    }

    private func checkOverlap(_ track: LoadedTrack, _ name: String, end: Duration?) throws {
        guard let first = track.fixes.first?.elapsed, let last = track.fixes.last?.elapsed,
            let begin = reports.first?.activity.elapsed, let latest = reports.last?.delivered
        else { return }
        // A report holds until the next, the last one until the stream ends.
        let end = max(latest, end ?? latest)
        guard begin > last || end < first else { return }
        func time(_ elapsed: Duration) -> String {
            track.origin.map { ($0 + elapsed).iso8601 } ?? "\(elapsed.components.seconds) s"
        }
        throw InputError(
            .ambiguous, source: name,
            problem: "the activity stream (\(time(begin)) to \(time(end))) and the track (\(time(first)) to "
                + "\(time(last))) have no time in common",
            remedy: "give a track and a stream of one day")
    }
}
