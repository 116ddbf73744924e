// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension TripFigures {
    /// The figures as one line of JSON. The keys are the properties in snake case.
    package func json(name: String) -> String {
        JSONWriter.text { json in write(name: name, to: &json) }
    }

    /// Writes the figures as an object.
    func write(name: String, to json: inout JSONWriter) {
        json.object { json in writeMembers(name: name, to: &json) }
    }

    private func writeMembers(name: String, to json: inout JSONWriter) {
        func add(_ key: String, _ value: Double?) { json.add(key, value, places: 4) }
        func add(_ key: String, _ error: EdgeError?) {
            guard let error else { return json.add(key, json: nil) }
            json.object(key) { json in
                json.add("median", error.median, places: 4)
                json.add("p90", error.percentile90, places: 4)
                json.add("signed_median", error.signedMedian, places: 4)
            }
        }
        let counts: [(String, Int)] = [
            ("days", days), ("expected", expected), ("blind", blind), ("found", found), ("missed", missed),
            ("pauses", pauses), ("parted_pauses", partedPauses), ("pieces", pieces), ("cuts_at_waits", cutsAtWaits),
            ("wrong_cuts", wrongCuts), ("invented", invented),
            ("unscripted", unscripted), ("sections", sections), ("split", split), ("merged", merged),
        ]
        json.add("name", name)
        for (key, count) in counts { json.add(key, count) }
        add("hours", hours)
        add("invented_per_24h", inventedPerDay)
        add("start_error_s", startError)
        add("end_error_s", endError)
        add("tracked_start_error_s", trackedStartError)
        add("tracked_end_error_s", trackedEndError)
        add("expected_moving_s", total(expectedTime))
        add("right_moving_s", total(rightTime))
        add("labelled_moving_s", labelledTime)
        add("right_share", rightShare)
        add("right_share_of_labelled", rightShareOfLabelled)
        json.object("right_share_by_class") { json in
            for travelClass in TripTruth.TravelClass.allCases {
                json.add(travelClass.rawValue, rightShare(travelClass), places: 4)
            }
        }
    }

    private func total(_ time: [TripTruth.TravelClass: Double]) -> Double {
        TripTruth.TravelClass.allCases.reduce(0) { $0 + (time[$1] ?? 0) }
    }
}
