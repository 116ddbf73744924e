// SPDX-License-Identifier: Apache-2.0
internal import GaitwayAlerts
internal import GaitwayBase
internal import GaitwayReplay

extension PolicyTrial {
    /// The figures as one JSON object, without the line's end; `axes` are the swept fields. SCORING.md describes it.
    package func json(axes: [String], isOnFront: Bool) -> String {
        JSONWriter.text { json in
            json.object { json in
                json.write(name: policy.name, axes, values, isOnFront: isOnFront)
                json.add("driving_passed", figures.drivingPassed, places: 4)
                json.add("walking_held", figures.walkingHeld, places: 4)
                json.object("activities") { json in
                    for activity in Activity.allCases {
                        let time = figures.time(of: activity)
                        guard time.total > .zero else { continue }
                        json.object(activity.rawValue) { json in
                            json.add("hours", time.total.inSeconds / 3600, places: 3)
                            json.add("passed", time.passedShare, places: 4)
                            json.add("mean_passed", figures.passedShare(of: activity), places: 4)
                            json.object("held_by") { json in
                                for reason in GateReason.allCases {
                                    guard let held = time.reasons[reason] else { continue }
                                    json.add(reason.rawValue, held / time.total, places: 4)
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

extension AlertTrial {
    /// The figures as one JSON object, without the line's end.
    package func json(axes: [String], isOnFront: Bool) -> String {
        JSONWriter.text { json in
            json.object { json in
                json.write(name: result.policy, axes, values, isOnFront: isOnFront)
                if let score {
                    score.write(to: &json)
                } else {
                    json.add("alerts", result.tally.count(.deliver))
                }
                json.add("while_driving", result.alertsWhileDriving)
            }
        }
    }
}

extension SweepChoice {
    /// The choice as one JSON object, without the line's end.
    package func json(of trials: [PolicyTrial]) -> String {
        JSONWriter.text { json in
            json.object { json in
                json.add("choice", trials[best].policy.name)
                json.add("weight", weight)
                json.add("driving_passed", trials[best].figures.drivingPassed, places: 4)
                json.add("walking_held", trials[best].figures.walkingHeld, places: 4)
                json.object("held_out") { json in
                    json.add("driving_passed", heldOut.drivingPassed, places: 4)
                    json.add("walking_held", heldOut.walkingHeld, places: 4)
                }
                json.object("by_data_set") { json in
                    for (dataSet, trial) in choices { json.add(dataSet, trials[trial].policy.name) }
                }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func write(name: String, _ axes: [String], _ values: [String], isOnFront: Bool) {
        add("policy", name)
        if !values.isEmpty {
            object("values") { json in
                for (axis, value) in zip(axes, values) { json.add(axis, value) }
            }
        }
        add("front", isOnFront)
    }
}
