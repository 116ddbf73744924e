import ActivityStream
public import MotionTypes

/// An activity stream that was joined to a ride; times count from the ride's elapsed 0.
package struct JoinedStream: Sendable {
    /// The model's name and version.
    package var model: String
    /// Its reports, by delivery.
    package var reports: [ActivityReport] = []
    /// When its source began.
    package var start: Duration
    /// When its source ended; nil when its closing line is missing.
    package var end: Duration?
    /// What was wrong with it behind its last report; what came before it counts.
    var fault: InputError?

    /// Moves its times.
    mutating func shift(by shift: Duration) {
        start += shift
        end = end.map { $0 + shift }
        for index in reports.indices {
            reports[index].activity.elapsed += shift
            reports[index].delivered += shift
        }
    }
}

extension RecordedRide {
    /// A stream may end a little before its track does.
    private static let longestSilence = Duration.seconds(60)

    /// Takes the reports of an activity stream for those of the ride: joined by wall clock, or by elapsed time if neither has one.
    ///
    /// A stream that was cut or ends early is joined, and ``fault`` tells of it.
    ///
    /// - Parameters:
    ///   - bytes: an activity stream, NDJSON or CSV.
    ///   - name: its name, for errors and notes.
    /// - Throws: `InputError` for a stream without a header, one that cannot be joined, and one of another time.
    public mutating func join(stream bytes: some Sequence<UInt8>, source name: String = "activity stream")
        throws(InputError)
    {
        var fault: InputError?
        var decoder = StreamDecoder(source: name)
        var elements: [StreamElement] = []
        do throws(InputError) {
            try decoder.append(bytes, to: &elements)
            try decoder.finish(to: &elements)
        } catch {
            fault = error
        }
        guard case .header(let header)? = elements.first else { throw Self.noStream(name, fault) }
        let join = try StreamJoin(header, of: name, to: self)
        notes += join.notes
        var stream = JoinedStream(model: header.model, start: .zero)
        var others = 0
        for element in elements.dropFirst() {
            switch element {
            case .header: others += 1
            case .report(let report) where others == 0: stream.reports.append(report)
            case .footer(let footer) where others == 0: stream.end = footer.end
            case .report, .footer: break
            }
        }
        stream.shift(by: join.shift)
        if others > 0 { notes.append(RideNote(name, .furtherStreams(others))) }
        try checkOverlap(stream, name)
        stream.fault = fault ?? earlyEnd(name, end: decoder.isComplete || others > 0 ? stream.end : nil)
        self.stream = stream
    }

    /// What to say of bytes that do not begin with a stream's header.
    private static func noStream(_ name: String, _ fault: InputError?) -> InputError {
        // What has a line is something else than a stream.
        guard let fault, fault.line != nil else {
            return fault
                ?? InputError(
                    .empty, source: name, problem: "the file holds no activity stream",
                    remedy: "give what gaitway classify --format ndjson writes")
        }
        return InputError(
            fault.code, source: name, line: fault.line, problem: "this is not an activity stream: \(fault.problem)",
            remedy: "give what gaitway classify --format ndjson writes")
    }

    /// What to say of a stream that was cut, or closed long before the track ends.
    private func earlyEnd(_ name: String, end: Duration?) -> InputError? {
        guard let end else {
            return InputError(
                .truncated, source: name, problem: "the activity stream ends without its closing line",
                remedy: "the time after its last report counts as silence; write the stream again")
        }
        guard let last = fixes.last?.elapsed, end < last - Self.longestSilence else { return nil }
        return InputError(
            .truncated, source: name,
            problem: "the activity stream ends \((last - end).components.seconds) s before the track",
            remedy: "the time after its end counts as silence; give the stream of the whole track")
    }

    private func checkOverlap(_ stream: JoinedStream, _ name: String) throws(InputError) {
        guard let first = fixes.first?.elapsed, let last = fixes.last?.elapsed,
            let begin = stream.reports.first?.activity.elapsed, let latest = stream.reports.last?.delivered
        else { return }
        // A report holds until the next, the last one until the stream ends.
        let end = max(latest, stream.end ?? latest)
        guard begin > last || end < first else { return }
        func time(_ elapsed: Duration) -> String {
            origin.map { ($0 + elapsed).iso8601 } ?? "\(elapsed.components.seconds) s"
        }
        throw InputError(
            .ambiguous, source: name,
            problem: "the activity stream (\(time(begin)) to \(time(end))) and the track (\(time(first)) to "
                + "\(time(last))) have no time in common",
            remedy: "give a track and a stream of one day")
    }
}
