import ActivityStream
import MotionTypes

/// The reports that go with a track: an activity stream's, or the phone's own.
struct ActivitySource {
    /// The reports; their times count from the track's elapsed 0.
    var reports: [ActivityReport]
    /// When a stream's source ended, from the track's elapsed 0; nil for the phone's own reports, which go on.
    var end: Int64?
    /// What was wrong with the stream behind the last report; what came before it counts.
    var fault: InputError?

    /// A stream may end a little before its track does; nanoseconds.
    private static let longestSilence: Int64 = 60_000_000_000

    /// The track's own reports.
    init(_ track: LoadedTrack) { reports = track.reports }

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
            throw fault
                ?? InputError(
                    .empty, source: name, problem: "there is no activity stream in it",
                    remedy: "give what gaitway classify --format ndjson writes")
        }
        guard (header.origin == nil) == (track.origin == nil) else {
            let (with, without) = header.origin == nil ? ("track", "stream") : ("stream", "track")
            throw InputError(
                .ambiguous, source: name,
                problem: "the \(with) has a wall clock and the \(without) has none, so that they cannot be joined",
                remedy: "give a track and a stream of one recording")
        }
        var shift: Int64 = 0
        if let origin = header.origin, let trackOrigin = track.origin {
            shift = origin.nanoseconds &- trackOrigin.nanoseconds
        }
        reports = []
        var end: Int64?
        for element in elements.dropFirst() {
            guard case .report(var report) = element else {
                // A second stream is another log's.
                if case .header = element { break }
                if case .footer(let footer) = element { end = footer.end &+ shift }
                continue
            }
            report.activity.elapsed &+= shift
            report.delivered &+= shift
            reports.append(report)
        }
        self.end = end
        try checkOverlap(track, name, end: end)
        if let end, let last = track.fixes.last?.elapsed, end < last &- Self.longestSilence {
            Diagnostics.line(
                "gaitway: \(name): the activity stream ends \((last - end) / 1_000_000_000) s before the track; from then on it is silent"
            )
        }
        if fault == nil, !decoder.isComplete {
            fault = InputError(
                .truncated, source: name, problem: "the activity stream ends without its closing line",
                remedy: "what came after its last report counts as silence; write it again")
        }
    }

    private func checkOverlap(_ track: LoadedTrack, _ name: String, end: Int64?) throws {
        guard let first = track.fixes.first?.elapsed, let last = track.fixes.last?.elapsed,
            let begin = reports.first?.activity.elapsed, let latest = reports.last?.delivered
        else { return }
        // A report holds until the next, the last one until the stream ends.
        let end = max(latest, end ?? latest)
        guard begin > last || end < first else { return }
        func time(_ elapsed: Int64) -> String {
            track.origin?.advanced(byNanoseconds: elapsed).iso8601 ?? "\(elapsed / 1_000_000_000) s"
        }
        throw InputError(
            .ambiguous, source: name,
            problem: "the activity stream (\(time(begin)) to \(time(end))) and the track (\(time(first)) to "
                + "\(time(last))) have no time in common",
            remedy: "give a track and a stream of one day")
    }
}
