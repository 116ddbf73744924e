// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition

/// The number of the phone's own reports in a log, by their words and confidence.
struct PhoneReportCounts {
    struct Row {
        /// As the phone wrote it, in small letters.
        let word: String
        /// The reports of each confidence; nil is the key of those without one.
        var counts: [Confidence?: Int]
        var total: Int { counts.values.reduce(0, +) }
    }

    /// One for each word; the most frequent first.
    let rows: [Row]

    init(_ activities: [PhoneActivity]) {
        var rows: [String: Row] = [:]
        for activity in activities {
            let word = activity.word.lowercased()
            rows[word, default: Row(word: word, counts: [:])].counts[activity.confidence, default: 0] += 1
        }
        self.rows = rows.values.sorted { ($1.total, $0.word) < ($0.total, $1.word) }
    }

    /// The levels in order, those without one last.
    static let levels: [Confidence?] = [.high, .medium, .low, nil]
}
