// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension PairedComparison {
    /// The comparison as JSON, version 1: keys in a fixed order, six decimals, null for what does not exist.
    package var json: String {
        JSONWriter.line { json in
            json.object(.lines) { json in
                DocumentFormat(kind: "paired-comparison", version: 1).write(to: &json)
                json.add("notes", notes)
                json.add("windows", windows)
                json.add("interval_percent", FigureInterval.percent)
                json.add("interval_over", unit.rawValue)
                json.add("interval_units", units)
                json.objects("models", rows, .lines, each: .lines) { row, json in write(row, to: &json) }
            }
        }
    }

    private func write(_ row: Row, to json: inout JSONWriter) {
        json.add("name", row.name)
        json.write(row.metrics)
        json.write("interval", row.interval)
        json.write("difference", row.difference)
        json.object("f1_differences", row.differences.isEmpty ? .spaced : .lines) { json in
            for activity in Activity.allCases where row.differences[activity] != nil {
                json.write(activity.rawValue, row.differences[activity])
            }
        }
        json.object("macro_f1_of_data_sets") { json in
            for (name, value) in zip(dataSets, row.macroF1OfDataSet) { json.add([name: value]) }
        }
    }
}

extension JSONWriter {
    /// A difference with its interval; null without one.
    fileprivate mutating func write(_ key: String, _ difference: PairedComparison.Difference?) {
        object(key, of: difference) { difference, json in
            json.add(["value": difference.value])
            json.write("interval", difference.interval)
        }
    }
}
