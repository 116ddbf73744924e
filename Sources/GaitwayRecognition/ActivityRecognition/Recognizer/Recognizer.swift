// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// The whole pipeline from sensor samples to the reports of an activity stream.
///
/// A pure state machine: samples go in, in time order, and reports come out. A batch, a live stream and any chunking
/// give the same reports.
public struct Recognizer: Sendable {
    /// Settings of the stream.
    public struct Options: Sendable, Hashable {
        /// How the windows are joined over time.
        public var smoothing: Smoothing
        /// Whether each window gives a report; otherwise each change does, and a repeat each minute.
        public var reportsEveryWindow: Bool
        /// The wall-clock time of elapsed 0; nil when the log has none.
        public var origin: Timestamp?
        /// Whether samples of `Sensor.speed` count, for a model that was trained with speeds; otherwise they are
        /// ignored. Times of delivery stay the same. Below the model's rate, a speed alone gives an answer of low or
        /// medium confidence, and the report's reason is `rate-too-low`.
        public var usesSpeed: Bool
        /// How often each activity occurs; nil: the windows alone decide.
        public var prior: ActivityPrior?
        /// Whether the first half of a window gives an answer after the beginning and after each gap, 2.56 s before the
        /// first full window: a report that ``/GaitwayBase/ActivityReport/isProvisional`` marks. Counts with causal
        /// smoothing and a trained model alone. In 90 of 100 cases the full window agrees.
        public var givesProvisionalAnswers: Bool
        /// Whether each window is listed beside the stream, for callers that show both.
        package var listsWindows = false

        /// Options.
        public init(
            smoothing: Smoothing = .causal, reportsEveryWindow: Bool = false, origin: Timestamp? = nil,
            usesSpeed: Bool = false, prior: ActivityPrior? = nil, givesProvisionalAnswers: Bool = false
        ) {
            self.smoothing = smoothing
            self.reportsEveryWindow = reportsEveryWindow
            self.origin = origin
            self.usesSpeed = usesSpeed
            self.prior = prior
            self.givesProvisionalAnswers = givesProvisionalAnswers
        }
    }

    /// The number of windows so far, with an estimate or a reason for unknown.
    public private(set) var windows = 0
    /// The number of windows without an estimate, by reason.
    public private(set) var unknownWindows: [UnknownReason: Int] = [:]
    /// The number of samples that were dropped: their value is not finite, their time is a hundred years away or more,
    /// or their sensor has had a sample of that time or a later one. Fixes may have a clock of their own: speeds are
    /// taken in any order.
    public private(set) var droppedSamples = 0
    /// The time of each sensor's newest sample.
    private var newest = InlineArray<8, Int64>(repeating: -SensorSample.latest)
    /// Whole steps since the recording began, while the person walked or ran.
    package var steps: Int { tally.steps }
    /// The number of windows whose estimate uses a speed.
    package private(set) var windowsWithSpeed = 0
    /// The number of those whose estimate is by the speed alone.
    package private(set) var windowsBySpeedAlone = 0

    /// The half that comes before the model. It may be lent to another thread: until it is back, only what it cut is
    /// appended.
    package var cutter: WindowCutter
    private var answering: any WindowEstimator
    private let prior: ActivityPrior?
    private var smoother: Smoother
    /// Where the newest estimate begins.
    private var newestStart: Int64 = 0
    private var counter = StepCounter()
    private var tally = StepTally()
    private var floorTally = FloorTally()
    private var stepTimes: [Int64] = []
    private var composer: ReportComposer
    /// Lists each window; nil unless `listsWindows` is set.
    private var windowComposer: ReportComposer?
    /// The likelihood of speeds; nil if they are ignored.
    private let speed: SpeedLikelihood?
    private var events: [WindowCutter.Event] = []
    private var ready: [SmoothedEstimate] = []
    private var reports: [ActivityReport] = []
    private var windowReports: [ActivityReport] = []

    /// A recogniser with a trained model, at the beginning of a recording.
    ///
    /// - Throws: `InputError` `unsupported` if it is to use speeds and the model does not know them
    ///   (``ActivityModel/knowsSpeed``).
    public init(model: ActivityModel, options: Options = Options()) throws(InputError) {
        if options.usesSpeed { try model.requireSpeed() }
        self.init(
            WindowClassifier(model: model), smoothing: model.smoothing, minimumRate: model.minimumRate(hasGravity:),
            recordedFrom: model.serves(.fast) ? SensorCase.fast.minimumRate : nil, options: options,
            speed: options.usesSpeed ? model.speed : nil)
    }

