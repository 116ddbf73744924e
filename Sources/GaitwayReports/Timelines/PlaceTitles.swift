// SPDX-License-Identifier: Apache-2.0
package import GaitwayTimeline

package struct PlaceTitles: Sendable {
    private let titles: [String: String]

    /// Titles of places.
    ///
    /// - Parameter showsIdentifiers: whether the identifier stands behind each title.
    package init(_ places: [VisitedPlace], showsIdentifiers: Bool = false) {
        titles = Dictionary(
            places.map { ($0.identifier, showsIdentifiers ? $0.title + ", " + $0.identifier : $0.title) }
        ) { first, _ in first }
    }

    package subscript(identifier: String) -> String { titles[identifier] ?? identifier }
}
