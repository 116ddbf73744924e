// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

extension TimelineDocument {
    /// Reads Gaitway's own format, version 1, which FORMAT.md of this module describes.
    ///
    /// - Throws: `InputError` with the line: `unsupported` for another kind or version, `malformed` for a file that
    ///   breaks the format (also for items that do not touch), `truncated` for a file that was cut.
    public init(json bytes: [UInt8], source: String? = nil) throws(InputError) {
        do throws(InputError) {
            var decoder = TimelineJSONDecoder(reader: JSONReader(bytes))
            self = try decoder.document()
        } catch {
            throw source.map { error.inSource($0) } ?? error
        }
    }

    /// Whether the first 64 KiB look like Gaitway's own format.
    package static func isJSON(_ bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        let head = bytes[start...].prefix(1 << 16).drop { $0 <= 32 }
        guard head.first == UInt8(ascii: "{") else { return false }
        let text = String(decoding: head.prefix(200).filter { $0 > 32 }, as: UTF8.self)
        return text.hasPrefix("{\"gaitway\":\"timeline\"")
    }
}

/// Reads version 1 from left to right, an item at a time.
private struct TimelineJSONDecoder {
    private static let format = DocumentFormat(kind: "timeline", version: 1)

    var reader: JSONReader

    mutating func document() throws(InputError) -> TimelineDocument {
        var document = TimelineDocument(items: [])
        var kind: String?
        var version: Double?
        var last: TimelineItem?
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "gaitway": kind = try reader.element().text
            case "version":
                version = try reader.element().number
                try Self.format.check(version: version)
            case "items":
                try reader.array { (reader) throws(InputError) in
                    let element = try reader.element()
                    let item = try Self.item(element)
                    try Self.check(item, follows: last, line: element.line)
                    last = item
                    document.items.append(item)
                }
            case "places":
                try reader.array { (reader) throws(InputError) in
                    document.places.append(try Self.place(try reader.element()))
                }
            default: _ = try reader.element()
            }
        }
        try reader.expectEnd()
        try Self.format.check(kind: kind)
        try Self.format.check(version: version)
        return document
    }

    private static func check(_ item: TimelineItem, follows last: TimelineItem?, line: Int) throws(InputError) {
        guard item.span.start <= item.span.end else {
            throw fault(line, "the item ends before it begins", "write the earlier time as start")
        }
        guard last.map({ $0.span.end == item.span.start }) ?? true else {
            throw fault(
                line, "the item does not begin where the one before it ends",
                "sort the items by time and fill what is unknown with a gap")
        }
    }

    private static func fault(_ line: Int, _ problem: String, _ remedy: Remedy) -> InputError {
        InputError(.malformed, line: line, problem: problem, remedy: remedy)
    }

    private static func item(_ element: JSONElement) throws(InputError) -> TimelineItem {
        let span = try span(element)
        let isOngoing = element["ongoing"]?.boolean ?? false
        switch try text(element, "kind") {
        case "visit":
            var activities: [ReportedSpan] = []
            for reported in element["activities"]?.elements ?? [] {
                activities.append(ReportedSpan(activity: try activity(reported), span: try Self.span(reported)))
            }
            let (latitude, longitude) = try position(element["latitude"], element["longitude"], element.line)
            var visit = Visit(
                span: span, latitude: latitude, longitude: longitude, spread: element["spread"]?.number ?? 0,
                fixCount: element["fixes"]?.number.flatMap { Int($0, in: 0...1_000_000_000) } ?? 0,
                longestSilence: Duration(inSeconds: element["longest_silence"]?.number ?? 0),
                activities: activities,
                isOngoing: isOngoing, placeIdentifier: element["place"]?.text)
            visit.isConfirmed = element["confirmed"]?.boolean ?? false
            visit.steps = try steps(element)
            return .visit(visit)
        case "move":
            var sections: [MoveSection] = []
            for section in element["sections"]?.elements ?? [] { sections.append(try Self.section(section)) }
            guard !sections.isEmpty else { throw fault(element.line, "the move has no sections", "write at least one") }
            return .move(Move(span: span, sections: sections, isOngoing: isOngoing))
        case "gap":
            return .gap(Gap(span: span, displacement: element["displacement"]?.number, isOngoing: isOngoing))
        case let other:
            throw fault(element.line, "the kind \(quoted: other) of the item is not known", "write visit, move or gap")
        }
    }

    private static func section(_ element: JSONElement) throws(InputError) -> MoveSection {
        let word = try text(element, "evidence")
        guard let evidence = MoveSection.Evidence(rawValue: word) else {
            throw fault(
                element.line, "the evidence \(quoted: word) is not known",
                "write \(MoveSection.Evidence.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        var path: [[PathPoint]] = []
        for piece in element["path"]?.elements ?? [] {
            var points: [PathPoint] = []
            for point in piece.elements ?? [] { points.append(try Self.point(point)) }
            path.append(points)
        }
        var section = MoveSection(
            span: try span(element), activity: try activity(element), evidence: evidence,
            distance: element["distance"] == nil ? nil : try number(element, "distance"),
            unobservedDistance: element["unobserved_distance"]?.number ?? 0,
            maximumSpeed: element["maximum_speed"]?.number, path: path)
        section.steps = try steps(element)
        section.probability = try probability(element)
        if let word = element["vehicle"]?.text {
            guard let vehicle = Vehicle(rawValue: word) else {
                throw fault(
                    element.line, "the vehicle \(quoted: word) is not known",
                    "write \(Vehicle.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            section.vehicle = vehicle
        }
        return section
    }

    private static func point(_ element: JSONElement) throws(InputError) -> PathPoint {
        let parts = element.elements ?? []
        guard parts.count >= 3, let time = parts[2].text.flatMap(Timestamp.init(iso8601:)) else {
            throw fault(element.line, "the point of the path cannot be read", "write [longitude,latitude,time]")
        }
        let (latitude, longitude) = try position(parts[1], parts[0], element.line)
        return PathPoint(
            time: time, latitude: latitude, longitude: longitude, altitude: parts.count > 3 ? parts[3].number : nil)
    }

    private static func place(_ element: JSONElement) throws(InputError) -> VisitedPlace {
        let (latitude, longitude) = try position(element["latitude"], element["longitude"], element.line)
        return VisitedPlace(
            identifier: try text(element, "identifier"), latitude: latitude, longitude: longitude,
            radius: try number(element, "radius"), name: element["name"]?.text,
            number: element["number"]?.number.flatMap { Int($0, in: 1...1_000_000_000) })
    }

    // MARK: Values

    private static func text(_ element: JSONElement, _ key: String) throws(InputError) -> String {
        guard let text = element[key]?.text else {
            throw fault(element.line, "the text \(quoted: key) is missing", "add it")
        }
        return text
    }

    private static func number(_ element: JSONElement, _ key: String) throws(InputError) -> Double {
        guard let number = element[key]?.number else {
            throw fault(element.line, "the number \(quoted: key) is missing", "add it")
        }
        return number
    }

    private static func steps(_ element: JSONElement) throws(InputError) -> Int? {
        guard let number = element["steps"]?.number else { return nil }
        guard let steps = Int(number, in: StepCount.possible) else {
            throw fault(
                element.line, "the steps \(number) are not a count",
                "write a whole number from 0 to \(StepCount.possible.upperBound)")
        }
        return steps
    }

    private static func probability(_ element: JSONElement) throws(InputError) -> Double? {
        guard let number = element["probability"]?.number else { return nil }
        guard (0...1).contains(number) else {
            throw fault(element.line, "the probability \(number) is outside 0 to 1", "write a share of 1")
        }
        return number
    }

    private static func activity(_ element: JSONElement) throws(InputError) -> Activity {
        let word = try text(element, "activity")
        guard let activity = Activity(rawValue: word) else {
            throw fault(
                element.line, "the activity \(quoted: word) is not known",
                "write \(Activity.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return activity
    }

    private static func span(_ element: JSONElement) throws(InputError) -> TimeSpan {
        var moments: [Timestamp] = []
        for key in ["start", "end"] {
            let text = try text(element, key)
            guard let moment = Timestamp(iso8601: text) else {
                throw fault(
                    element.line, "\(key) \(quoted: text) is not a time", "write it as 2026-05-01T08:00:12.800Z")
            }
            moments.append(moment)
        }
        return TimeSpan(start: moments[0], end: moments[1])
    }

    private static func position(_ latitude: JSONElement?, _ longitude: JSONElement?, _ line: Int) throws(InputError)
        -> (latitude: Double, longitude: Double)
    {
        guard let latitude = latitude?.number, let longitude = longitude?.number else {
            throw fault(line, "the latitude or longitude is not a number", "give both in degrees")
        }
        guard latitude.magnitude <= 90 else {
            throw fault(line, "latitude \(latitude) is outside -90 to 90", "give it in degrees")
        }
        guard longitude.magnitude <= 180 else {
            throw fault(line, "longitude \(longitude) is outside -180 to 180", "give it in degrees")
        }
        return (latitude, longitude)
    }
}
