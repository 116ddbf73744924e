import Formats
import MotionTypes

/// The rows of an activity stream as CSV (RFC 4180, lines ending in LF).
struct CSVWriter: Sendable {
    /// Whether the log's name is the first column, filled in every row.
    let sourceComesFirst: Bool
    /// Whether the last line of column names has those of speeds; nil before the first.
    private var namesSpeed: Bool?
    private var source = ""

    // Reports fill the first 26 columns, the header 5 and the footer 3. With speeds, each fills one more. Without a
    // leading source, the source is the header's third.
    private var hasSpeed: Bool { namesSpeed ?? false }
    private var reportColumns: Int { hasSpeed ? 27 : 26 }
    private var headerColumns: Int { sourceComesFirst ? 4 : 5 }
    private var footerColumns: Int { hasSpeed ? 4 : 3 }

    init(sourceComesFirst: Bool) { self.sourceComesFirst = sourceComesFirst }

    mutating func append(_ header: StreamHeader, to bytes: inout [UInt8]) {
        if namesSpeed != header.hasSpeed {
            namesSpeed = header.hasSpeed
            if sourceComesFirst { bytes.append(text: "source,") }
            let columns = CSVColumn.columns(hasSpeed: hasSpeed).filter { !sourceComesFirst || $0 != .source }
            bytes.append(text: columns.map(\.rawValue).joined(separator: ","))
            bytes.append(text: "\n")
        }
        source = header.source
        begin(&bytes)
        Self.append(commas: reportColumns, to: &bytes)
        bytes.append(text: StreamEncoding.kind)
        bytes.append(text: ",")
        bytes.append(decimal: header.version)
        bytes.append(text: ",")
        if !sourceComesFirst {
            bytes.append(csvField: source)
            bytes.append(text: ",")
        }
        bytes.append(csvField: header.model)
        bytes.append(text: ",")
        if let origin = header.origin { bytes.append(iso8601: origin) }
        Self.append(commas: footerColumns, to: &bytes)
        bytes.append(text: "\n")
    }

    func append(_ report: ActivityReport, to bytes: inout [UInt8]) {
        begin(&bytes)
        bytes.append(seconds: report.activity.elapsed, places: 3)
        bytes.append(text: ",")
        if let start = report.activity.start { bytes.append(iso8601: start) }
        bytes.append(text: ",")
        bytes.append(seconds: report.delivered, places: 3)
        bytes.append(text: ",")
        let flags = report.activity.flags
        Self.append(flags.contains(.stationary), to: &bytes)
        Self.append(flags.contains(.walking), to: &bytes)
        Self.append(flags.contains(.running), to: &bytes)
        Self.append(flags.contains(.automotive), to: &bytes)
        Self.append(flags.contains(.cycling), to: &bytes)
        Self.append(flags.contains(.unknown), to: &bytes)
        bytes.append(text: report.activity.confidence.name)
        bytes.append(text: ",")
        Self.append(report.probabilities, to: &bytes)
        Self.append(report.smoothed, to: &bytes)
        bytes.append(csvField: report.reason ?? "")
        bytes.append(text: report.isRepeat ? ",true," : ",,")
        if let window = report.window {
            bytes.append(seconds: window.lowerBound, places: 3)
            bytes.append(text: ",")
            bytes.append(seconds: window.upperBound, places: 3)
        } else {
            bytes.append(text: ",")
        }
        if hasSpeed {
            bytes.append(text: ",")
            if let speed = report.speed { bytes.append(fixed: speed, places: ActivityReport.speedDecimals) }
        }
        Self.append(commas: headerColumns + footerColumns, to: &bytes)
        bytes.append(text: "\n")
    }

    func append(_ footer: StreamFooter, to bytes: inout [UInt8]) {
        begin(&bytes)
        Self.append(commas: reportColumns + headerColumns, to: &bytes)
        bytes.append(seconds: footer.end, places: 3)
        bytes.append(text: ",")
        bytes.append(decimal: footer.windows)
        bytes.append(text: ",")
        if hasSpeed {
            bytes.append(decimal: footer.windowsWithSpeed ?? 0)
            bytes.append(text: ",")
        }
        bytes.append(csvField: JSONWriter.text { NDJSONWriter.append(footer.repaired, to: &$0) })
        bytes.append(text: "\n")
    }

    private func begin(_ bytes: inout [UInt8]) {
        guard sourceComesFirst else { return }
        bytes.append(csvField: source)
        bytes.append(text: ",")
    }

    private static func append(_ flag: Bool, to bytes: inout [UInt8]) {
        bytes.append(text: flag ? "true" : "false")
        bytes.append(text: ",")
    }

    private static func append(_ values: ActivityProbabilities?, to bytes: inout [UInt8]) {
        guard let values else { return append(commas: 6, to: &bytes) }
        for activityClass in ActivityClass.allCases {
            bytes.append(fixed: values.written(activityClass), places: ActivityProbabilities.decimals)
            bytes.append(text: ",")
        }
    }

    private static func append(commas count: Int, to bytes: inout [UInt8]) {
        for _ in 0..<count { bytes.append(UInt8(ascii: ",")) }
    }
}
