// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition

/// Takes an activity stream for a ride while its bytes come: which reports there are on the ride's clock, and what is
/// wrong with it.
///
/// A pure state machine, whatever the chunks. It keeps no report.
struct StreamIntake: Sendable {
    /// The track's clock and name.
    private let origin: Timestamp?
    private let track: String
    let name: String
    private var decoder: StreamDecoder
    private var join: StreamJoin?
    /// Further streams, which do not serve.
    private var others = 0
    /// When the stream's first report begins, and when its last one was delivered.
    private(set) var first: Duration?
    private var latest: Duration?
    /// When the source began; elapsed 0 of the stream.
    private(set) var start = Duration.zero
    /// When the source ended; nil without a closing line.
    private(set) var end: Duration?
    /// The steps of the whole stream, by its closing line.
    private(set) var steps: Int?
    /// The model's name and version.
    private(set) var model = ""
    /// The log that was classified, as the header names it.
    private(set) var log = ""
    private var smoothing: String?
    /// When the first report was delivered, and how many there are.
    private var firstDelivered: Duration?
    private var count = 0
    /// What was guessed and what does not fit; complete after ``judge(_:)``.
    private(set) var notes: [RideNote] = []
    /// What was wrong behind the last report that counts; complete after ``judge(_:)``.
    private(set) var fault: InputError?

    /// Whether its reports know what came after them. A stream that does not say so shows it: all its reports came at
    /// one time, long after the first begins.
    var isHindsight: Bool {
        if let smoothing { return smoothing == Self.hindsight }
        guard let first, let latest, count > 1 else { return false }
        return latest == firstDelivered && latest - first > Self.longestSilence
    }

    /// The error for a stream that a gate is to act on, and whose reports know what comes later.
    static func hindsight(of name: String, log: String) -> InputError {
        .unsupported(
            "this stream was written after the ride ended, so the gate could not have used it",
            remedy: "\(classifyLive: log)", source: name)
    }

    /// Refuses a stream for a gate if its header says that its reports know what comes later; at its end, also if they
    /// show it.
    func refuseHindsight(isOver: Bool) throws(InputError) {
        if smoothing == Self.hindsight || isOver && isHindsight { throw Self.hindsight(of: name, log: log) }
    }

    /// The smoothing that waits for the end of the log.
    private static let hindsight = "viterbi"
    /// A stream may end a little before its track does.
    private static let longestSilence = Duration.seconds(60)

    /// An intake for a ride, whose fixes may still be to come.
    init(_ name: String, for ride: RecordedRide) {
        origin = ride.origin
        track = ride.source
        self.name = name
        decoder = StreamDecoder(source: name)
    }

    /// Takes the next bytes, and appends the reports that they complete, by the ride's clock.
    ///
    /// - Throws: `InputError` for a stream that has no header or cannot be joined.
    mutating func append(_ bytes: some Sequence<UInt8>, to reports: inout [ActivityReport]) throws(InputError) {
        guard fault == nil else { return }
        var elements: [StreamElement] = []
        do throws(InputError) {
            try decoder.append(bytes, to: &elements)
        } catch {
            fault = error
        }
        try take(elements, to: &reports)
    }

    /// The input is over: takes what is left of it.
    ///
    /// - Throws: as ``append(_:to:)``, and for a stream that is out of order, as what stands before the fault cannot be
    ///   relied on either.
    mutating func end(to reports: inout [ActivityReport]) throws(InputError) {
        if fault == nil {
            var elements: [StreamElement] = []
            do throws(InputError) {
                try decoder.finish(to: &elements)
            } catch {
                fault = error
            }
            try take(elements, to: &reports)
        }
        guard join != nil else { throw Self.noStream(name, fault) }
        if decoder.isOutOfOrder, let fault { throw fault }
    }

    /// Judges how the whole stream goes with the whole ride.
    ///
    /// - Throws: `InputError` for a stream of another time than the track.
    mutating func judge(_ ride: RecordedRide) throws(InputError) {
        if others > 0 { notes.append(RideNote(name, .furtherStreams(others))) }
        let span = span
        if let span { try checkOverlap(span, ride) }
        if let overlap = span.flatMap({ StreamOverlap(stream: $0, ride: ride) }) {
            notes.append(RideNote(name, .littleOverlap(overlap)))
        }
        if fault == nil { fault = earlyEnd(decoder.isComplete || others > 0 ? end : nil, ride) }
    }

    private mutating func take(_ elements: [StreamElement], to reports: inout [ActivityReport]) throws(InputError) {
        for element in elements {
            switch element {
            case .header(let header):
                guard join == nil else {
                    others += 1
                    continue
                }
                let join = try StreamJoin(header, of: name, toTrack: track, origin: origin)
                notes += join.notes
                model = header.model
                log = header.source
                smoothing = header.smoothing
                start = join.shift
                self.join = join
            case .report(var report):
                guard others == 0, let join else { continue }
                report.activity.elapsed += join.shift
                report.delivered += join.shift
                first = first ?? report.activity.elapsed
                firstDelivered = firstDelivered ?? report.delivered
                latest = report.delivered
                count += 1
                reports.append(report)
            case .footer(let footer):
                guard others == 0, let join else { continue }
                end = footer.end + join.shift
                steps = footer.steps
            }
        }
    }

    /// From the first report to the end of the last: it holds until the stream ends. Nil without a report.
    private var span: ClosedRange<Duration>? {
        guard let first else { return nil }
        let latest = latest ?? first
        return first...max(first, max(latest, end ?? latest))
    }

    /// The error for bytes that do not begin with a stream's header.
    private static func noStream(_ name: String, _ fault: InputError?) -> InputError {
        // A fault with a line shows that the bytes are something else.
        guard let fault, fault.line != nil else {
            return fault
                ?? InputError.empty(
                    "the file holds no activity stream", remedy: "give \(file: .activityStream)", source: name)
        }
        return InputError(
            fault.code, source: name, line: fault.line, problem: "this is not an activity stream: \(fault.problem)",
            remedy: "give \(file: .activityStream)")
    }

    /// The fault of a stream that was cut, or closed long before the track ends.
    private func earlyEnd(_ end: Duration?, _ ride: RecordedRide) -> InputError? {
        guard let end else {
            return .truncated(
                "the activity stream ends without its closing line",
                remedy: "the time after its last report counts as silence; write the stream again", source: name)
        }
        guard let last = ride.fixes.last?.elapsed, end < last - Self.longestSilence else { return nil }
        return .truncated(
            "the activity stream ends \((last - end).components.seconds) s before the track",
            remedy: "the time after its end counts as silence; give the stream of the whole track", source: name)
    }

    private func checkOverlap(_ span: ClosedRange<Duration>, _ ride: RecordedRide) throws(InputError) {
        guard let first = ride.fixes.first?.elapsed, let last = ride.fixes.last?.elapsed,
            span.lowerBound > last || span.upperBound < first
        else { return }
        func time(_ elapsed: Duration) -> String {
            ride.origin.map { ($0 + elapsed).iso8601 } ?? "\(elapsed.components.seconds) s"
        }
        throw .ambiguous(
            "the stream (\(time(span.lowerBound)) to \(time(span.upperBound))) and the track "
                + "(\(time(first)) to \(time(last))) have no time in common", remedy: "give both of one day",
            source: name)
    }
}