    /// A recogniser with a model of your own, at the beginning of a recording.
    ///
    /// - Throws: `InputError` `unsupported` if it is to use speeds, which such a model does not get; `malformed` for
    ///   confidence levels or a probability to stay out of their ranges.
    public init(windowModel model: some WindowModel, options: Options = Options()) throws(InputError) {
        guard !options.usesSpeed else {
            throw .unsupported("a model of your own gets no speeds", remedy: "do not use speeds")
        }
        guard model.stay > 1 / Double(ActivityClass.allCases.count), model.stay < 1 else {
            throw .malformed(
                "the model's probability to stay is \(model.stay)", remedy: "give a number above 1/6 and below 1")
        }
        self.init(
            try OwnModelClassifier(model: model), smoothing: SmoothingParameters(stay: model.stay),
            minimumRate: model.minimumRate(hasGravity:), options: options)
    }

    private init(
        _ answering: some WindowEstimator, smoothing: SmoothingParameters, minimumRate: (Bool) -> Double?,
        recordedFrom: Double? = nil, options: Options, speed: SpeedLikelihood? = nil
    ) {
        self.answering = answering
        self.speed = speed
        prior = options.prior
        smoother = Smoother(options.smoothing, parameters: smoothing)
        composer = ReportComposer(reportsEveryWindow: options.reportsEveryWindow, origin: options.origin)
        windowComposer = options.listsWindows ? ReportComposer(reportsEveryWindow: true, origin: options.origin) : nil
        cutter = WindowCutter(
            minimumRate: minimumRate(true), linearMinimumRate: minimumRate(false), recordedFrom: recordedFrom,
            givesBeginnings: options.givesProvisionalAnswers && options.smoothing == .causal)
    }

    /// Takes samples, those of each sensor in time order. It drops and counts those that are not, those without a
    /// finite value, and those whose time is a hundred years away or more; see ``droppedSamples``.
    public mutating func append(_ samples: [SensorSample]) {
        var usable: [SensorSample]?
        for (index, sample) in samples.enumerated() {
            if isInOrder(sample) {
                usable?.append(sample)
            } else {
                if usable == nil { usable = Array(samples[..<index]) }
                droppedSamples += 1
            }
        }
        let samples = usable ?? samples
        var index = 0
        while index < samples.count {
            index = cutter.append(samples, from: index, to: &events)
            answerEvents()
        }
    }

    /// Notes the time of a sample; false for one that is dropped.
    @inline(__always)
    private mutating func isInOrder(_ sample: SensorSample) -> Bool {
        guard sample.isUsable else { return false }
        if sample.sensor == .speed { return true }
        let sensor = Int(sample.sensor.rawValue & 7)
        guard sample.nanoseconds > newest[sensor] else { return false }
        newest[sensor] = sample.nanoseconds
        return true
    }

    /// Takes what the lent cutter made of samples, in place of the samples.
    package mutating func append(cut events: [WindowCutter.Event]) {
        for event in events { prediction(event) }
    }

    /// Ends the recording.
    public mutating func finish() {
        cutter.finish(to: &events)
        answerEvents()
        counter.finish(to: &stepTimes)
        tally.append(stepTimes)
        smoother.finish(to: &ready)
        report()
        tally.finish()
    }

    /// Moves the reports since the last call to the end of `destination`.
    public mutating func takeReports(into destination: inout [ActivityReport]) {
        guard !reports.isEmpty else { return }
        destination.append(contentsOf: reports)
        reports.removeAll(keepingCapacity: true)
    }

    /// Moves the windows since the last call to the end of `destination`, if they are listed: each as a report.
    package mutating func takeWindows(into destination: inout [ActivityReport]) {
        destination.append(contentsOf: windowReports)
        windowReports.removeAll(keepingCapacity: true)
    }

    private mutating func answerEvents() {
        guard !events.isEmpty else { return }
        for event in events { prediction(event) }
        events.removeAll(keepingCapacity: true)
    }

