// SPDX-License-Identifier: Apache-2.0
internal import GaitwayAlerts
package import GaitwayRecognition
internal import GaitwayReplay

/// A log that holds the reports of the phone's own recognition, second by second beside the answers of a model.
///
/// A second counts if the log has acceleration in it and the phone has made a report by its middle, where it is judged.
package struct PhoneRide: Sendable {
    package enum Contestant: String, CaseIterable, Sendable {
        /// The phone's own recognition: the report that an app had at the time.
        case phone
        /// The model, with what it had delivered by then.
        case live
        /// The model after the whole log.
        case offline
    }

    package struct State: Sendable, Hashable {
        /// Unknown before the first report.
        package var prediction = Prediction.unknown
        package var confidence = Confidence.low
    }

    package struct Second: Sendable, Hashable {
        /// Its number since the first sample of acceleration, from 0.
        package let number: Int
        /// What the person did; nil if that is not known, or none of the five activities.
        package let truth: Activity?
        package let states: [Contestant: State]

        package subscript(contestant: Contestant) -> State { states[contestant] ?? State() }
    }

    /// How long the gate of the article would have delivered an alert in a vehicle.
    package struct Vehicle: Sendable, Hashable {
        /// The time in which it would have.
        package var delivered = Duration.zero
        package var total = Duration.zero
    }

    package let name: String
    /// The manifest's data set; for a log without a manifest the name of its logger.
    package let dataSet: String
    /// From the first report of the phone on.
    package let seconds: [Second]
    /// The vehicle time under the reports of the phone and of the live model, which alone were known at the time.
    package let vehicles: [Contestant: Vehicle]
    /// The steps by the phone's pedometer and by Gaitway over the whole log; nil without a pedometer.
    package let steps: StepPair?

    package struct StepPair: Sendable, Hashable {
        package let phone: Int
        package let gaitway: Int
    }

    /// Reads a log; nil if the phone made no report in it.
    ///
    /// - Throws: `InputError`, as a reader does.
    package init?(_ log: PhoneLog, model: ActivityModel) throws(InputError) {
        var options = log.options
        options.readsPhoneActivity = true
        var reader = try log.open(options)
        let phone = reader.phoneActivities.compactMap { ActivityReport($0, origin: nil) }
        guard let first = phone.first?.delivered else { return nil }
        let phoneSteps = reader.phoneSteps
        if !options.readsSpeed, model.needsSpeed(for: reader) {
            (options.readsSpeed, options.readsPhoneActivity) = (true, false)
            reader = try log.open(options)
        }
        func recognizer(_ smoothing: Smoothing) throws(InputError) -> Recognizer {
            try Recognizer(
                model: model,
                options: .init(
                    smoothing: smoothing, usesSpeed: options.readsSpeed, givesProvisionalAnswers: true))
        }
        var (live, offline) = (try recognizer(.causal), try recognizer(.viterbi))
        var numbers: Set<Int64> = []
        var batch = SampleBatch()
        while try reader.next(into: &batch) {
            live.append(batch.samples)
            offline.append(batch.samples)
            for sample in batch.samples where [.acceleration, .linearAcceleration].contains(sample.sensor) {
                numbers.insert(sample.nanoseconds / Nanoseconds.perSecond)
            }
        }
        var (liveReports, offlineReports): ([ActivityReport], [ActivityReport]) = ([], [])
        live.finish()
        live.takeReports(into: &liveReports)
        offline.finish()
        offline.takeReports(into: &offlineReports)
        let rows = log.rows ?? AnnotatedRides(log: log.name, reader: reader).rows
        name = log.name
        dataSet = log.rows?.first?.dataSet ?? reader.header.logger.rawValue
        var tracks: [Contestant: StateTrack] = [
            .phone: StateTrack(phone, by: \.delivered), .live: StateTrack(liveReports, by: \.delivered),
            .offline: StateTrack(offlineReports, by: \.activity.elapsed),
        ]
        seconds = numbers.sorted().compactMap { number in
            let middle = Duration.seconds(number) + .milliseconds(500)
            guard middle >= first, middle < max(reader.end, first) else { return nil }
            var states: [Contestant: State] = [:]
            for contestant in Contestant.allCases { states[contestant] = tracks[contestant]?.state(at: middle) }
            return Second(number: Int(clamping: number), truth: rows.truth(at: middle.inSeconds), states: states)
        }
        let spans = Self.vehicleSpans(seconds)
        var vehicles: [Contestant: Vehicle] = [:]
        for (contestant, reports) in [(Contestant.phone, phone), (.live, liveReports)] where !spans.isEmpty {
            let ride = RideStreams.Ride(
                row: ManifestRow(recording: name, label: .activity(.automotive)), activity: .automotive, spans: spans,
                reports: reports)
            vehicles[contestant] = Vehicle(
                delivered: try OutlookTime(ride, policy: .article).passed,
                total: spans.reduce(.zero) { $0 + $1.upperBound - $1.lowerBound })
        }
        self.vehicles = vehicles
        steps = phoneSteps.map { StepPair(phone: $0, gaitway: live.steps) }
    }

    private static func vehicleSpans(_ seconds: [Second]) -> [Range<Duration>] {
        var spans: [Range<Duration>] = []
        for second in seconds where second.truth == .automotive {
            let start = Duration.seconds(second.number)
            if let last = spans.last, last.upperBound == start {
                spans[spans.count - 1] = last.lowerBound..<start + .seconds(1)
            } else {
                spans.append(start..<start + .seconds(1))
            }
        }
        return spans
    }
}

