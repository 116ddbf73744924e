// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayRecognition
package import GaitwayReplay
import GaitwayTimeline

/// Opens the logs of a ride, and says what was put right in them.
package enum TrackLoader {
    /// Reads the logs of one phone as one ride: some may hold the fixes and others the reports.
    ///
    /// - Parameters:
    ///   - classifiesMotion: whether a ride without reports gets those of its motion, classified live.
    ///   - reports: which reports the ride must have; nil for its own, if there are any.
    /// - Throws: `InputError`, also for logs that cannot be put in order, and if none has fixes.
    package static func load(
        _ paths: [String], activities: String? = nil, options: LogOptions, classifiesMotion: Bool = false,
        reports: ReportSource? = nil
    ) throws -> RecordedRide {
        try load(
            paths.map { try TrackInput(path: $0) }, activities: activities, options: options,
            classifiesMotion: classifiesMotion, reports: reports)
    }

    /// The same, of logs that are open.
    ///
    /// - Parameter mayLackFixes: whether logs of reports alone will do.
    package static func load(
        _ inputs: [TrackInput], activities: String? = nil, options: LogOptions, mayLackFixes: Bool = false,
        classifiesMotion: Bool = false, reports: ReportSource? = nil
    ) throws -> RecordedRide {
        let inputs = try inputs.isEmpty ? [TrackInput(path: "-")] : inputs
        let parts = try inputs.map { try part($0, options: options) }
        // Location histories give way to recordings, so that these come first.
        let order = parts.indices.sorted { (parts[$0].rank, $0) < (parts[$1].rank, $1) }
        var whole = parts[order[0]]
        for index in order.dropFirst() {
            let known = whole.notes.count + parts[index].notes.count
            try whole.merge(parts[index])
            Diagnostics.notes(whole.notes.dropFirst(known))
        }
        var ride = mayLackFixes ? whole : try whole.withFixes()
        if let activities { try join(activities, to: &ride) }
        if reports == .phone, ride.ownReports.isEmpty { throw ReportSource.phone.fault(ride.source) }
        // What came through a pipe cannot be read again.
        if classifiesMotion, !ride.canReport || reports == .motion {
            if let index = order.first(where: { parts[$0].hasMotion && inputs[$0].piped == nil }) {
                let hadReports = ride.canReport
                try classify(inputs[index], of: parts[index], into: &ride, options: options, hadReports: hadReports)
            } else if reports == .motion {
                throw ReportSource.motion.fault(ride.source)
            }
        }
        return ride
    }

    /// Joins the reports that a phone would have had during a recording, by the built-in model.
    private static func classify(
        _ input: TrackInput, of part: RecordedRide, into ride: inout RecordedRide, options: LogOptions, hadReports: Bool
    ) throws {
        let model = try DefaultModel.load()
        var options = options
        func open() throws(InputError) -> RecordingReader {
            guard let bytes = input.bytes else { return try RecordingReader(path: input.path, options: options) }
            return try RecordingReader(bytes: bytes, name: input.name, options: options)
        }
        var reader = try open()
        if model.needsSpeed(for: reader) {
            options.readsSpeed = true
            reader = try open()
        }
        let recognition = try LogRecognizer(
            reader, model: model,
            options: .init(smoothing: .causal, usesSpeed: options.readsSpeed, givesProvisionalAnswers: true))
        let frame = StreamFrame(
            source: part.source, model: model.name, origin: reader.header.origin,
            smoothing: Smoothing.causal.rawValue, usesSpeed: options.readsSpeed, givesProvisionalAnswers: true)
        var encoder = StreamEncoder(.ndjson)
        var stream: [UInt8] = []
        var reports: [ActivityReport] = []
        encoder.append(frame.header, to: &stream)
        while try recognition.next(into: &reports) {}
        for report in reports { encoder.append(report, to: &stream) }
        let recognizer = recognition.recognizer
        encoder.append(
            frame.footer(
                // The fixes may go on longer than the motion: that is silence, and not a stream that was cut.
                end: max(recognition.step.end, part.fixes.last?.elapsed ?? .zero), windows: recognizer.windows,
                steps: recognizer.steps,
                windowsWithSpeed: recognizer.windowsWithSpeed, repairs: []), to: &stream)
        Diagnostics.note(
            "\(hadReports ? "the phone's own reports are left out" : "no activity reports"): "
                + "its motion is classified as with gaitway classify --live, by \(model.name)", of: part.source)
        try join(stream, of: part.source, to: &ride)
    }

    private static func part(_ input: TrackInput, options: LogOptions) throws -> RecordedRide {
        let ride =
            if let bytes = input.bytes {
                try RecordedRide(decoding: bytes, source: input.name, options: options)
            } else if let piped = input.piped {
                try RecordedRide(piped: piped, source: input.name, options: options)
            } else {
                try RecordedRide(log: input.path, options: options)
            }
        Diagnostics.notes(ride.notes)
        return ride
    }

    private static func join(_ path: String, to ride: inout RecordedRide) throws {
        let bytes = try FileBytes.read(path, limit: TrackInput.limit, remedy: "give one day's stream")
        try join(bytes, of: StandardInput.name(of: path), to: &ride)
    }

    private static func join(_ bytes: [UInt8], of name: String, to ride: inout RecordedRide) throws {
        let known = ride.notes.count
        // What was noted is said whether or not the stream can be joined.
        defer { Diagnostics.notes(ride.notes.dropFirst(known)) }
        try ride.join(stream: bytes, source: name)
    }
}

