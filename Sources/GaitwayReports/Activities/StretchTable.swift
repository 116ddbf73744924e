// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayRecognition

/// What a person did along logs as CSV: a row for each stretch that the table for people shows. The rows of a log come
/// at its end, or where it was cut.
package struct StretchTable: Sendable {
    private var hasNames = false
    private var log = LogStretches()

    package init() {}

    /// Takes the next element; the closing line adds the rows of its log to `bytes`.
    package mutating func append(_ element: StreamElement, to bytes: inout [UInt8]) {
        switch element {
        case .header(let header):
            if !hasNames { bytes.append(contentsOf: CSVText.record(StretchColumn.allCases.map(\.rawValue)).utf8) }
            hasNames = true
            log.begin(header)
        case .report(let report): log.append(report)
        case .footer(let footer): Self.append(log.finish(footer), to: &bytes)
        }
    }

    /// Ends the current log, which was read in part.
    package mutating func cut(to bytes: inout [UInt8]) { Self.append(log.cut(), to: &bytes) }

    private static func append(_ log: LogStretches.Whole?, to bytes: inout [UInt8]) {
        guard let log else { return }
        for stretch in log.folded.stretches {
            bytes.append(contentsOf: CSVText.record(cells(stretch, log.header)).utf8)
        }
    }

    private static func cells(_ stretch: ActivityStretch, _ header: StreamHeader) -> [String] {
        StretchColumn.allCases.map { column in
            switch column {
            case .source: header.source
            case .start: moment(stretch.start, header)
            case .end: moment(stretch.end, header)
            case .elapsed: seconds(stretch.start)
            case .elapsedEnd: seconds(stretch.end)
            case .duration: seconds(stretch.duration)
            case .activity: stretch.prediction.name
            case .stationary: flag(stretch, .stationary)
            case .walking: flag(stretch, .walking)
            case .running: flag(stretch, .running)
            case .automotive: flag(stretch, .automotive)
            case .cycling: flag(stretch, .cycling)
            case .unknown: flag(stretch, .unknown)
            case .confidence: stretch.confidence.name
            case .probability: stretch.probability.map { DecimalText.text($0, places: 4) } ?? ""
            case .steps: String(stretch.steps)
            case .atRest: seconds(stretch.restTime)
            case .reason: stretch.reason ?? ""
            }
        }
    }

    private static func flag(_ stretch: ActivityStretch, _ prediction: Prediction) -> String {
        stretch.prediction == prediction ? "true" : "false"
    }

    private static func moment(_ elapsed: Duration, _ header: StreamHeader) -> String {
        header.origin.map { ($0 + elapsed).iso8601 } ?? ""
    }

    private static func seconds(_ time: Duration) -> String {
        var bytes: [UInt8] = []
        bytes.append(seconds: time, places: 3)
        return String(decoding: bytes, as: UTF8.self)
    }
}
