// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Reads places and finds every fault of a file, not only the first.
///
/// GeoJSON: a FeatureCollection of points and polygons. `properties` has `identifier` (or the feature has `id`),
/// `title`, `blurb`, `radius`, `story`, `story_radius`, `url`; `stories` beside `features` may list `{"identifier",
/// "radius"}`. CSV: a header with the same names and `latitude`, `longitude`, for points alone. `name` serves for the
/// title and `description` for the blurb. PLACES.md has all fields.
package struct PlaceReader: Sendable {
    /// The places that have no fault.
    package private(set) var places: [Place] = []
    /// The faults: text that cannot be read, coordinates and radii out of range, identifiers that are missing or come
    /// twice. Reading ends at a fault of the text.
    package private(set) var faults: [InputError] = []

    /// The repairs of polygons.
    package internal(set) var repairs = Polygon.Repairs()

    /// The purpose of a file of places.
    package enum Purpose: Sendable {
        /// Places that alert: each has its own identifier, and a radius if 100 m will not do.
        case stories
        /// Names of circles: a title is needed, an identifier is not.
        case names
        /// Areas that an export hides: a point needs a radius; identifiers are not needed.
        case zones
    }

    private let source: String?
    let purpose: Purpose
    private var seen: [String: Int] = [:]
    private var storyRadii: [String: Double] = [:]
    /// The places whose radius their story may still give.
    private var withoutRadius: [Int] = []

    /// Reads a whole file.
    package init(_ bytes: [UInt8], source: String? = nil) { self.init(bytes, source: source, for: .stories) }

    /// Reads a whole file for a purpose.
    package init(_ bytes: [UInt8], source: String?, for purpose: Purpose) {
        self.source = source
        self.purpose = purpose
        let bytes = TextEncoding.fromUTF16(bytes)
        do throws(InputError) {
            let first = bytes.first { $0 > 32 && $0 < 0x80 }
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                try readGeoJSON(bytes)
            } else {
                try readTable(bytes)
            }
            if places.isEmpty, faults.isEmpty { throw .empty("there are no places", remedy: "give at least one") }
        } catch {
            add(error)
        }
        for index in withoutRadius {
            if let radius = places[index].story.flatMap({ storyRadii[$0] }) { places[index].radius = radius }
        }
    }

    mutating func add(_ fault: InputError) {
        var fault = fault
        if fault.remedy.isEmpty { fault.remedy = "give places as GeoJSON or CSV" }
        faults.append(source.map { fault.inSource($0) } ?? fault)
    }

    /// Takes a place whose radius may be missing.
    mutating func add(_ place: Place, radius: Double?, storyRadius: Double?, line: Int) {
        var place = place
        let valid = storyRadius.flatMap { Self.isValid(radius: $0) ? $0 : nil }
        if let story = place.story, let valid { storyRadii[story] = valid }
        let isCircle = place.polygon == nil
        if isCircle { place.radius = radius ?? storyRadius ?? Place.defaultRadius }
        if purpose != .stories, place.identifier.isEmpty { place.identifier = "#\(places.count + faults.count + 1)" }
        if purpose == .names, !isCircle {
            return add("the place is a polygon", remedy: "give it as a Point with a radius", line: line)
        }
        if purpose == .zones, isCircle, radius == nil {
            return add("the zone has no radius", remedy: "give it a radius in metres, as \"radius\":200", line: line)
        }
        if purpose == .names, place.title.isEmpty {
            return add("the place has no name", remedy: "give it a name, as \"name\":\"Home\"", line: line)
        }
        if let fault = Self.fault(of: place, line: line) ?? Self.duplicate(place, line: line, seen: &seen) {
            return add(fault)
        }
        if isCircle, radius == nil, storyRadius == nil, place.story != nil { withoutRadius.append(places.count) }
        places.append(place)
    }

    /// Takes a story's radius.
    mutating func add(story: String, radius: Double, line: Int) {
        if Self.isValid(radius: radius) {
            storyRadii[story] = radius
        } else {
            add(Self.radiusFault(radius, "the story \(quoted: story)", line))
        }
    }

    /// Takes a fault that leaves the rest readable.
    mutating func add(
        _ problem: String, remedy: Remedy, line: Int, column: Int? = nil, code: InputError.Code = .malformed
    ) {
        add(InputError(code, line: line, column: column, problem: problem, remedy: remedy))
    }

    private static func isValid(radius: Double) -> Bool { radius > 0 && radius <= Place.largestRadius }

    private static func radiusFault(_ radius: Double, _ owner: String, _ line: Int?) -> InputError {
        .malformed(
            "the radius of \(owner) is \(radius) m; it must be above 0 and at most "
                + "\(Int(proven: Place.largestRadius)) m", remedy: "give the radius in metres", line: line)
    }

    /// The fault of a place, apart from the others.
    static func fault(of place: Place, line: Int?) -> InputError? {
        let owner = "the place \(quoted: place.identifier)"
        if place.identifier.isEmpty {
            return .malformed("the place has no identifier", remedy: "give each place its own", line: line)
        }
        guard place.latitude.magnitude <= 90 else {
            return .malformed(
                "the latitude \(place.latitude) of \(owner) is outside -90 to 90",
                remedy: "give degrees; GeoJSON has the longitude first", line: line)
        }
        guard place.longitude.magnitude <= 180 else {
            return .malformed(
                "the longitude \(place.longitude) of \(owner) is outside -180 to 180", remedy: "give degrees",
                line: line)
        }
        return isValid(radius: place.radius) ? nil : radiusFault(place.radius, owner, line)
    }

    /// The fault of an identifier that an earlier place has.
    static func duplicate(_ place: Place, line: Int?, seen: inout [String: Int]) -> InputError? {
        guard let first = seen.updateValue(line ?? 0, forKey: place.identifier) else { return nil }
        return .malformed(
            "the identifier \(quoted: place.identifier) is used twice"
                + (line == nil ? "" : ", first on line \(first)"), remedy: "give each place its own", line: line)
    }
}
