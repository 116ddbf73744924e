// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

extension JSONWriter {
    /// Writes the figures of first answers; null without any.
    mutating func write(_ key: String, _ figures: FirstAnswerFigures?) {
        guard let figures else { return add(key, json: nil) }
        object(key, .lines) { json in
            json.add("beginnings", figures.beginnings)
            json.add("answered", figures.answered, places: Self.decimals)
            json.add("macro_f1", figures.macroF1, places: Self.decimals)
            json.add("macro_f1_of_windows", figures.macroF1OfWindows, places: Self.decimals)
            json.add("kept", figures.kept, places: Self.decimals)
            json.add("medium", figures.medium, places: Self.decimals)
            json.add("medium_right", figures.mediumRight, places: Self.decimals)
            json.add("medium_kept", figures.mediumKept, places: Self.decimals)
            json.add("moving_vehicles", figures.movingVehicles)
            json.add("moving_vehicles_stationary", figures.restingVehicles, places: Self.decimals)
        }
    }

    /// Writes the figures of the ends of rides; null without any.
    mutating func write(_ key: String, _ figures: HandlingFigures?) {
        guard let figures else { return add(key, json: nil) }
        object(key) { json in
            json.add("windows", figures.windows)
            json.add("rides", figures.rides)
            json.add("wrong", figures.wrong, places: Self.decimals)
            json.add("handled", figures.handled, places: Self.decimals)
            json.add("refused", figures.refused, places: Self.decimals)
        }
    }
}
