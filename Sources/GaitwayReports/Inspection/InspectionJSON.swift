// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayRecognition

/// A recording's summary for programs: one line of JSON. Times are UTC, durations are seconds, unknown values are null.
package struct InspectionJSON: Sendable {
    private let summary: RecordingSummary

    package init(_ summary: RecordingSummary) { self.summary = summary }

    /// The object, with its line end.
    package var line: String {
        let header = summary.header
        return JSONWriter.objectLine { json in
            json.add("gaitway", "inspection")
            json.add("version", 1)
            json.add("source", header.source)
            json.add("logger", header.logger.rawValue)
            json.add("device", header.device)
            json.add("start", header.origin)
            json.add("duration", seconds: summary.end, places: 9)
            json.array("sensors") { json in
                for sensor in summary.sensors { json.object { add(sensor, to: &$0) } }
            }
            json.add("fixes", header.hasLocation ? summary.fixCount : nil)
            json.objects("phone_reports", PhoneReportCounts(summary.phoneActivities).rows) { row, json in
                json.add("activity", row.word)
                json.add("reports", row.total)
                for level in PhoneReportCounts.levels {
                    json.add(level?.name ?? "no_confidence", row.counts[level] ?? 0)
                }
            }
            json.add("phone_steps", summary.phoneSteps)
            json.add("labels", summary.annotations.map(\.text))
            json.add("guesses", summary.guesses)
            json.object("repaired") { json in
                for (kind, count) in summary.repairs.entries { json.add(kind.rawValue, count) }
            }
        }
    }

    private func add(_ sensor: RecordingSummary.SensorSummary, to json: inout JSONWriter) {
        json.add("sensor", sensor.sensor.name)
        json.add("samples", sensor.count)
        json.add("rate_hz", json: sensor.rate.map { DecimalText.text($0, places: 3) })
        json.add("first", seconds: sensor.first, places: 9)
        json.add("last", seconds: sensor.last, places: 9)
        json.add("gaps", sensor.gaps)
        json.add("gap_time", seconds: sensor.gapTime, places: 9)
        json.add("least", json: DecimalText.text(Double(sensor.least), places: 4))
        json.add("greatest", json: DecimalText.text(Double(sensor.greatest), places: 4))
        json.add("unit", sensor.sensor.unit)
        json.add("converted_from", sensor.convertedFrom)
    }
}
