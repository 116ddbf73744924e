// SPDX-License-Identifier: Apache-2.0
internal import CGaitway
internal import GaitwayRecognition

/// A log that is read, and the samples that are lent.
final class LogObject: HandleObject {
    static let kind = HandleKind.log

    /// The samples of one sensor, or of a batch.
    final class Samples {
        let times = LentArray<Int64>()
        let values = LentArray<Float>()
        let sensors = LentArray<UInt8>()

        func append(_ sample: SensorSample) {
            times.append(sample.nanoseconds)
            values.append(sample.value.x)
            values.append(sample.value.y)
            values.append(sample.value.z)
        }
    }

    let reader: RecordingReader
    private var batch = SampleBatch()
    private let lent = Samples()
    private let series = Sensor.allCases.map { _ in Samples() }
    private let fixes = LentArray<gaitway_fix>()
    private var hasEnded = false
    private var isRead = false
    /// Whether anything was read.
    private(set) var isTouched = false

    init(_ reader: RecordingReader) { self.reader = reader }

    /// Takes the next samples into `batch`; false at the end. The fault that ends a log comes with what lies before it.
    private func advance() -> (isThere: Bool, fault: InputError?) {
        guard !hasEnded else { return (false, nil) }
        isTouched = true
        var fault: InputError?
        var isThere = true
        do throws(InputError) { isThere = try reader.next(into: &batch) } catch { fault = error }
        if fault != nil || !isThere { hasEnded = true }
        for fix in batch.fixes { fixes.append(gaitway_fix(fix)) }
        return (isThere, fault)
    }

    /// Lends the next samples.
    func next(_ destination: inout gaitway_batch) throws(CallError) {
        lent.times.removeAll()
        lent.values.removeAll()
        lent.sensors.removeAll()
        var fault: InputError?
        var isThere = true
        while isThere, fault == nil, lent.times.count == 0 {
            (isThere, fault) = advance()
            for sample in isThere ? batch.samples : [] {
                lent.append(sample)
                lent.sensors.append(sample.sensor.rawValue)
            }
        }
        destination = gaitway_batch(
            count: lent.times.count, times: lent.times.start, values: lent.values.start, sensors: lent.sensors.start)
        if let fault { throw CallError(fault) }
    }

    /// Puts all samples through a recogniser, which has them from the first on; its fixes are lent afterwards.
    ///
    /// - Returns: the recogniser behind the last sample, and why the log broke off if it did.
    func recognize(
        _ recognizer: Recognizer, hasThreads: Bool
    ) throws(CallError) -> (recognizer: Recognizer, fault: InputError?) {
        guard !isTouched else { throw CallError("the log was read from already; open it again") }
        (isTouched, isRead, hasEnded) = (true, true, true)
        let log = LogRecognizer(reader, recognizer, hasThreads: hasThreads)
        var goesOn = true
        while goesOn {
            goesOn = log.advance()
            for fix in log.step.batch.fixes { fixes.append(gaitway_fix(fix)) }
        }
        return (log.recognizer, log.step.fault)
    }

    /// Reads all that is left.
    func read() throws(CallError) {
        guard !isRead else { return }
        isRead = true
        while true {
            let (isThere, fault) = advance()
            for sample in isThere ? batch.samples : [] { series[Int(sample.sensor.rawValue)].append(sample) }
            if let fault { throw CallError(fault) }
            guard isThere else { return }
        }
    }

    /// The samples of a sensor that were read.
    func series(of sensor: Sensor) throws(CallError) -> gaitway_series {
        guard isRead else { throw CallError("the log is not read; call gaitway_log_read first") }
        let samples = series[Int(sensor.rawValue)]
        let values = UnsafeRawPointer(samples.values.start)
        let step = MemoryLayout<Float>.stride
        let isScalar = sensor.isScalar
        return gaitway_series(
            struct_size: MemoryLayout<gaitway_series>.size, sensor: Int32(sensor.rawValue),
            time_type: Int32(GAITWAY_INT64), value_type: Int32(GAITWAY_FLOAT32), reserved: 0,
            count: samples.times.count, times: samples.times.start, time_stride: MemoryLayout<Int64>.stride,
            axes: (values, isScalar ? nil : values + step, isScalar ? nil : values + 2 * step), value_stride: 3 * step)
    }

    /// The fixes that were read.
    var lentFixes: (start: UnsafePointer<gaitway_fix>, count: Int) { (fixes.start, fixes.count) }

    /// What is known before the samples.
    var header: String {
        let header = reader.header
        return JSONWriter.object { json in
            json.add("source", header.source)
            json.add("logger", header.logger.rawValue)
            json.add("device", header.device)
            json.add("origin", header.origin, decimals: 9)
            json.add("origin_ns", header.origin.map { Int($0.nanoseconds) })
            json.add("sensors", header.sensors.map(\.name))
            json.add("has_location", header.hasLocation)
            json.objects("labels", reader.annotations) { label, json in
                json.add("elapsed_ns", label.elapsed.map { Int($0.wholeNanoseconds) })
                json.add("text", label.text)
            }
            json.add("guesses", header.guesses)
        }
    }

    var repairs: String {
        JSONWriter.object { json in
            for (kind, count) in reader.repairs.entries { json.add(kind.rawValue, count) }
        }
    }
}

extension gaitway_fix {
    init(_ fix: Location) {
        self.init(
            elapsed_ns: fix.elapsed.wholeNanoseconds, latitude: fix.latitude, longitude: fix.longitude,
            altitude: fix.altitude ?? .nan, speed: fix.speed ?? .nan, course: fix.course ?? .nan,
            accuracy: fix.horizontalAccuracy ?? .nan)
    }
}

extension LogOptions {
    /// The options that a program gives; NULL for none.
    init(_ pointer: UnsafePointer<gaitway_log_options>?) throws(CallError) {
        self.init()
        guard let pointer else { return }
        let options = try gaitway_log_options(given: pointer, "options")
        logger = try optionalWord(options.logger, "options.logger")
        unit = try optionalWord(options.unit, "options.unit")
        acceleration = try optionalWord(options.acceleration, "options.acceleration")
        if options.rate != 0 {
            guard options.rate > 0, options.rate <= 10_000 else {
                throw CallError("options.rate is \(options.rate); give samples a second, above 0 and not above 10000")
            }
            rate = options.rate
        }
        readsLocation = try flag(options.reads_location, "options.reads_location")
        readsSpeed = try flag(options.reads_speed, "options.reads_speed")
    }
}

/// One of the words of an option; nil for NULL.
func optionalWord<Word: RawRepresentable & CaseIterable>(
    _ pointer: UnsafePointer<CChar>?, _ name: String
) throws(CallError) -> Word? where Word.RawValue == String {
    guard let text = try optionalText(pointer, name) else { return nil }
    guard let word = Word(rawValue: text) else {
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw CallError("\(name) is \(quoted: text); give one of \(words)")
    }
    return word
}
