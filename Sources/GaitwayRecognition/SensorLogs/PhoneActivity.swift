// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A report of the phone's own recognition, as some loggers write it beside the samples.
package struct PhoneActivity: Sendable, Hashable {
    /// When the log has it first, since the first accelerometer sample: when an app would have got it.
    package var elapsed: Duration
    /// The phone's word, as the logger wrote it: `automotive`, `Walking`.
    package var word: String
    /// How sure the phone was; nil if the log does not tell.
    package var confidence: Confidence?
    /// When the phone says that the activity began; nil if the log does not tell.
    package var start: Duration?

    /// The word of one of SensorLog's numbers for activities; nil for other numbers.
    ///
    /// 1 to 4 and 6 were seen in logs of known activities, 5 was not.
    static func word(sensorLog code: Int) -> String? {
        [1: "unknown", 2: "stationary", 3: "walking", 4: "running", 5: "cycling", 6: "automotive"][code]
    }
}

extension Confidence {
    /// The confidence that a logger wrote: a word, Core Motion's 0 to 2, or Android's percentage; nil for another text.
    init?(logged text: String) {
        switch text.lowercased() {
        case "low": self = .low
        case "medium", "med": self = .medium
        case "high": self = .high
        default:
            guard let number = Double(text), (0...100).contains(number), number == number.rounded() else { return nil }
            self = Confidence(rawValue: Int(proven: number)) ?? Confidence(androidPercent: number)
        }
    }
}

/// What the phone itself recognised and counted during a log.
struct PhoneRecord: Sendable {
    /// Its reports, by time.
    var activities: [PhoneActivity] = []
    /// The steps that its pedometer counted from the first row to the last; nil without a pedometer.
    var steps: Int?

    /// Reads the tables of an export: `Activity.csv` with a time, an activity and perhaps a confidence, and
    /// `Pedometer.csv` with a time and the steps so far.
    ///
    /// - Parameter origin: the time of the first acceleration on the log's clock.
    static func read(_ container: any LogContainer, from origin: Int64) throws(InputError) -> PhoneRecord {
        var record = PhoneRecord()
        for file in container.files.map(LogFile.init) where file.isTable && !file.isInFolder {
            guard file.stem == "activity" || file.stem == "pedometer" else { continue }
            let table = try SmallTable(try container.open(file.path), name: container.name + "/" + file.path)
            guard let time = table.column("time") else { continue }
            if file.stem == "pedometer" {
                guard let steps = table.column("steps") else { continue }
                let counts = table.rows.dropFirst().compactMap { row in
                    row.indices.contains(steps) ? Int(row[steps], in: .countable) : nil
                }
                if let first = counts.first, let most = counts.max() { record.steps = most - first }
            } else if let word = table.column("activity") {
                let confidence = table.column("confidence")
                for row in table.rows.dropFirst() where row.count > max(time, word) {
                    guard let nanoseconds = Int64(row[time], in: .any) else { continue }
                    record.activities.append(
                        PhoneActivity(
                            elapsed: .nanoseconds(nanoseconds) - .nanoseconds(origin), word: row[word],
                            confidence: confidence.flatMap {
                                row.indices.contains($0) ? Confidence(logged: row[$0]) : nil
                            }))
                }
            }
        }
        return record
    }
}
