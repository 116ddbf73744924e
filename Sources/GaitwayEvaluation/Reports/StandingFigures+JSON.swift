// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

extension JSONWriter {
    /// Writes the figures as an object, null without any.
    mutating func write(_ key: String, _ figures: StandingFigures?) {
        guard let figures else { return add(key, json: nil) }
        object(key, .lines) { json in
            json.add("macro_f1", figures.withoutStanding.macroF1, places: Self.decimals)
            json.write("interval", figures.intervals.macroF1)
            json.object("f1") { json in
                for activity in Activity.allCases {
                    json.add(activity.rawValue, figures.withoutStanding[activity].f1, places: Self.decimals)
                }
            }
            json.object("windows_left_out") { json in
                for activity in [Activity.automotive, .cycling] {
                    json.add(activity.rawValue, figures.leftOut[activity] ?? 0)
                }
            }
            json.object("windows_without_speed") { json in
                for activity in [Activity.automotive, .cycling] {
                    json.add(activity.rawValue, figures.withoutSpeed[activity] ?? 0)
                }
            }
            json.write("standstill_after_moving", figures.standstill)
            json.objects("speeds", figures.rows, .lines) { row, json in
                json.add("activity", row.activity.rawValue)
                json.add("speed", row.band.rawValue)
                json.write(row.figures)
            }
        }
    }
}
