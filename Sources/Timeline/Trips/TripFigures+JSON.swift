internal import TextFormats

extension TripFigures {
    /// The figures as one line of JSON; keys are those of this type's properties, in snake case.
    public func json(name: String) -> String {
        func number(_ value: Double?) -> String { value.map { DecimalText.text($0, places: 4) } ?? "null" }
        func edge(_ error: EdgeError?) -> String {
            guard let error else { return "null" }
            return "{\"median\":" + number(error.median) + ",\"p90\":" + number(error.percentile90)
                + ",\"signed_median\":" + number(error.signedMedian) + "}"
        }
        let counts: [(String, Int)] = [
            ("days", days), ("expected", expected), ("blind", blind), ("found", found), ("missed", missed),
            ("pieces", pieces), ("cuts_at_waits", cutsAtWaits), ("wrong_cuts", wrongCuts), ("invented", invented),
            ("unscripted", unscripted), ("sections", sections), ("split", split), ("merged", merged),
        ]
        var members = ["\"name\":" + JSONText.quoted(name)]
        members += counts.map { "\"" + $0.0 + "\":" + String($0.1) }
        members.append("\"hours\":" + number(hours))
        members.append("\"invented_per_24h\":" + number(inventedPerDay))
        members.append("\"start_error_s\":" + edge(startError))
        members.append("\"end_error_s\":" + edge(endError))
        members.append("\"tracked_start_error_s\":" + edge(trackedStartError))
        members.append("\"tracked_end_error_s\":" + edge(trackedEndError))
        members.append("\"expected_moving_s\":" + number(total(expectedTime)))
        members.append("\"right_moving_s\":" + number(total(rightTime)))
        members.append("\"labelled_moving_s\":" + number(labelledTime))
        members.append("\"right_share\":" + number(rightShare))
        members.append("\"right_share_of_labelled\":" + number(rightShareOfLabelled))
        let classes = TripTruth.TravelClass.allCases.map { "\"" + $0.rawValue + "\":" + number(rightShare($0)) }
        members.append("\"right_share_by_class\":{" + classes.joined(separator: ",") + "}")
        return "{" + members.joined(separator: ",") + "}"
    }

    private func total(_ time: [TripTruth.TravelClass: Double]) -> Double {
        TripTruth.TravelClass.allCases.reduce(0) { $0 + (time[$1] ?? 0) }
    }
}
