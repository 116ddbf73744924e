// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayStore
package import GaitwayTimeline

package enum CorrectionText {
    /// The cells of a row: number, kind, content, and a note if it fits nothing. Times are by the clocks of places.
    ///
    /// - Parameter places: the places that the store's corrections refer to.
    package static func row(
        _ stored: StoredCorrection, _ places: [PlaceReference: VisitedPlace], _ zones: TravelZones
    ) -> [String] {
        func title(_ place: PlaceReference) -> String { places[place]?.title ?? place.text }
        // A place that is named here has no other name before.
        func unnamed(_ place: PlaceReference) -> String {
            guard var known = places[place] else { return place.text }
            known.name = nil
            return known.title
        }
        func time(_ moment: Timestamp) -> String { zones.text(of: moment) + " " + zones.parts(of: moment).offset }
        func span(_ span: TimeSpan) -> String { "\(time(span.start)) to \(time(span.end))" }
        let (kind, text) =
            switch stored.correction {
            case .activity(let activity, let during): ("activity", "\(activity.rawValue), \(span(during))")
            case .vehicle(let vehicle, let during): ("vehicle", "\(vehicle.rawValue), \(span(during))")
            case .stay(let place, let during): ("stay", "at \(title(place)), \(span(during))")
            case .trip(let activity, _, let during): ("trip", "\(activity.rawValue), \(span(during))")
            case .gap(let during): ("gap", span(during))
            case .boundary(let moment, let other): ("boundary", "\(time(moment)) is \(time(other))")
            case .split(let moment): ("split", time(moment))
            case .visit(let during): ("merge visit", span(during))
            case .move(let during): ("merge move", span(during))
            case .name(let name, let place): ("name", "\(unnamed(place)) is \(quoted: name)")
            case .radius(let radius, let place): ("radius", "\(title(place)) has \(FigureText.distance(radius))")
            case .samePlace(let place, let other): ("same-place", "\(title(place)) is \(title(other))")
            }
        return ["\(stored.number)", kind, text, stored.fits ? "" : "fits nothing"]
    }

    /// The command that makes a correction of a store. Times are by the clocks of places, with their offset.
    package static func command(_ correction: Correction, store: String, _ zones: TravelZones) -> String {
        func time(_ moment: Timestamp) -> String {
            let parts = zones.parts(of: moment)
            return "\(parts.date)T\(parts.clock)\(parts.offset)"
        }
        func span(_ span: TimeSpan) -> String { "--from \(time(span.start)) --to \(time(span.end))" }
        let words =
            switch correction {
            case .activity(let activity, let during): "activity \(activity.rawValue) \(span(during))"
            case .vehicle(let vehicle, let during): "vehicle \(vehicle.rawValue) \(span(during))"
            case .stay(let place, let during):
                "stay \(ShellWord.quoted(place.text))"
                    + (place.identifier == nil
                        ? "" : place.position.map { " --near \($0.latitude),\($0.longitude)" } ?? "")
                    + " \(span(during))"
            case .trip(let activity, let path, let during):
                "trip \(activity.rawValue) --along \(ShellWord.quoted(path.rawValue)) \(span(during))"
            case .gap(let during): "gap \(span(during))"
            case .boundary(let moment, let other): "boundary \(time(moment)) \(time(other))"
            case .split(let moment): "split \(time(moment))"
            case .visit(let during): "merge visit \(span(during))"
            case .move(let during): "merge move \(span(during))"
            case .name(let name, let place): "name \(ShellWord.quoted(place.text)) \(ShellWord.quoted(name))"
            case .radius(let radius, let place): "radius \(ShellWord.quoted(place.text)) \(radius)"
            case .samePlace(let place, let other):
                "same-place \(ShellWord.quoted(place.text)) \(ShellWord.quoted(other.text))"
            }
        return "gaitway trips correct \(words) --store \(ShellWord.quoted(store))"
    }

    /// The items nearest to a span, in time order; for an activity, the sections of moves.
    package static func nearest(
        to span: TimeSpan, for correction: Correction, in timeline: TimelineDocument, _ zones: TravelZones
    ) -> String {
        let titles = PlaceTitles(timeline.places, areInSentences: true)
        var known: [(name: String, span: TimeSpan)] = []
        for item in timeline.items {
            switch item {
            case .visit(let visit):
                known.append(("visit" + (visit.placeIdentifier.map { " to " + titles[$0] } ?? ""), visit.span))
            case .move(let move):
                let isSingle = move.sections.count == 1
                if !isSingle { known.append(("move", move.span)) }
                if correction.isOfSections {
                    known += move.sections.map { ($0.activity.rawValue, $0.span) }
                } else if isSingle {
                    known.append((move.sections[0].activity.rawValue, move.span))
                }
            case .gap(let gap): known.append(("gap", gap.span))
            }
        }
        if correction.isOfSections {
            let moves = known.filter { Activity(rawValue: $0.name) != nil }
            if !moves.isEmpty { known = moves }
        }
        func distance(_ other: TimeSpan) -> Duration {
            max(.zero, other.start - span.end, span.start - other.end)
        }
        let nearest = known.sorted { distance($0.span) < distance($1.span) }.prefix(mostNearest)
        let texts = nearest.sorted { $0.span.start < $1.span.start }.map { item in
            "\(item.name), \(zones.text(of: item.span.start)) to \(zones.parts(of: item.span.end).clock)"
        }
        return "the nearest are " + texts.joined(separator: "; ")
    }

    private static let mostNearest = 3

    /// The extent of a timeline that has nothing near a correction.
    package static func extent(_ span: TimeSpan, _ zones: TravelZones) -> String {
        "the timeline lasts from \(zones.text(of: span.start)) to \(zones.text(of: span.end))"
    }

    /// A note on corrections that fit nothing yet; nil if all fit.
    package static func waiting(_ corrections: [StoredCorrection]) -> String? {
        let numbers = corrections.filter { !$0.fits }.map { "\($0.number)" }
        guard let first = numbers.first else { return nil }
        return numbers.count == 1
            ? "correction \(first) fits nothing yet; it is kept, and applies as soon as its days come in"
            : "corrections \(numbers.joined(separator: ", ")) fit nothing yet; they are kept, and apply as soon as "
                + "their days come in"
    }
}

extension Correction {
    /// Whether it is about parts of a move.
    fileprivate var isOfSections: Bool {
        switch self {
        case .activity, .vehicle: true
        default: false
        }
    }
}
