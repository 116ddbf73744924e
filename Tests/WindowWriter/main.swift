// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import Glibc

// Writes the windows of logs and what the built-in model makes of them, for checks of exported models by other
// programs:
//
//     WindowWriter FILE CASE LOG...
//     WindowWriter FILE samples|linear-samples LOG
//
// The second form writes the samples of a log as the recogniser takes them: for each, the number of its sensor (0
// acceleration, 1 rotation rate, 2 pressure, 3 others), nanoseconds in 64 bits, and x, y and z in single precision.
// With linear-samples, the acceleration is that without gravity.
//
// CASE is total, slow or linear; logs are read as of such acceleration. A record for each window of it, little-endian,
// without padding. Of single precision: 128 × 3 of acceleration, 128 × 3 of rotation rate and 2 of the pressure's
// spread, NaN for what is missing. Of double precision: 108 features, the counts of the kernels that the case has, six
// probabilities and the squared distance of the case, and four numbers, 1 or 0: whether the window begins a segment,
// whether it is of the case and sound, whether the recogniser's classifier gave probabilities, and whether it found the
// window too far from the training data. A log's first window begins a segment. Prints a line for each log: windows
// written, windows of the case.

/// A record's bytes.
struct Record {
    var bytes: [UInt8] = []

    mutating func append(_ number: Float) { withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes += $0 } }
    mutating func append(_ number: Double) { withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes += $0 } }

    mutating func append(_ samples: [SIMD3<Float>]?) {
        for index in 0..<WindowGrid.count {
            for axis in 0..<3 { append(samples.map { $0[index][axis] } ?? .nan) }
        }
    }
}

/// Says something on standard error.
func complain(_ message: String) {
    let bytes = Array((message + "\n").utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
}

func fail(_ message: String) -> Never {
    complain(message)
    exit(3)
}

/// The records of one log.
func write(
    _ log: String, of model: ActivityModel, _ sensorCase: SensorCase, _ part: CaseModel,
    to file: UnsafeMutablePointer<FILE>
) throws {
    let reader = try RecordingReader(
        path: log, options: LogOptions(acceleration: sensorCase.hasGravity ? nil : .linear))
    var assembler = WindowAssembler()
    var classifier = WindowClassifier(model: model)
    var extractor = FeatureExtractor()
    var scratch = CaseModel.Scratch()
    var kernels = KernelScratch()
    var signals = QuantizedSignals()
    var counts: [UInt8] = []
    var batch = SampleBatch()
    var events: [WindowAssembler.Event] = []
    var (windows, served) = (0, 0)
    func take() {
        assembler.takeEvents(into: &events)
        for case .window(let window) in events where window.hasGravity == sensorCase.hasGravity {
            var row: [Double] = []
            extractor.append(window, to: &row)
            extractor.quantize(into: &signals)
            let outcome = classifier.estimate(window).outcome
            let isServed =
                window.fault == nil && SensorCase.of(hasGravity: window.hasGravity, rate: window.rate) == sensorCase
            var record = Record()
            record.append(window.acceleration)
            record.append(window.rotationRate)
            record.append(window.pressureSpread.over30Seconds.map { Float($0) } ?? .nan)
            record.append(window.pressureSpread.over60Seconds.map { Float($0) } ?? .nan)
            for value in row { record.append(value) }
            part.kernels.bank.count(signals, with: &kernels, into: &counts)
            for count in counts { record.append(Double(count)) }
            let prediction = part.predict(standardizing: &row, signals: signals, scratch: &scratch)
            for activity in ActivityClass.allCases { record.append(prediction.probabilities[activity]) }
            record.append(prediction.squaredDistance)
            record.append(window.startsSegment || windows == 0 ? 1.0 : 0)
            record.append(isServed ? 1.0 : 0)
            if case .probabilities(let probabilities) = outcome {
                if isServed, probabilities != prediction.probabilities {
                    fail("\(log): the classifier answers otherwise")
                }
                record.append(1.0)
            } else {
                record.append(0.0)
            }
            record.append(outcome == .unknown(.farFromTraining) ? 1.0 : 0)
            fwrite(record.bytes, 1, record.bytes.count, file)
            windows += 1
            served += isServed ? 1 : 0
        }
        events.removeAll(keepingCapacity: true)
    }
    var hasMore = true
    while hasMore {
        hasMore = try reader.next(into: &batch)
        for sample in batch.samples where assembler.append(sample) { take() }
    }
    assembler.finish()
    take()
    print("\(windows) \(served) \(log)")
}

/// The samples of one log, whose acceleration is with or without gravity.
func writeSamples(_ log: String, of accelerometer: Sensor, to file: UnsafeMutablePointer<FILE>) throws {
    let reader = try RecordingReader(
        path: log, options: LogOptions(acceleration: accelerometer == .linearAcceleration ? .linear : nil))
    var batch = SampleBatch()
    var hasMore = true
    while hasMore {
        hasMore = try reader.next(into: &batch)
        for sample in batch.samples {
            var record = Record()
            let kind: Int32 =
                switch sample.sensor {
                case accelerometer: 0
                case .rotationRate: 1
                case .pressure: 2
                default: 3
                }
            withUnsafeBytes(of: kind.littleEndian) { record.bytes += $0 }
            withUnsafeBytes(of: sample.nanoseconds.littleEndian) { record.bytes += $0 }
            for axis in 0..<3 { record.append(sample.value[axis]) }
            fwrite(record.bytes, 1, record.bytes.count, file)
        }
    }
}

let arguments = Array(CommandLine.arguments.dropFirst())
let accelerometers: [String: Sensor] = ["samples": .acceleration, "linear-samples": .linearAcceleration]
if arguments.count == 3, let accelerometer = accelerometers[arguments[1]], let file = fopen(arguments[0], "wb") {
    do { try writeSamples(arguments[2], of: accelerometer, to: file) } catch let error as InputError {
        fail("\(error)")
    }
    exit(fclose(file) == 0 ? 0 : 3)
}
guard arguments.count >= 3, let sensorCase = SensorCase(rawValue: arguments[1]),
    let file = fopen(arguments[0], "wb")
else { fail("give a file that can be written, a case, and logs") }
let model = try DefaultModel.load()
guard let part = model[sensorCase] else { fail("the built-in model has no case '\(sensorCase.rawValue)'") }
for log in arguments.dropFirst(2) {
    do {
        try write(log, of: model, sensorCase, part, to: file)
    } catch let error as InputError {
        complain("\(error)")
        print("0 0 \(log)")
    }
}
guard fclose(file) == 0 else { fail("\(arguments[0]) cannot be written") }
