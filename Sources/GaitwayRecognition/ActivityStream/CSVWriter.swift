// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The rows of an activity stream as CSV (RFC 4180, lines ending in LF): one for each report.
struct CSVWriter: Sendable {
    /// Whether header and closing line are written, as comments.
    let hasComments: Bool
    let hasMomentsOfWindow: Bool
    /// The moment of elapsed 0 of the current log.
    private var origin: Timestamp?
    /// The optional fields that the last line of column names has; nil before the first.
    private var named: [StreamField]?
    /// The name of the current log, and its cell.
    private var source: String?
    private var sourceCell: [UInt8] = []

    private var fields: [StreamField] { named ?? [] }

    init(hasComments: Bool, hasMomentsOfWindow: Bool) {
        self.hasComments = hasComments
        self.hasMomentsOfWindow = hasMomentsOfWindow
    }

    mutating func append(_ header: StreamHeader, to bytes: inout [UInt8]) {
        if hasComments {
            bytes.append(text: "# ")
            NDJSONWriter.append(header, to: &bytes)
        }
        // Streams of one log after another are told apart by its name, or by the names of the columns.
        if named != header.fields || source == header.source && !hasComments {
            named = header.fields
            let columns = CSVColumn.columns(fields, hasMomentsOfWindow: hasMomentsOfWindow)
            bytes.append(text: columns.map(\.rawValue).joined(separator: ","))
            bytes.append(text: "\n")
        }
        origin = header.origin
        guard source != header.source else { return }
        source = header.source
        sourceCell = Self.cell(header.source)
    }

    func append(_ report: ActivityReport, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: sourceCell)
        bytes.append(text: ",")
        bytes.append(seconds: report.activity.elapsed, places: 3)
        bytes.append(text: ",")
        if let start = report.activity.start { bytes.append(iso8601: start) }
        bytes.append(text: ",")
        bytes.append(seconds: report.delivered, places: 3)
        bytes.append(text: ",")
        let flags = report.activity.flags
        bytes.append(text: Prediction(flags).name)
        bytes.append(text: ",")
        for (_, flag) in StreamKey.flags { Self.append(flags.contains(flag), to: &bytes) }
        bytes.append(text: report.activity.confidence.name)
        bytes.append(text: ",")
        Self.append(report.probabilities, to: &bytes)
        Self.append(report.smoothed, to: &bytes)
        bytes.append(csvField: report.reason ?? "")
        bytes.append(text: ",")
        Self.append(report.isRepeat, to: &bytes)
        if let window = report.window {
            bytes.append(seconds: window.lowerBound, places: 3)
            bytes.append(text: ",")
            bytes.append(seconds: window.upperBound, places: 3)
        } else {
            bytes.append(text: ",")
        }
        if hasMomentsOfWindow {
            bytes.append(text: ",")
            if let origin, let window = report.window { bytes.append(iso8601: origin + window.lowerBound) }
            bytes.append(text: ",")
            if let origin, let window = report.window { bytes.append(iso8601: origin + window.upperBound) }
        }
        if fields.contains(.speed) {
            bytes.append(text: ",")
            if let speed = report.speed { bytes.append(fixed: speed, places: ActivityReport.speedDecimals) }
        }
        if fields.contains(.steps) {
            bytes.append(text: ",")
            bytes.append(decimal: report.steps ?? 0)
            bytes.append(text: ",")
            if let cadence = report.cadence { bytes.append(fixed: cadence, places: ActivityReport.cadenceDecimals) }
        }
        if fields.contains(.provisional) { bytes.append(text: report.isProvisional ? ",true" : ",false") }
        bytes.append(text: "\n")
    }

    func append(_ footer: StreamFooter, to bytes: inout [UInt8]) {
        guard hasComments else { return }
        bytes.append(text: "# ")
        NDJSONWriter.append(footer, fields: fields, to: &bytes)
    }

    /// A log's name as a cell. A `#` is in quotes, since it begins a comment for some programs.
    private static func cell(_ source: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(csvField: source)
        return bytes.first != UInt8(ascii: "\"") && bytes.contains(UInt8(ascii: "#"))
            ? [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")] : bytes
    }

    private static func append(_ flag: Bool, to bytes: inout [UInt8]) { bytes.append(text: flag ? "true," : "false,") }

    private static func append(_ values: ActivityProbabilities?, to bytes: inout [UInt8]) {
        guard let values else {
            for _ in ActivityClass.allCases { bytes.append(UInt8(ascii: ",")) }
            return
        }
        for activityClass in ActivityClass.allCases {
            bytes.append(fixed: values.written(activityClass), places: ActivityProbabilities.decimals)
            bytes.append(text: ",")
        }
    }
}
