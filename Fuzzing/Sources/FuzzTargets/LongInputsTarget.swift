// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayLiveSessions
import GaitwayRecognition
import GaitwayReplay
import GaitwayTimeline
import TimelineTestSupport

/// Makes long valid input of a few bytes, across the limits of windows, buffers and pieces.
///
/// The first byte chooses what: a day for the segmenter, a track file, an activity stream, a log, what a phone
/// pushes, or a workbook. All of it must be accepted.
enum LongInputsTarget: FuzzTarget {
    static let name = "long-inputs"

    static func take(_ input: [UInt8]) {
        guard let choice = input.first, input.count > 1 else { return }
        let bytes = Array(input.dropFirst().prefix(64))
        switch choice % 6 {
        case 0:
            // What is true of days that follow the rules of the road, `make random-days` checks.
            let items = LongDay(bytes: bytes, most: 3000).items
            for (before, after) in zip(items, items.dropFirst()) { precondition(before.span.end == after.span.start) }
            precondition(items.allSatisfy { $0.span.start < $0.span.end })
        case 1: takeTrack(LongDay(bytes: bytes, most: 2500))
        case 2: takeStream(bytes)
        case 3: takeLog(bytes)
        case 4: takePushes(bytes)
        default: takeWorkbook(bytes)
        }
    }

    /// A table of the day's fixes, which is read, segmented, and played past places.
    private static func takeTrack(_ day: LongDay) {
        guard !day.fixes.isEmpty else { return }
        let rows = day.fixes.map { time, fix in
            let accuracy = fix.horizontalAccuracy.map { "\($0)" } ?? ""
            return "\(time.nanoseconds / 1_000_000),\(fix.latitude),\(fix.longitude),\(accuracy)\n"
        }
        let text = "time,latitude,longitude,accuracy\n" + rows.joined()
        guard let track = try? Track(decoding: Array(text.utf8)) else {
            preconditionFailure("a valid track is refused")
        }
        precondition(track.fixes.count == day.fixes.count)
        Fixtures.use(RecordedRide(track, source: "track"))
    }

    /// A stream of many reports, which comes whole, and in pieces of one length.
    private static func takeStream(_ bytes: [UInt8]) {
        let frame = StreamFrame(source: "long", model: "m", origin: Fixtures.noon, smoothing: "causal")
        let number = count(bytes.first ?? 0, most: 4096)
        var elements: [StreamElement] = [.header(frame.header)]
        for index in 0..<number {
            let flags: ActivityFlags = bytes[index % bytes.count] & 1 == 0 ? .walking : .stationary
            let elapsed = Duration.milliseconds(2560 * index)
            let activity = MotionActivity(
                flags: flags, confidence: .high, elapsed: elapsed, start: Fixtures.noon + elapsed)
            elements.append(.report(ActivityReport(activity: activity, delivered: elapsed + .milliseconds(2560))))
        }
        elements.append(
            .footer(frame.footer(end: .milliseconds(2560 * (number + 1)), windows: number, steps: 0, repairs: [])))
        var encoder = StreamEncoder(.ndjson)
        var text: [UInt8] = []
        for element in elements { encoder.append(element, to: &text) }
        let whole = decoded(text, by: text.count)
        precondition(whole.count == elements.count)
        precondition(decoded(text, by: count(bytes.last ?? 0, most: text.count)) == whole)
        var ride = Fixtures.ride
        guard (try? ride.join(stream: text)) != nil else { preconditionFailure("a valid stream is refused") }
        Fixtures.use(ride)
    }

    private static func decoded(_ text: [UInt8], by length: Int) -> [StreamElement] {
        var decoder = StreamDecoder()
        var elements: [StreamElement] = []
        do {
            for start in stride(from: 0, to: text.count, by: max(1, length)) {
                try decoder.append(text[start..<min(text.count, start + max(1, length))], to: &elements)
            }
            try decoder.finish(to: &elements)
        } catch { preconditionFailure("a valid stream is refused: \(error)") }
        return elements
    }

    /// A table of samples, with silences between pieces of any length.
    private static func takeLog(_ bytes: [UInt8]) {
        var text = "time (s),x (m/s^2),y (m/s^2),z (m/s^2)\n"
        for (seconds, value) in samples(bytes, most: 12_000) {
            text += "\(seconds),\(value.x),\(value.y),\(value.z)\n"
        }
        do {
            let reader = try RecordingReader(bytes: Array(text.utf8), name: "log.csv", options: LogOptions())
            try SensorLogTarget.classify(reader)
        } catch { preconditionFailure("a valid log is refused: \(error)") }
    }

