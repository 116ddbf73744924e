import MotionTypes

/// The lines of an activity stream as JSON objects, their keys in the order of FORMAT.md.
enum NDJSONWriter {
    static func append(_ header: StreamHeader, to bytes: inout [UInt8]) {
        bytes.append(text: "{\"gaitway\":\"")
        bytes.append(text: StreamEncoding.kind)
        bytes.append(text: "\",\"version\":")
        bytes.append(decimal: StreamEncoding.version)
        bytes.append(text: ",\"source\":")
        bytes.append(jsonString: header.source)
        bytes.append(text: ",\"model\":")
        bytes.append(jsonString: header.model)
        bytes.append(text: ",\"origin\":")
        append(header.origin, to: &bytes)
        bytes.append(text: "}\n")
    }

    static func append(_ report: ActivityReport, to bytes: inout [UInt8]) {
        bytes.append(text: "{\"elapsed\":")
        bytes.append(seconds: report.activity.elapsed)
        bytes.append(text: ",\"start\":")
        append(report.activity.start, to: &bytes)
        bytes.append(text: ",\"delivered\":")
        bytes.append(seconds: report.delivered)
        let flags = report.activity.flags
        append(",\"stationary\":", flags.contains(.stationary), to: &bytes)
        append(",\"walking\":", flags.contains(.walking), to: &bytes)
        append(",\"running\":", flags.contains(.running), to: &bytes)
        append(",\"automotive\":", flags.contains(.automotive), to: &bytes)
        append(",\"cycling\":", flags.contains(.cycling), to: &bytes)
        append(",\"unknown\":", flags.contains(.unknown), to: &bytes)
        bytes.append(text: ",\"confidence\":\"")
        bytes.append(text: report.activity.confidence.name)
        bytes.append(text: "\"")
        if let probabilities = report.probabilities {
            append(",\"probabilities\":", probabilities, to: &bytes)
        }
        if let smoothed = report.smoothed { append(",\"smoothed\":", smoothed, to: &bytes) }
        if let reason = report.reason, !reason.isEmpty {
            bytes.append(text: ",\"reason\":")
            bytes.append(jsonString: reason)
        }
        if report.isRepeat { bytes.append(text: ",\"repeat\":true") }
        if let window = report.window {
            bytes.append(text: ",\"window\":[")
            bytes.append(seconds: window.lowerBound)
            bytes.append(text: ",")
            bytes.append(seconds: window.upperBound)
            bytes.append(text: "]")
        }
        bytes.append(text: "}\n")
    }

    static func append(_ footer: StreamFooter, to bytes: inout [UInt8]) {
        bytes.append(text: "{\"end\":")
        bytes.append(seconds: footer.end)
        bytes.append(text: ",\"windows\":")
        bytes.append(decimal: footer.windows)
        bytes.append(text: ",\"repaired\":")
        append(footer.repaired, to: &bytes)
        bytes.append(text: "}\n")
    }

    /// The counts of repairs as a JSON object; the CSV carries the same text in a cell.
    static func append(_ repaired: [StreamFooter.Repair], to bytes: inout [UInt8]) {
        bytes.append(text: "{")
        for (index, repair) in repaired.enumerated() {
            if index > 0 { bytes.append(text: ",") }
            bytes.append(jsonString: repair.kind)
            bytes.append(text: ":")
            bytes.append(decimal: repair.count)
        }
        bytes.append(text: "}")
    }

    private static func append(_ moment: Timestamp?, to bytes: inout [UInt8]) {
        guard let moment else { return bytes.append(text: "null") }
        bytes.append(text: "\"")
        bytes.append(iso8601: moment)
        bytes.append(text: "\"")
    }

    private static func append(_ key: String, _ flag: Bool, to bytes: inout [UInt8]) {
        bytes.append(text: key)
        bytes.append(boolean: flag)
    }

    private static func append(_ key: String, _ values: ActivityProbabilities, to bytes: inout [UInt8]) {
        bytes.append(text: key)
        bytes.append(text: "{\"stationary\":")
        bytes.append(probability: values.stationary)
        bytes.append(text: ",\"walking\":")
        bytes.append(probability: values.walking)
        bytes.append(text: ",\"running\":")
        bytes.append(probability: values.running)
        bytes.append(text: ",\"cycling\":")
        bytes.append(probability: values.cycling)
        bytes.append(text: ",\"automotive\":")
        bytes.append(probability: values.automotive)
        bytes.append(text: ",\"none\":")
        bytes.append(probability: values.noneOfThese)
        bytes.append(text: "}")
    }
}
