// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension PhoneComparison {
    /// All figures as JSON. Shares are of seconds of known activity, times in seconds; null is not known.
    package var json: String {
        JSONWriter.text { json in
            json.object(.lines) { json in
                json.add("gaitway", "phone-comparison")
                json.add("version", 1)
                json.add("model", model)
                json.add("rides", rides.count)
                json.add("without_reports", withoutReports)
                json.objects("skipped", skipped) { ride, json in
                    json.add("recording", ride.recording)
                    json.add("problem", ride.problem)
                }
                json.add("seconds", secondCount)
                for contestant in Contestant.allCases {
                    json.object(contestant.rawValue, .lines) { json in add(contestant, to: &json) }
                }
                json.array("phone_by_live", of: confusion, .lines) { row, json in
                    json.array { json in for count in row { json.append(count) } }
                }
                json.add("answers", Prediction.allCases.map(\.name))
                json.objects("recordings", rides, .lines) { ride, json in
                    json.add("recording", ride.name)
                    json.add("dataset", ride.dataSet)
                    json.add("first_second", ride.seconds.first?.number)
                    json.add("seconds", ride.seconds.count)
                    json.add("phone_steps", ride.steps?.phone)
                    json.add("steps", ride.steps?.gaitway)
                }
            }
        }
    }

    private func add(_ contestant: Contestant, to json: inout JSONWriter) {
        json.object("all") { Self.add(outcomes(of: contestant), balanced(contestant), to: &$0) }
        json.object("from_second_\(Self.settled)") { json in
            Self.add(
                outcomes(of: contestant, from: Self.settled), balanced(contestant, from: Self.settled), to: &json)
        }
        json.object("activities", .lines) { json in
            for activity in Activity.allCases {
                json.object(activity.rawValue) { Self.add(outcomes(of: contestant, activity: activity), nil, to: &$0) }
            }
        }
        json.object("datasets", .lines) { json in
            for dataSet in dataSets {
                json.object(dataSet) { Self.add(outcomes(of: contestant, dataSet: dataSet), nil, to: &$0) }
            }
        }
        json.object("confidence", .lines) { json in
            for level in Confidence.allCases {
                json.object(level.name) { json in
                    let outcomes = outcomes(of: contestant, confidence: level)
                    json.add("seconds", outcomes.seconds)
                    json.add("right", outcomes.share(outcomes.right), places: 4)
                }
            }
        }
        for (key, afterChanges) in [("after_change", true), ("after_start", false)] {
            json.object(key) { json in
                let delays = delays(of: contestant, afterChanges: afterChanges)
                json.add("count", delays.each.count)
                json.add("found", delays.found.count)
                json.add("median_s", Quantile.median(of: delays.found), places: 1)
                json.add("percentile_90_s", Quantile.value(0.9, of: delays.found), places: 1)
            }
        }
        json.object("article_delivers", of: vehicle(contestant)) { vehicle, json in
            json.add("seconds", vehicle.delivered.inSeconds, places: 1)
            json.add("of", vehicle.total.inSeconds, places: 1)
        }
    }

    private static func add(_ outcomes: Outcomes, _ balanced: Double?, to json: inout JSONWriter) {
        json.add("seconds", outcomes.seconds)
        for (key, part) in [("right", outcomes.right), ("wrong", outcomes.wrong), ("unknown", outcomes.unknown)] {
            json.add(key, outcomes.share(part), places: 4)
        }
        if let balanced { json.add("right_balanced", balanced, places: 4) }
    }
}