    private mutating func prediction(_ event: WindowCutter.Event) {
        switch event.kind {
        case .silence(var estimate, let measured):
            if let speed, let measured { estimate.fuse(measured, by: speed) }
            // The speed is that of the time of a window, and not of all the time without one.
            if estimate.speed != nil {
                let end = estimate.span.upperBound
                estimate.span = max(estimate.span.lowerBound, end - WindowGrid.duration)..<end
            }
            process(estimate)
        case .beginning(let beginning):
            guard var estimate = answering.estimate(beginning), case .probabilities(let own) = estimate.outcome else {
                return
            }
            if let prior { estimate.outcome = .probabilities(prior.applied(to: own)) }
            if let report = composer.provisionalReport(estimate) { reports.append(counted(report)) }
        case .window(let window):
            counter.append(window, to: &stepTimes)
            tally.append(stepTimes)
            stepTimes.removeAll(keepingCapacity: true)
            var estimate = answering.estimate(window)
            estimate.pressure = window.pressure
            if let speed, let measured = window.speed { estimate.fuse(measured, by: speed) }
            process(estimate)
        }
    }

    private mutating func process(_ estimate: WindowEstimate) {
        var estimate = estimate
        // A window may begin before a time without one that has a speed, and sensors may have clocks of their own: each
        // estimate begins after the one before it.
        let start = max(estimate.span.lowerBound, newestStart + (windows == 0 ? 0 : WindowGrid.step))
        estimate.span = start..<max(start + WindowGrid.step, estimate.span.upperBound)
        newestStart = start
        if let prior, case .probabilities(let probabilities) = estimate.outcome {
            estimate.outcome = .probabilities(prior.applied(to: probabilities))
            estimate.evidence = estimate.evidence.map(prior.applied)
        }
        windows += 1
        if estimate.speed != nil { windowsWithSpeed += 1 }
        if estimate.motionFault != nil { windowsBySpeedAlone += 1 }
        if case .unknown(let reason) = estimate.outcome { unknownWindows[reason, default: 0] += 1 }
        smoother.append(estimate, to: &ready)
        report()
    }

    private mutating func report() {
        for estimate in ready {
            let report = composer.report(estimate)
            let (window, isOnFoot) = (estimate.estimate, composer.isOnFoot)
            var probabilities = estimate.smoothed
            if case .probabilities(let own) = window.outcome, probabilities == nil { probabilities = own }
            tally.take(window.span, isOnFoot: isOnFoot, cycling: probabilities?.cycling)
            floorTally.take(window.pressure, endingAt: window.span.upperBound, isOnFoot: isOnFoot)
            if let report { reports.append(counted(report)) }
            if let window = windowComposer?.report(estimate) { windowReports.append(counted(window)) }
        }
        ready.removeAll(keepingCapacity: true)
    }
}

extension Recognizer {
    /// A report with the steps and floors up to its window.
    private func counted(_ report: ActivityReport) -> ActivityReport {
        var report = report
        report.steps = tally.steps
        report.cadence = tally.cadence
        report.floors = floorTally.floors
        return report
    }
}

extension Recognizer: StatePassing {
    /// Passes all that is remembered of the recording; the reports have been taken.
    package mutating func pass(through archive: inout StateArchive) {
        archive.pass(count: &windows)
        archive.pass(count: &droppedSamples)
        var times = newest.indices.map { newest[$0] }
        archive.pass(times: &times)
        archive.require(times.count == newest.count && times.allSatisfy { $0.magnitude <= SensorSample.latest })
        for (index, time) in times.prefix(newest.count).enumerated() { newest[index] = time }
        archive.pass(count: &windowsWithSpeed)
        archive.pass(count: &windowsBySpeedAlone)
        for reason in UnknownReason.allCases {
            var count = unknownWindows[reason] ?? 0
            archive.pass(count: &count)
            if count != 0 { unknownWindows[reason] = count }
        }
        archive.require(reports.isEmpty && windowComposer == nil)
        cutter.passWindows(through: &archive)
        answering.pass(through: &archive)
        archive.pass(time: &newestStart)
        archive.pass(&smoother)
        archive.pass(&counter)
        archive.pass(&tally)
        archive.pass(&floorTally)
        archive.pass(&composer)
        cutter.passWatch(through: &archive, hasSpoken: windows > 0)
    }
}
