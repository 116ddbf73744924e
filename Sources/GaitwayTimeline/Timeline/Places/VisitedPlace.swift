// SPDX-License-Identifier: Apache-2.0
/// A place of a timeline, shared by visits.
public struct VisitedPlace: Sendable, Hashable {
    /// The name for programs, which never changes.
    public var identifier: String
    /// Degrees north of the first visit. A centre that moved with each visit would make two runs differ.
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double
    /// The distance in metres within which visits belong to the place.
    public var radius: Double
    /// The name for people; nil if unknown.
    public var name: String?
    /// The number that the place keeps: a store's, or without a store the order of first visits; nil before numbering.
    public var number: Int?
    /// The nearest town, if one was looked up.
    package var town: String?

    /// The default radius in metres.
    package static let defaultRadius = 100.0

    /// A place; the name may be unknown.
    package init(
        identifier: String, latitude: Double, longitude: Double, radius: Double = VisitedPlace.defaultRadius,
        name: String? = nil, number: Int? = nil
    ) {
        self.identifier = identifier
        self.latitude = latitude
        self.longitude = longitude
        self.radius = radius
        self.name = name
        self.number = number
    }

    /// What every table, page and file calls the place: its name, or else `near Littau (6)`, or `Place 6` far from any
    /// town.
    package var title: String {
        if let name { return name }
        guard let number else { return town.map { "near " + $0 } ?? identifier }
        return town.map { "near \($0) (\(number))" } ?? "Place \(number)"
    }

    /// The title within a sentence, such as `the place near Littau (6)`.
    package var titleInSentence: String { name == nil && town != nil ? "the place " + title : title }
}

extension VisitedPlace {
    /// The most characters of a name.
    package static let longestName = 200
    /// The greatest radius that a person may give, in metres.
    package static let greatestRadius = 20_000.0

    /// Whether a name has more Unicode scalars than ``longestName``. Scalars are counted, since one character may have
    /// thousands of them.
    package static func isTooLong(_ name: String) -> Bool { name.unicodeScalars.count > longestName }
}
