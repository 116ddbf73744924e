// SPDX-License-Identifier: Apache-2.0

/// The indices of a set's places by their identifiers.
package struct PlaceNumbers: Sendable {
    private var numbers: [String: Int] = [:]

    package init() {}

    package init(_ set: PlaceSet) {
        for (number, place) in set.places.enumerated() { numbers[place.identifier] = number }
    }

    package subscript(identifier: String) -> Int? { numbers[identifier] }
}
