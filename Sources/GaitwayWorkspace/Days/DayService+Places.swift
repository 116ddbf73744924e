// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayLiveServer
import GaitwayReports
import GaitwayTimeline

/// The places of all days.
extension DayService {
    /// All visited places with their figures, in the order of first visits.
    package func places() throws -> ServedResponse {
        try kept("places") { history in
            let figures = PlaceFigures.figures(of: history.timeline.items, offset: history.clocks.offset(at:))
            let likely = LikelyPlaces(history.timeline, offset: history.clocks.offset(at:))
            let places = history.timeline.places.filter { figures[$0.identifier] != nil }.sorted { left, right in
                let (first, second) = (figures[left.identifier]?.span, figures[right.identifier]?.span)
                guard let first, let second, first.start != second.start else {
                    return left.identifier < right.identifier
                }
                return first.start < second.start
            }
            return .json { json in
                json.object { json in
                    json.add("zone", history.zoneText)
                    json.add("home", likely.home)
                    json.add("work", likely.work)
                    json.array("places", of: places) { place, json in
                        guard let own = figures[place.identifier] else { return }
                        json.object { json in
                            Self.write(place, own, history, to: &json)
                        }
                    }
                }
            }
        }
    }

    private static func write(
        _ place: VisitedPlace, _ figures: PlaceFigures, _ history: DayHistory, to json: inout JSONWriter
    ) {
        let town = history.towns[place.identifier]
        json.add("id", place.identifier)
        json.add("name", place.name)
        json.add("title", history.titles[place.identifier])
        json.add("town", town?.name)
        json.add("country", town?.country)
        json.add("latitude", place.latitude, places: 6)
        json.add("longitude", place.longitude, places: 6)
        json.add("radius", place.radius, places: 1)
        json.add("visits", figures.visits)
        json.add("seconds", Int(clamping: figures.duration.inSeconds))
        json.add("first", history.date(of: figures.span.start))
        json.add("last", history.date(of: figures.span.end))
    }

    /// The hours of the week at a place, and its visits with times by the local clock.
    package func place(_ request: ServedRequest) throws -> ServedResponse {
        let identifier = request.query["id"] ?? ""
        let history = try history()
        let visits = history.timeline.items.filter { item in
            if case .visit(let visit) = item { visit.placeIdentifier == identifier } else { false }
        }
        guard let own = PlaceFigures.figures(of: visits, offset: history.clocks.offset(at:))[identifier] else {
            throw WorkspaceRefusal.noPlace
        }
        return .json { json in
            json.object { json in
                json.add("id", identifier)
                json.array("rhythm") { json in for hour in own.rhythm { json.append(Int(clamping: hour.inSeconds)) } }
                json.objects("visits", visits) { visit, json in
                    json.add("date", history.date(of: visit.span.start))
                    for (key, time) in [("from", visit.span.start), ("to", visit.span.end)] {
                        json.add(key, Int(time.wholeSeconds) + history.clocks.offset(at: time))
                    }
                }
            }
        }
    }
}
