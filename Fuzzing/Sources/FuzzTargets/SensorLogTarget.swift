// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition

/// Reads any bytes as a log and classifies it, as the command does. The first byte chooses the kind of log, the second
/// the user's options.
///
/// Samples must come in time order with finite times, and give a readable activity stream.
enum SensorLogTarget: FuzzTarget {
    static let name = "sensor-log"

    static func take(_ input: [UInt8]) {
        guard input.count > 2 else { return }
        let rest = Array(input.dropFirst(2))
        do {
            let reader =
                switch input[0] % 4 {
                case 0: try RecordingReader(bytes: rest, name: "log.csv", options: options(input[1]))
                case 1: try RecordingReader(bytes: rest, name: "log.json", options: options(input[1]))
                default: try RecordingReader(bytes: folder(rest), name: "log.zip", options: options(input[1]))
                }
            try classify(reader)
        } catch is InputError {
        } catch {
            fatalError("not an InputError: \(error)")
        }
    }

    /// Classifies a log, and reads the stream that comes out.
    static func classify(_ reader: RecordingReader) throws {
        var recognizer = try Recognizer(
            model: Fixtures.model, options: .init(reportsEveryWindow: true, origin: reader.header.origin))
        var encoder = StreamEncoder(.ndjson)
        var stream: [UInt8] = []
        let frame = StreamFrame(
            source: "log", model: Fixtures.model.name, origin: reader.header.origin, smoothing: "causal")
        encoder.append(frame.header, to: &stream)
        var batch = SampleBatch()
        var reports: [ActivityReport] = []
        var last = Duration.nanoseconds(Int64.min)
        while try reader.next(into: &batch) {
            for sample in batch.samples {
                precondition(sample.elapsed >= last, "samples out of order")
                last = sample.elapsed
            }
            recognizer.append(batch.samples)
            recognizer.takeReports(into: &reports)
        }
        recognizer.finish()
        recognizer.takeReports(into: &reports)
        precondition(reader.end >= .zero)
        for report in reports { encoder.append(.report(report), to: &stream) }
        let repairs = reader.repairs.entries.map { (kind: $0.kind.rawValue, count: $0.count) }
        encoder.append(
            frame.footer(
                end: reader.end, windows: recognizer.windows, steps: recognizer.steps, repairs: repairs), to: &stream)
        guard let streams = try? DecodedStream.all(in: stream) else { fatalError("the stream cannot be read") }
        precondition(streams.count == 1 && streams[0].isComplete && streams[0].reports.count == recognizer.windows)
    }
}

/// The user's options, any or none.
private func options(_ byte: UInt8) -> LogOptions {
    let units: [LogOptions.Unit?] = [nil] + LogOptions.Unit.allCases
    let kinds: [LogOptions.Acceleration?] = [nil] + LogOptions.Acceleration.allCases
    let loggers: [Logger?] = [nil, nil] + Logger.allCases
    let choice = Int(byte)
    return LogOptions(
        logger: loggers[choice / 18 % loggers.count], unit: units[choice % 3], acceleration: kinds[choice / 3 % 3],
        readsLocation: choice / 9 % 2 == 1, readsSpeed: choice % 5 > 2)
}

/// A zip of the input's files. A line `> NAME` begins each file. The zip's checksums are valid, so the fuzzer reaches
/// the readers of the files.
func folder(_ bytes: [UInt8]) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    var files: [(name: [UInt8], contents: [UInt8])] = []
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        if line.starts(with: [UInt8(ascii: ">"), UInt8(ascii: " ")]), files.count < 20 {
            files.append((Array(line.dropFirst(2)), []))
        } else if !files.isEmpty {
            files[files.count - 1].contents += line + [UInt8(ascii: "\n")]
        }
    }
    for file in files {
        let sum = Int(checksum(file.contents))
        let common = fields([
            (20, 2), (0, 2), (0, 2), (0, 4), (sum, 4), (file.contents.count, 4), (file.contents.count, 4),
            (file.name.count, 2),
        ])
        directory += fields([(0x0201_4b50, 4), (20, 2)]) + common
        directory += fields([(0, 2), (0, 2), (0, 2), (0, 2), (0, 4), (archive.count, 4)]) + file.name
        archive += fields([(0x0403_4b50, 4)]) + common + [0, 0] + file.name + file.contents
    }
    return archive + directory
        + fields([
            (0x0605_4b50, 4), (0, 2), (0, 2), (files.count, 2), (files.count, 2), (directory.count, 4),
            (archive.count, 4), (0, 2),
        ])
}

private func fields(_ fields: [(value: Int, width: Int)]) -> [UInt8] {
    fields.flatMap { field in (0..<field.width).map { UInt8(truncatingIfNeeded: field.value >> (8 * $0)) } }
}

/// CRC-32, bit by bit.
private func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
        sum ^= UInt32(byte)
        for _ in 0..<8 {
            let carry: UInt32 = sum & 1 == 1 ? 0xedb8_8320 : 0
            sum = (sum >> 1) ^ carry
        }
    }
    return ~sum
}
