// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

extension TimelineExport {
    /// A table (CSV, RFC 4180, LF): a line for each visit, gap and section of a move. The column names contain the
    /// units.
    ///
    /// Sections of one move share its number. Unknown values are empty. `offset` gives the seconds to add to UTC at a
    /// moment.
    public static func csv(_ document: TimelineDocument, offset: (Timestamp) -> Int) -> String {
        let titles = document.titlesOfPlaces
        var text = CSVText.record(columns)
        for (index, item) in document.items.enumerated() {
            func add(_ kind: String, _ span: TimeSpan, isOngoing: Bool, _ values: [String: String]) {
                var values = values
                values["item"] = String(index + 1)
                values["kind"] = kind
                values["start_utc"] = span.start.iso8601
                values["end_utc"] = span.end.iso8601
                values["start_local"] = local(span.start, offset)
                values["end_local"] = local(span.end, offset)
                values["duration_s"] = DecimalText.text(span.seconds, places: 3)
                values["ongoing"] = isOngoing ? "true" : "false"
                text += CSVText.record(columns.map { values[$0] ?? "" })
            }
            switch item {
            case .visit(let visit): add("visit", visit.span, isOngoing: visit.isOngoing, values(of: visit, titles))
            case .move(let move):
                for section in move.sections {
                    let isOngoing = move.isOngoing && section == move.sections.last
                    add("move", section.span, isOngoing: isOngoing, values(of: section))
                }
            case .gap(let gap):
                add("gap", gap.span, isOngoing: gap.isOngoing, ["displacement_m": number(gap.displacement, places: 1)])
            }
        }
        return text
    }

    private static let columns = [
        "item", "kind", "activity", "start_utc", "end_utc", "start_local", "end_local", "duration_s", "distance_m",
        "unobserved_distance_m", "displacement_m", "mean_speed_m_per_s", "maximum_speed_m_per_s", "evidence", "place",
        "place_name",
        "start_latitude_deg", "start_longitude_deg", "end_latitude_deg", "end_longitude_deg", "ongoing",
        "vehicle", "steps",
    ]

    private static func values(of visit: Visit, _ titles: [String: String]) -> [String: String] {
        let (latitude, longitude) = (number(visit.latitude, places: 7), number(visit.longitude, places: 7))
        return [
            "place": visit.placeIdentifier ?? "", "place_name": visit.placeIdentifier.flatMap { titles[$0] } ?? "",
            "start_latitude_deg": latitude, "start_longitude_deg": longitude, "end_latitude_deg": latitude,
            "end_longitude_deg": longitude, "steps": visit.steps.map(String.init) ?? "",
        ]
    }

    private static func values(of section: MoveSection) -> [String: String] {
        let first = section.path.first?.first
        let last = section.path.last?.last
        return [
            "activity": section.activity.rawValue, "vehicle": section.vehicle?.rawValue ?? "",
            "evidence": section.evidence.rawValue,
            "distance_m": number(section.distance, places: 1),
            "unobserved_distance_m": number(section.unobservedDistance, places: 1),
            "mean_speed_m_per_s": number(section.meanSpeed, places: 2),
            "maximum_speed_m_per_s": number(section.maximumSpeed, places: 2),
            "start_latitude_deg": number(first?.latitude, places: 7),
            "start_longitude_deg": number(first?.longitude, places: 7),
            "end_latitude_deg": number(last?.latitude, places: 7),
            "end_longitude_deg": number(last?.longitude, places: 7),
            "steps": section.steps.map(String.init) ?? "",
        ]
    }

    private static func number(_ value: Double?, places: Int) -> String {
        value.flatMap { $0.isFinite ? DecimalText.text($0, places: places) : nil } ?? ""
    }

    /// `2026-05-01T10:00:12.800+02:00`.
    private static func local(_ time: Timestamp, _ offset: (Timestamp) -> Int) -> String {
        let seconds = offset(time)
        return String((time + .seconds(seconds)).iso8601.dropLast()) + LocalZone.text(ofOffset: seconds)
    }
}
