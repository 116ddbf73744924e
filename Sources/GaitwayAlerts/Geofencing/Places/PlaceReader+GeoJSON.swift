// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

extension PlaceReader {
    mutating func readGeoJSON(_ bytes: [UInt8]) throws(InputError) {
        var reader = JSONReader(bytes)
        var hasFeatures = false
        // The reader's closures cannot change self during initialisation.
        var copy = self
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "features":
                hasFeatures = true
                var number = 0
                try reader.array { (reader) throws(InputError) in
                    number += 1
                    guard let feature = try copy.element(&reader) else { return }
                    copy.addFeature(feature, number: number)
                }
            case "stories":
                try reader.array { (reader) throws(InputError) in
                    if let story = try copy.element(&reader) { copy.addStory(story) }
                }
            default: _ = try copy.element(&reader)
            }
        }
        try reader.expectEnd()
        self = copy
        guard hasFeatures else {
            throw .unsupported("the GeoJSON has no features", remedy: "give a FeatureCollection of points and polygons")
        }
    }

    /// No place is longer: a polygon of half a million corners with seven decimals.
    private static let longest = 16 << 20

    /// The next value; nil for one that is too long, which becomes a fault. Its length is checked first, since a value
    /// takes many times the memory of its text.
    private mutating func element(_ reader: inout JSONReader) throws(InputError) -> JSONElement? {
        var behind = reader
        // The reader refuses a short text that is not JSON; an open bracket reaches to the end.
        let isWhole = (try? behind.skip()) != nil
        guard behind.place - reader.place > Self.longest else { return try reader.element() }
        let fault = InputError.limitExceeded(
            "the value is longer than \(Self.longest >> 20) MiB",
            remedy: "cut the polygon into smaller ones; leave out features that are not places", line: reader.line())
        guard isWhole else { throw fault }
        add(fault)
        reader = behind
        return nil
    }

    private mutating func addFeature(_ feature: JSONElement, number: Int) {
        let line = feature.line
        guard let geometry = feature["geometry"], let type = geometry["type"]?.text,
            ["Point", "Polygon", "MultiPolygon"].contains(type)
        else {
            return add(
                "the place is not a point or a polygon", remedy: "give each place as a Point, Polygon or MultiPolygon",
                line: line)
        }
        let properties = feature["properties"] ?? JSONElement(content: .object([]), line: line)
        let storyObject = properties["story"]
        guard var place = type == "Point" ? point(geometry, line) : polygon(geometry, properties, number) else {
            return
        }
        var radii: [Double?] = []
        for element in [properties["radius"], properties["story_radius"] ?? storyObject?["radius"]] {
            if let element, element.number == nil {
                return add(
                    "the radius \(element.text.map { "\(quoted: $0) " } ?? "")is not a number",
                    remedy: "give it in metres", line: element.line)
            }
            radii.append(element?.number)
        }
        place.identifier = Self.name(properties["identifier"] ?? properties["id"] ?? feature["id"]) ?? ""
        place.title = properties.first(of: ["title", "name"])?.value.text ?? ""
        place.blurb = properties.first(of: ["blurb", "description"])?.value.text ?? ""
        place.story = Self.name(storyObject?["identifier"] ?? storyObject?["id"] ?? storyObject)
        place.url = properties["url"]?.text
        do throws(RuleFields.Fault) {
            place.rules = try RuleFields.rules { properties[$0].map(Self.value) }
        } catch {
            return add(
                "\(error.problem) (feature \(number))", remedy: error.remedy,
                line: properties[error.field]?.line ?? line)
        }
        add(place, radius: radii[0], storyRadius: radii[1], line: line)
    }

    /// A place at a point, so far without a name.
    private mutating func point(_ geometry: JSONElement, _ line: Int) -> Place? {
        guard let numbers = geometry["coordinates"]?.elements, numbers.count >= 2, let longitude = numbers[0].number,
            let latitude = numbers[1].number
        else {
            add("the point has no coordinates", remedy: "write [longitude, latitude]", line: line)
            return nil
        }
        return Place(identifier: "", latitude: latitude, longitude: longitude)
    }

    /// A place with a polygon, so far without a name.
    private mutating func polygon(_ geometry: JSONElement, _ properties: JSONElement, _ number: Int) -> Place? {
        if let radius = properties["radius"] {
            add(
                "feature \(number) is a polygon and has a radius",
                remedy: "leave the radius out: a polygon has its own edge", line: radius.line)
            return nil
        }
        do throws(InputError) {
            return Place(identifier: "", polygon: try Self.polygon(geometry, repairs: &repairs))
        } catch {
            let name = Self.name(properties["identifier"] ?? properties["id"]).map { " (\(quoted: $0))" } ?? ""
            add(
                "feature \(number)\(name): \(error.problem)", remedy: error.remedy, line: error.line ?? geometry.line,
                code: error.code)
            return nil
        }
    }

    private static func value(_ element: JSONElement) -> RuleFields.Value {
        switch element.content {
        case .text(let text): .text(text)
        case .number(let number): .number(number)
        case .boolean(let flag): .flag(flag)
        case .object, .array, .null: .other
        }
    }

    private mutating func addStory(_ story: JSONElement) {
        guard let identifier = Self.name(story["identifier"] ?? story["id"]) else {
            return add("the story has no identifier", remedy: "give each story its own", line: story.line)
        }
        if let radius = story["radius"]?.number { add(story: identifier, radius: radius, line: story.line) }
    }

    /// A text, or a whole number as text.
    private static func name(_ element: JSONElement?) -> String? {
        if let text = element?.text { return text }
        return element?.number.flatMap { Int64($0, in: .any) }.map { String($0) }
    }
}
