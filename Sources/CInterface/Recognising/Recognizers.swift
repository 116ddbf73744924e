// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CGaitway
internal import GaitwayRecognition

/// A recogniser, what it was given, and the reports that wait.
final class RecognizerObject: HandleObject {
    static let kind = HandleKind.recognizer

    let model: ActivityModel
    let options: Recognizer.Options
    var recognizer: Recognizer
    var intake = SampleIntake(of: .recognizer)
    var waiting = Queue<ActivityReport>()
    var encoder = StreamEncoder(.ndjson)

    init(_ model: ActivityModel, _ options: Recognizer.Options) throws(CallError) {
        recognizer = try reading(Recognizer(model: model, options: options))
        self.model = model
        self.options = options
    }

    /// Goes on from a saved state.
    init(_ model: ActivityModel, restoring bytes: [UInt8]) throws(CallError) {
        let restored = try reading(Recognizer.restored(from: bytes, model: model))
        guard let intake = SampleIntake(of: .recognizer, after: restored.marks) else {
            throw CallError(
                "the state was not saved by this library; start without one", status: GAITWAY_ERROR_MALFORMED)
        }
        (recognizer, options) = (restored.recognizer, restored.options)
        (self.model, self.intake) = (model, intake)
    }

    /// All that is remembered.
    func savedState() throws(CallError) -> [UInt8] {
        let marks = try intake.marks()
        guard waiting.count == 0 else {
            throw CallError("\(waiting.count) reports wait; take them before the recogniser is saved")
        }
        return try reading(recognizer.savedState(model: model, options: options, marks: marks))
    }

    /// Takes a whole log and ends the recording; what came before a fault is taken, too.
    func append(_ log: LogObject, hasThreads: Bool) throws(CallError) {
        // A recogniser that has samples refuses the log before it is read.
        var intake = intake
        try intake.passOver(until: 0)
        let (recognizer, fault) = try log.recognize(recognizer, hasThreads: hasThreads)
        try self.intake.passOver(until: log.reader.end.wholeNanoseconds)
        self.recognizer = recognizer
        self.recognizer.finish()
        self.recognizer.takeReports(into: &waiting.elements)
        if let fault { throw CallError(fault) }
    }

    func append(_ samples: [SensorSample]) {
        recognizer.append(samples)
        recognizer.takeReports(into: &waiting.elements)
    }
}

extension Recognizer.Options {
    /// The options that a program gives; NULL for none.
    init(_ pointer: UnsafePointer<gaitway_recognizer_options>?, for model: ActivityModel) throws(CallError) {
        self.init()
        guard let pointer else { return }
        let options = try gaitway_recognizer_options(given: pointer, "options")
        switch Int(options.smoothing) {
        case GAITWAY_SMOOTHING_CAUSAL: smoothing = .causal
        case GAITWAY_SMOOTHING_NONE: smoothing = .none
        case GAITWAY_SMOOTHING_LAG: smoothing = .lag
        case GAITWAY_SMOOTHING_VITERBI: smoothing = .viterbi
        default: throw CallError("options.smoothing is \(options.smoothing); give one of GAITWAY_SMOOTHING_...")
        }
        reportsEveryWindow = try flag(options.every_window, "options.every_window")
        usesSpeed = try flag(options.uses_speed, "options.uses_speed")
        givesProvisionalAnswers = try flag(options.gives_provisional_answers, "options.gives_provisional_answers")
        if usesSpeed { try reading(model.requireSpeed()) }
        if try flag(options.has_origin, "options.has_origin") { origin = Timestamp(nanoseconds: options.origin_ns) }
        if let text = try optionalText(options.prior, "options.prior") {
            prior = try reading(ActivityPrior(parsing: text))
        }
    }
}

/// A recogniser at the beginning of a recording.
@c @implementation
public func gaitway_recognizer_create(
    _ model: OpaquePointer?, _ options: UnsafePointer<gaitway_recognizer_options>?, _ recognizer: HandleResult
) -> gaitway_status {
    make(recognizer, "recognizer") { () throws(CallError) in
        try ModelObject.use(model) { (object) throws(CallError) in
            try RecognizerObject(object.model, Recognizer.Options(options, for: object.model))
        }
    }
}

/// The moment at which a recogniser's recording begins.
@c @implementation
public func gaitway_recognizer_origin(
    _ recognizer: OpaquePointer?, _ origin: UnsafeMutablePointer<Int64>?, _ hasOrigin: UnsafeMutablePointer<Int32>?
) -> gaitway_status {
    RecognizerObject.call(
        recognizer, number: origin, "origin_ns", isSet: hasOrigin, "has_origin"
    ) { $0.options.origin?.nanoseconds }
}