    /// A workbook of two sensors: strings that are shared, stand in their cells, or have several runs; numbers with and
    /// without references.
    private static func takeWorkbook(_ bytes: [UInt8]) {
        let rows = samples(bytes, most: 1000)
        let strings = count(bytes.last ?? 0, most: 1024)
        var text = "> xl/workbook.xml\n<workbook><sheets>"
        let sheets = [("Accelerometer", "m/s^2"), ("Gyroscope", "rad/s")]
        for (index, sheet) in sheets.enumerated() { text += "<sheet name=\"\(sheet.0)\" r:id=\"r\(index)\"/>" }
        text += "</sheets></workbook>\n> xl/_rels/workbook.xml.rels\n<Relationships>"
        for index in sheets.indices {
            text += "<Relationship Id=\"r\(index)\" Target=\"worksheets/sheet\(index).xml\"/>"
        }
        text +=
            "</Relationships>\n> xl/sharedStrings.xml\n<sst>"
            + String(repeating: "<si><t>other</t></si>", count: strings)
            + "<si><r><t>Time</t></r><r><t xml:space=\"preserve\"> (s)</t></r></si></sst>\n"
        for (index, sheet) in sheets.enumerated() {
            text += "> xl/worksheets/sheet\(index).xml\n<worksheet><sheetData><row><c t=\"s\"><v>\(strings)</v></c>"
            for axis in ["X", "Y", "Z"] {
                text += "<c t=\"inlineStr\"><is><t>\(axis) (\(sheet.1))</t></is></c>"
            }
            text += "</row>"
            for (number, (seconds, value)) in rows.enumerated() {
                let cells = ["\(seconds)", "\(value.x)", "\(value.y)", "\(value.z)"]
                text += "<row>"
                for (cell, column) in zip(cells, ["A", "B", "C", "D"]) {
                    text +=
                        number % 2 == 0 ? "<c><v>\(cell)</v></c>" : "<c r=\"\(column)\(number + 2)\"><v>\(cell)</v></c>"
                }
                text += "</row>"
            }
            text += "</sheetData></worksheet>\n"
        }
        do {
            let reader = try RecordingReader(bytes: folder(Array(text.utf8)), name: "log.xlsx", options: LogOptions())
            try SensorLogTarget.classify(reader)
        } catch { preconditionFailure("a valid workbook is refused: \(error)") }
    }

    /// Messages of one phone, each of any length.
    private static func takePushes(_ bytes: [UInt8]) {
        var session = LiveTrial()
        var message = LiveMessage()
        message.session = "long"
        var number = 0
        var left = count(bytes.first ?? 0, most: 2048)
        for (seconds, value) in samples(bytes, most: 8000) {
            let time = Fixtures.noon.nanoseconds + Int64(clamping: seconds * 1e9)
            message.readings.append(.init(sensor: .acceleration, time: time, value: value))
            left -= 1
            guard left == 0 else { continue }
            number += 1
            message.number = number
            session.take(message)
            message.readings = []
            left = count(bytes[number % bytes.count], most: 2048)
        }
        session.take(message)
        session.finish()
    }

    /// Times and values of a swinging phone: each byte is a piece of a number of samples, and the silence behind it.
    private static func samples(_ bytes: [UInt8], most: Int) -> [(seconds: Double, value: SIMD3<Float>)] {
        let rate = [20.0, 50, 100, 200][Int(bytes.first ?? 0) % 4]
        let silences = [0, 0.3, 0.5, 0.51, 2.56, 5.12, 60, 600]
        var result: [(seconds: Double, value: SIMD3<Float>)] = []
        var seconds = 0.0
        // A log of less than a second has no rate.
        for byte in [0x60] + bytes {
            for index in 0..<count(byte, most: most - result.count) where result.count < most {
                let phase = Float(index % 25) / 25
                result.append((seconds, SIMD3(phase, 2 * phase, 9.8 - phase)))
                seconds += 1 / rate
            }
            seconds += silences[Int(byte) % silences.count]
        }
        return result
    }

    /// Numbers near the sizes of buffers, for counts of rows and lengths of pieces.
    private static func count(_ byte: UInt8, most: Int) -> Int {
        let near = 1 << (Int(byte >> 3) % 13) + Int(byte & 7) - 3
        return max(1, min(most, near))
    }
}