/// Whose reports the gate gets if no activity stream is given.
package enum ReportSource: String, CaseIterable, Sendable {
    /// The phone's own, which the track holds.
    case phone
    /// Those of the built-in model, which classifies the motion live.
    case motion

    /// The error for a track that lacks them.
    func fault(_ source: String) -> InputError {
        switch self {
        case .phone:
            InputError(
                .unsupported, source: source, problem: "the track has no activity reports of the phone",
                remedy: "leave --reports out: its motion is then classified")
        case .motion:
            InputError(
                .unsupported, source: source, problem: "the track has no motion that can be classified",
                remedy: "give the log of the accelerometer, or leave --reports out")
        }
    }
}

/// A log of a track, opened: its bytes, or the path of a folder, an archive, or a location history of any size, or such
/// a history on a pipe.
package struct TrackInput {
    /// As the user named it.
    package let path: String
    package let name: String
    /// Nil for what is left to its reader.
    package let bytes: [UInt8]?
    /// A location history on a pipe, which is read piece by piece and only once.
    let piped: TrackBytes?

    /// More than the files of a year of days have.
    package static let limit = 1 << 30

    /// Reads a file, a pipe or standard input (`-`); what is read piece by piece is left to its reader.
    init(path: String) throws {
        self.path = path
        name = StandardInput.name(of: path)
        guard !InputFile.isStream(path) else {
            (piped, bytes) = try Self.content(of: TrackBytes(path: path))
            return
        }
        piped = nil
        let kind = FileStatus(path: path)?.kind
        let isStreamed = try kind == .file && RecordedRide.isStreamed(path)
        bytes =
            kind == .folder || isStreamed
            ? nil : try FileBytes.read(path, limit: Self.limit, remedy: "give the days one by one")
    }

    /// What comes through a pipe, which is open.
    init(piped input: TrackBytes, path: String) throws {
        self.path = path
        name = StandardInput.name(of: path)
        (piped, bytes) = try Self.content(of: input)
    }

    /// A pipe itself, if what comes through it is read piece by piece, else all of that.
    private static func content(of input: TrackBytes) throws(InputError) -> (TrackBytes?, [UInt8]?) {
        try RecordedRide.isStreamed(input) ? (input, nil) : (nil, try input.whole())
    }
}
