// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// Valid places, each with an identifier of its own, and their index.
public struct PlaceSet: Sendable {
    /// The places, in the order of the file.
    public let places: [Place]
    /// Finds the nearest of them.
    package let index: PlaceIndex
    /// The repairs of its polygons when it was read.
    package private(set) var repairs = Polygon.Repairs()
    /// The largest radius, in metres; 0 without places.
    package let largestRadius: Double

    /// A set of places.
    ///
    /// - Throws: `InputError` for the first fault.
    public init(_ places: [Place]) throws(InputError) {
        var seen: [String: Int] = [:]
        for place in places {
            if let fault = PlaceReader.fault(of: place, line: nil) { throw fault }
            if let fault = PlaceReader.duplicate(place, line: nil, seen: &seen) { throw fault }
        }
        self.init(checked: places)
    }

    init(checked places: [Place]) {
        self.places = places
        index = PlaceIndex(places)
        largestRadius = places.lazy.map(\.radius).max() ?? 0
    }

    /// Reads GeoJSON or CSV; the first character decides which.
    ///
    /// - Throws: `InputError` for the first fault, with its line.
    public init(decoding bytes: [UInt8], source: String? = nil) throws(InputError) {
        // What the reader remembers of the text is gone before the index is made.
        let (places, repairs) = try Self.read(bytes, source)
        self.init(checked: places)
        self.repairs = repairs
    }

    private static func read(_ bytes: [UInt8], _ source: String?) throws(InputError) -> ([Place], Polygon.Repairs) {
        let reader = PlaceReader(bytes, source: source)
        if let fault = InputError.joined(reader.faults) { throw fault }
        return (reader.places, reader.repairs)
    }
}