/// A log that may hold the phone's own reports.
package struct PhoneLog: Sendable {
    /// As the user named it.
    package let name: String
    /// Its rows of a manifest; nil for a log without one, whose annotations or name may tell the activity.
    let rows: [ManifestRow]?
    let options: LogOptions
    let open: @Sendable (LogOptions) throws(InputError) -> RecordingReader

    package init(_ log: FoundLog, options: LogOptions = LogOptions()) {
        name = log.name
        rows = nil
        self.options = options
        open = { (options) throws(InputError) in try RecordingReader(log, options: options) }
    }

    /// The logs of a manifest, each with its rows, in the manifest's order.
    package static func logs(of manifest: Manifest, root: String) -> [PhoneLog] {
        var names: [[UInt8]] = []
        var rows: [[UInt8]: [ManifestRow]] = [:]
        for row in manifest.rows {
            let name = row.recordingBytes
            if rows[name] == nil { names.append(name) }
            rows[name, default: []].append(row)
        }
        return names.compactMap { name in
            guard let own = rows[name], let first = own.first else { return nil }
            return PhoneLog(path: first.path(under: root), name: first.recording, rows: own, first.options)
        }
    }

    private init(path: String, name: String, rows: [ManifestRow], _ options: LogOptions) {
        self.name = name
        self.rows = rows
        self.options = options
        open = { (options) throws(InputError) in try RecordingReader(path: path, options: options) }
    }
}

/// A contestant's reports, asked for ever later times.
private struct StateTrack {
    private var rest: ArraySlice<(time: Duration, state: PhoneRide.State)>
    private var current = PhoneRide.State()

    init(_ reports: [ActivityReport], by time: (ActivityReport) -> Duration) {
        let all = reports.map { report in
            let (activity, when) = (report.activity, time(report))
            return (
                time: when,
                state: PhoneRide.State(prediction: Prediction(activity.flags), confidence: activity.confidence)
            )
        }
        rest =
            all.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)[...]
    }

    mutating func state(at time: Duration) -> PhoneRide.State {
        while let next = rest.first, next.time <= time {
            current = next.state
            rest.removeFirst()
        }
        return current
    }
}

extension [ManifestRow] {
    /// The activity that a row states for a time in seconds; nil without such a row.
    fileprivate func truth(at time: Double) -> Activity? {
        first { !$0.isUnlabelled && ($0.start ?? 0) <= time && time < $0.end ?? .infinity }?.label.activity
    }
}
