// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The lines of an activity stream as JSON objects, with their keys in the order of FORMAT.md.
enum NDJSONWriter {
    static func append(_ header: StreamHeader, to bytes: inout [UInt8]) {
        line(to: &bytes) { json in
            json.add("gaitway", StreamEncoding.kind)
            json.add("version", StreamEncoding.version)
            json.add("source", header.source)
            json.add("model", header.model)
            json.add("origin", header.origin)
            json.add("smoothing", header.smoothing)
            if !header.fields.isEmpty { json.add("fields", header.fields.map(\.rawValue)) }
        }
    }

    static func append(_ report: ActivityReport, fields: [StreamField], to bytes: inout [UInt8]) {
        line(to: &bytes) { json in
            json.add("elapsed", seconds: report.activity.elapsed, places: 3)
            json.add("start", report.activity.start)
            json.add("delivered", seconds: report.delivered, places: 3)
            let flags = report.activity.flags
            json.add("activity", Prediction(flags).name)
            for (key, flag) in StreamKey.flags { json.add(key.rawValue, flags.contains(flag)) }
            json.add("confidence", report.activity.confidence.name)
            if let probabilities = report.probabilities { append(probabilities, "probabilities", to: &json) }
            if let smoothed = report.smoothed { append(smoothed, "smoothed", to: &json) }
            if let reason = report.reason, !reason.isEmpty { json.add("reason", reason) }
            if report.isRepeat { json.add("repeat", true) }
            if fields.contains(.provisional), report.isProvisional { json.add("provisional", true) }
            if let window = report.window {
                json.array("window") { json in
                    json.append(seconds: window.lowerBound, places: 3)
                    json.append(seconds: window.upperBound, places: 3)
                }
            }
            if fields.contains(.speed), let speed = report.speed {
                json.add("speed", speed, places: ActivityReport.speedDecimals)
            }
            if fields.contains(.steps) {
                json.add("steps", report.steps ?? 0)
                json.add("cadence", report.cadence, places: ActivityReport.cadenceDecimals)
            }
        }
    }

    static func append(_ footer: StreamFooter, fields: [StreamField], to bytes: inout [UInt8]) {
        line(to: &bytes) { json in
            json.add("end", seconds: footer.end, places: 3)
            json.add("windows", footer.windows)
            if fields.contains(.speed) { json.add("windows_with_speed", footer.windowsWithSpeed ?? 0) }
            if fields.contains(.steps) { json.add("steps", footer.steps ?? 0) }
            json.key("repaired")
            append(footer.repaired, to: &json)
        }
    }

    /// The counts of repairs as a JSON object; the CSV carries the same text in a cell.
    static func append(_ repaired: [StreamFooter.Repair], to json: inout JSONWriter) {
        json.object { json in
            for repair in repaired { json.add(repair.kind, repair.count) }
        }
    }

    private static func line(to bytes: inout [UInt8], _ body: (_ json: inout JSONWriter) -> Void) {
        JSONWriter.appendLine(to: &bytes) { json in json.object(.tight, body) }
    }

    private static func append(_ values: ActivityProbabilities, _ key: String, to json: inout JSONWriter) {
        json.object(key) { json in
            for activityClass in ActivityClass.allCases {
                json.add(activityClass.name, values.written(activityClass), places: ActivityProbabilities.decimals)
            }
        }
    }
}

extension ActivityReport {
    static var speedDecimals: Int { 3 }
    static var cadenceDecimals: Int { 2 }
}
