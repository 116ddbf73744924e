import MotionTypes
import TextFormats

extension PlaceReader {
    mutating func readGeoJSON(_ bytes: [UInt8]) throws(InputError) {
        var reader = JSONReader(bytes)
        var hasFeatures = false
        // The closures of the reader cannot change self while it is being made.
        var copy = self
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "features":
                hasFeatures = true
                try reader.array { (reader) throws(InputError) in copy.addFeature(try reader.element()) }
            case "stories":
                try reader.array { (reader) throws(InputError) in copy.addStory(try reader.element()) }
            default: _ = try reader.element()
            }
        }
        try reader.expectEnd()
        self = copy
        guard hasFeatures else {
            throw InputError(
                .unsupported, problem: "the GeoJSON has no features", remedy: "give a FeatureCollection of points")
        }
    }

    private mutating func addFeature(_ feature: JSONElement) {
        let line = feature.line
        guard let geometry = feature["geometry"], geometry["type"]?.text == "Point" else {
            return add("the place is not a point", remedy: "give each place as a Point", line: line)
        }
        guard let numbers = geometry["coordinates"]?.elements, numbers.count >= 2, let longitude = numbers[0].number,
            let latitude = numbers[1].number
        else {
            return add("the point has no coordinates", remedy: "write [longitude, latitude]", line: line)
        }
        let properties = feature["properties"] ?? JSONElement(content: .object([]), line: line)
        let storyObject = properties["story"]
        var radii: [Double?] = []
        for element in [properties["radius"], properties["story_radius"] ?? storyObject?["radius"]] {
            if let element, element.number == nil {
                return add(
                    "the radius \(element.text.map { "\"\($0)\" " } ?? "")is not a number", remedy: "give it in metres",
                    line: element.line)
            }
            radii.append(element?.number)
        }
        let place = Place(
            identifier: Self.name(properties["identifier"] ?? properties["id"] ?? feature["id"]) ?? "",
            title: properties.first(of: ["title", "name"])?.value.text ?? "",
            blurb: properties.first(of: ["blurb", "description"])?.value.text ?? "", latitude: latitude,
            longitude: longitude,
            story: Self.name(storyObject?["identifier"] ?? storyObject?["id"] ?? storyObject),
            url: properties["url"]?.text)
        add(place, radius: radii[0], storyRadius: radii[1], line: line)
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
        return element?.number.flatMap { Int64(exactly: $0) }.map { String($0) }
    }
}
