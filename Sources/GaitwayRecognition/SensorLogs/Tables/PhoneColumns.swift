// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The columns of a table that repeat in each row of samples what the phone itself recognised and counted last.
struct PhoneColumns {
    private let layout: RowLayout
    private let logger: Logger
    /// The number of the column of the times, and those of the phone's columns.
    private let time: Int
    private let word: Int?
    private let confidence: Int?
    /// When the phone made the report, on the clock of the samples.
    private let stamp: Int?
    private let steps: Int?

    /// Nil for a table without such columns, and for one whose rows have no readable times. In tables of other loggers
    /// a column of that name is a label.
    init?(_ settled: SettledTable) {
        guard [.sensorLog, .coreMotion].contains(settled.logger),
            let time = settled.layout.plan.firstIndex(of: RowLayout.timeColumn)
        else { return nil }
        let offset = settled.layout.columnCount - settled.names.count
        // By their letters before the unit: "(Z)" is SensorLog's word for a whole number, and not an axis.
        func column(_ stems: String...) -> Int? {
            settled.names.firstIndex { name in
                stems.contains(name.text.prefix { $0 != "(" }.lowercased().filter(\.isLetter))
            }.map { $0 + offset }
        }
        layout = settled.layout
        logger = settled.logger
        self.time = time
        word = column("activity", "activitytype")
        confidence = column("activityactivityconfidence", "activityconfidence")
        steps = column("pedometernumberofsteps")
        let names = settled.names
        let isUptime = names.indices.contains(time - offset) && names[time - offset].text.contains("_sinceReboot")
        stamp = isUptime ? column("activitytimestampsincereboot") : nil
        guard word != nil || steps != nil else { return nil }
    }

    /// Reads the whole table, which may take other bytes of the same file.
    ///
    /// - Parameter origin: the time of the first acceleration on the log's clock.
    func read(_ source: any ByteSource, name: String, from origin: Int64) throws(InputError) -> PhoneRecord {
        let lines = LineBuffer(source, name: name)
        try lines.skipByteOrderMark()
        for _ in 0..<layout.headerLines { _ = try lines.nextLine() }
        let scanner = layout.timeScanner
        let wanted = [word, confidence, stamp, steps].map { $0 ?? -1 }
        let last = max(time, wanted.max() ?? 0)
        var record = PhoneRecord()
        var firstSteps: Int?
        // What the line before had: a line repeats it, as a rule.
        var known = [[UInt8]](repeating: [], count: wanted.count)
        // A change waits for a row that can be used.
        var (changed, stepsChanged) = (false, false)
        while let line = try lines.nextLine() {
            let storage = lines.storage
            let bytes = storage.span
            var position = line.lowerBound
            var clock = line.lowerBound..<line.lowerBound
            var column = 0
            while column <= last, position <= line.upperBound {
                let field = scanner.field(bytes, at: &position, end: line.upperBound)
                if column == time { clock = field }
                if let index = wanted.firstIndex(of: column), !storage[field].elementsEqual(known[index]) {
                    known[index] = Array(storage[field])
                    if index == 3 { stepsChanged = true } else { changed = true }
                }
                column += 1
            }
            guard column > last else { continue }
            if stepsChanged, let count = Double(text(known[3])).flatMap({ Int($0, in: .countable) }) {
                firstSteps = firstSteps ?? count
                record.steps = max(record.steps ?? 0, count - (firstSteps ?? 0))
            }
            stepsChanged = false
            guard changed, let moment = nanoseconds(storage, clock) else { continue }
            changed = false
            add(text(known[0]), text(known[1]), stamp: text(known[2]), at: moment, from: origin, to: &record)
        }
        return record
    }

    /// Adds a report, unless it is what the app writes before the first one.
    private func add(
        _ written: String, _ confidence: String, stamp: String, at moment: Int64, from origin: Int64,
        to record: inout PhoneRecord
    ) {
        var word = written
        if logger == .sensorLog, let number = Double(written) {
            guard let code = Int(number, in: .countable), let known = PhoneActivity.word(sensorLog: code) else {
                return
            }
            word = known
        }
        guard !["", "null", "(null)", "nan", "none"].contains(word.lowercased()) else { return }
        let level = Confidence(logged: confidence)
        let made = SmallTable.nanoseconds(ofSeconds: stamp).flatMap { $0 > 0 ? $0 : nil }
        if made == nil, record.activities.isEmpty, word.lowercased() == "unknown", level ?? .low == .low { return }
        let elapsed = Duration.nanoseconds(moment) - .nanoseconds(origin)
        let start = made.map { Duration.nanoseconds($0) - .nanoseconds(origin) }
        let earliest = record.activities.last.map { $0.start ?? $0.elapsed }
        record.activities.append(
            PhoneActivity(
                elapsed: elapsed, word: word, confidence: level,
                start: start.map { min(max($0, earliest ?? $0), elapsed) }))
    }

    private func text(_ cell: [UInt8]) -> String { String(decoding: cell, as: UTF8.self) }

    private func nanoseconds(_ storage: [UInt8], _ field: Range<Int>) -> Int64? {
        switch layout.time {
        case .number(let scale):
            var position = field.lowerBound
            let decimal = layout.timeScanner.decimal(storage.span, at: &position, end: field.upperBound)
            return decimal.kind == .number ? decimal.integer(scale: scale) : nil
        case .text(let colon, let order):
            return TimeText.parse(storage.span, field, colon: colon, order: order)?.nanoseconds
        default: return nil
        }
    }
}
