// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReports
import GaitwayStore
import GaitwayTimeline

extension DoubtfulItem {
    /// Places without a name that lie near an older one: is it the same?
    static func newPlaces(
        in timeline: TimelineDocument, _ corrections: [Correction], _ titles: PlaceTitles
    ) -> [DoubtfulItem] {
        // A radius that a person gave says that the place is one of its own.
        let own = Set(
            corrections.compactMap { correction -> String? in
                if case .radius(_, let place) = correction { place.text } else { nil }
            })
        var first: [String: TimeSpan] = [:]
        for case .visit(let visit) in timeline.items {
            guard let place = visit.placeIdentifier, first[place] == nil else { continue }
            first[place] = visit.span
        }
        let known = timeline.places.compactMap { place in first[place.identifier].map { (place: place, span: $0) } }
            .sorted { $0.span.start < $1.span.start }
        var found: [DoubtfulItem] = []
        for (index, (place, span)) in known.enumerated() where place.name == nil && !own.contains(place.identifier) {
            var nearest: (place: VisitedPlace, distance: Double)?
            for (other, _) in known[..<index] {
                guard (other.latitude - place.latitude).magnitude * Ellipsoid.leastMetresPerDegree <= nearPlace else {
                    continue
                }
                let distance = Ellipsoid.shortDistance(
                    place.latitude, place.longitude, other.latitude, other.longitude)
                if distance <= nearest?.distance ?? nearPlace { nearest = (other, distance) }
            }
            guard let nearest else { continue }
            let (reference, other) = (
                PlaceReference(identifier: place.identifier), PlaceReference(identifier: nearest.place.identifier)
            )
            found.append(
                DoubtfulItem(
                    span: span,
                    question: "Is \(titles[place.identifier]) a place of its own?",
                    reason: "\(FigureText.distance(nearest.distance)) from \(titles[nearest.place.identifier])",
                    confirming: CorrectionOffer(
                        words: "It is a place of its own", correction: .radius(place.radius, ofPlace: reference)),
                    declining: CorrectionOffer(
                        words: "It is \(titles[nearest.place.identifier])",
                        correction: .samePlace(reference, as: other))))
        }
        return found
    }
}
