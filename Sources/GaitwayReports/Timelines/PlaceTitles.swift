// SPDX-License-Identifier: Apache-2.0
package import GaitwayTimeline

package struct PlaceTitles: Sendable {
    private let titles: [String: String]

    /// Titles of places.
    ///
    /// - Parameters:
    ///   - showsIdentifiers: whether the identifier stands behind each title.
    ///   - areInSentences: whether a place without a name is `the place near Littau (6)`.
    package init(_ places: [VisitedPlace], showsIdentifiers: Bool = false, areInSentences: Bool = false) {
        titles = Dictionary(
            places.map { place in
                let title = areInSentences ? place.titleInSentence : place.title
                return (place.identifier, showsIdentifiers ? title + ", " + place.identifier : title)
            }
        ) { first, _ in first }
    }

    package subscript(identifier: String) -> String { titles[identifier] ?? identifier }
}
