// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayTimeline

extension TripTruth {
    /// Reads the expected trips of a day in e-mission's format: `{"data":[trip…]}`. Each trip is a GeoJSON
    /// FeatureCollection with a collection for each section. The file has all trips of the day.
    ///
    /// These are the accepted output of e-mission's own pipeline, not labels by hand.
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: the day's name.
    ///   - period: the day.
    /// - Throws: ``InputError`` with the line.
    package init(eMission bytes: [UInt8], name: String, period: TimeSpan) throws(InputError) {
        do throws(InputError) {
            var reader = JSONReader(bytes)
            let root = try reader.element()
            try reader.expectEnd()
            guard let elements = root["data"]?.elements else {
                throw InputError(
                    .unsupported, line: root.line, problem: "no expected trips of e-mission",
                    remedy: "give a file whose data is an array of trips")
            }
            var trips: [Trip] = []
            for element in elements { trips.append(try Self.trip(element)) }
            trips.sort { ($0.span.start, $0.span.end) < ($1.span.start, $1.span.end) }
            self.init(name: name, period: period, coverage: .complete, trips: trips)
        } catch {
            throw error.inSource(name)
        }
    }

    private static func trip(_ element: JSONElement) throws(InputError) -> Trip {
        guard let properties = element["properties"] else {
            throw InputError(
                .malformed, line: element.line, problem: "a trip without properties", remedy: "get the file again")
        }
        let whole = try span(properties)
        var sections: [Section] = []
        for nested in element["features"]?.elements ?? [] {
            for feature in nested["features"]?.elements ?? [] {
                guard let properties = feature["properties"], properties["feature_type"]?.text == "section" else {
                    continue
                }
                sections.append(
                    Section(span: try span(properties), travelClass: travelClass(properties["sensed_mode"]?.text ?? ""))
                )
            }
        }
        sections.sort { ($0.span.start, $0.span.end) < ($1.span.start, $1.span.end) }
        return Trip(span: whole, sections: sections)
    }

    /// The class of a mode such as `MotionTypes.WALKING`; nil if it is not a way to move.
    private static func travelClass(_ mode: String) -> TravelClass? {
        TravelClass(mode: String(mode.split(separator: ".").last ?? ""))
    }

    private static func span(_ properties: JSONElement) throws(InputError) -> TimeSpan {
        guard let start = properties["start_ts"]?.number, let end = properties["end_ts"]?.number else {
            throw InputError(
                .malformed, line: properties.line, problem: "no start_ts and end_ts", remedy: "get the file again")
        }
        return TimeSpan(start: Timestamp(seconds: start), end: Timestamp(seconds: end))
    }
}

extension TripTruth.TravelClass {
    /// The class of a mode in the capitals of e-mission and MobilityNet; nil for any other word.
    init?(mode: String) {
        switch mode {
        case "WALKING", "RUNNING", "ON_FOOT": self = .foot
        case "BICYCLING", "E_BIKE": self = .cycling
        case "IN_VEHICLE", "CAR", "BUS", "TRAIN", "SUBWAY", "LIGHT_RAIL": self = .automotive
        default: return nil
        }
    }
}