/// What a recogniser remembers.
@c @implementation
public func gaitway_recognizer_save(
    _ recognizer: OpaquePointer?, _ bytes: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ size: UnsafeMutablePointer<Int>?
) -> gaitway_status {
    RecognizerObject.call(recognizer, bytes: bytes, size: size) { (object) throws(CallError) in
        try object.savedState()
    }
}

/// A recogniser that goes on from what another remembered.
@c @implementation
public func gaitway_recognizer_restore(
    _ model: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: Int, _ recognizer: HandleResult
) -> gaitway_status {
    make(recognizer, "recognizer") { () throws(CallError) in
        let bytes = try CInterface.bytes(bytes, size: size)
        return try ModelObject.use(model) { (object) throws(CallError) in
            try RecognizerObject(object.model, restoring: bytes)
        }
    }
}

/// Frees a recogniser.
@c @implementation
public func gaitway_recognizer_free(_ recognizer: OpaquePointer?) -> gaitway_status {
    RecognizerObject.free(recognizer)
}

/// Takes arrays of samples.
@c @implementation
public func gaitway_recognizer_append(
    _ recognizer: OpaquePointer?, _ series: UnsafePointer<gaitway_series>?, _ count: Int
) -> gaitway_status {
    RecognizerObject.call(recognizer) { (object) throws(CallError) in
        try object.intake.take(series, count: count) { object.append($0) }
    }
}

/// Takes a batch of samples.
@c @implementation
public func gaitway_recognizer_append_batch(
    _ recognizer: OpaquePointer?, _ batch: UnsafePointer<gaitway_batch>?
) -> gaitway_status {
    RecognizerObject.call(recognizer) { (object) throws(CallError) in
        try object.intake.take(batch) { object.append($0) }
    }
}

/// Takes a whole log.
@c @implementation
public func gaitway_recognizer_append_log(
    _ recognizer: OpaquePointer?, _ log: OpaquePointer?, _ threads: Int32
) -> gaitway_status {
    call { () throws(CallError) in
        let hasThreads = try flag(threads, "threads")
        try RecognizerObject.use(recognizer) { (object) throws(CallError) in
            try LogObject.use(log) { (log) throws(CallError) in try object.append(log, hasThreads: hasThreads) }
        }
    }
}

/// Ends the recording.
@c @implementation
public func gaitway_recognizer_finish(_ recognizer: OpaquePointer?) -> gaitway_status {
    RecognizerObject.call(recognizer) { (object) throws(CallError) in
        try object.intake.finish()
        object.recognizer.finish()
        object.recognizer.takeReports(into: &object.waiting.elements)
    }
}

/// Moves reports to the program's array.
@c @implementation
public func gaitway_recognizer_take_reports(
    _ recognizer: OpaquePointer?, _ reports: UnsafeMutablePointer<gaitway_report>?, _ capacity: Int,
    _ taken: UnsafeMutablePointer<Int>?, _ left: UnsafeMutablePointer<Int>?
) -> gaitway_status {
    call { () throws(CallError) in
        try take(capacity: capacity, taken, left) { () throws(CallError) in
            try RecognizerObject.use(recognizer) { (object) throws(CallError) in
                guard capacity > 0 else { return (0, object.waiting.count) }
                let reports = try required(reports, "reports")
                let number = object.waiting.take(upTo: capacity) { reports[$1] = gaitway_report($0) }
                return (number, object.waiting.count)
            }
        }
    }
}

/// The counts of windows.
@c @implementation
public func gaitway_recognizer_counts(
    _ recognizer: OpaquePointer?, _ counts: UnsafeMutablePointer<gaitway_counts>?
) -> gaitway_status {
    call { () throws(CallError) in
        let counts = try required(counts, "counts")
        try RecognizerObject.use(recognizer) { (object) throws(CallError) in
            let unknown = UnknownReason.allCases.map { UInt64(object.recognizer.unknownWindows[$0] ?? 0) }
            var found = gaitway_counts.defaults
            found.windows = UInt64(object.recognizer.windows)
            found.windows_with_speed = UInt64(object.recognizer.windowsWithSpeed)
            found.steps = UInt64(object.recognizer.steps)
            found.unknown = (
                unknown.reduce(0, +), unknown[0], unknown[1], unknown[2], unknown[3], unknown[4], unknown[5], unknown[6]
            )
            try found.write(to: counts, "counts")
        }
    }
}

/// Why a whole recording is unknown.
@c @implementation
public func gaitway_recognizer_why_unknown(_ recognizer: OpaquePointer?, _ text: TextResult) -> gaitway_status {
    RecognizerObject.call(recognizer, text: text, "text") { (object) throws(CallError) in
        object.recognizer.whyUnknown(with: object.model)
    }
}
