// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayTimeline

/// What an import states about a move: its activity, its kind of vehicle, its distance; and visits that were confirmed.
@Suite struct StatedTests {
    private func span(_ from: Double, _ to: Double) -> TimeSpan {
        TimeSpan(start: DayScript.moment(from), end: DayScript.moment(to))
    }

    private func section(
        _ from: Double, _ to: Double, _ activity: Activity, distance: Double? = 100, unseen: Double = 0,
        vehicle: Vehicle? = nil
    ) -> MoveSection {
        var section = MoveSection(
            span: span(from, to), activity: activity, evidence: .speed, distance: distance, unobservedDistance: unseen)
        section.vehicle = vehicle
        return section
    }

    private func move(_ sections: MoveSection...) -> TimelineItem {
        .move(
            Move(
                span: TimeSpan(start: sections[0].span.start, end: sections[sections.count - 1].span.end),
                sections: sections))
    }

    @Test func aStatedActivityHoldsFromItsStartToItsEnd() throws {
        let items = [
            move(
                section(0, 900, .cycling), section(900, 1000, .stationary, distance: nil),
                section(1000, 2400, .running), section(2400, 3000, .walking))
        ]
        let held = items.holding([StatedActivity(span: span(0, 2400), activity: .cycling)])
        let sections = try #require(held[0].move?.sections)
        #expect(sections.map(\.activity) == [.cycling, .stationary, .cycling, .walking])
        #expect(sections.map(\.evidence) == [.reports, .speed, .reports, .speed])
        #expect(held[0].span == items[0].span)
        // A claim within a section cuts it at its ends; the parts have the section's length.
        let cut = [move(section(0, 3000, .running, distance: 300))]
            .holding([StatedActivity(span: span(600, 2400), activity: .cycling)])
        let parts = try #require(cut[0].move?.sections)
        #expect(parts.map(\.activity) == [.running, .cycling, .running])
        #expect(parts.map(\.span.seconds) == [600, 1800, 600])
        #expect(parts.compactMap(\.distance).reduce(0, +) == 300)
        #expect(items.holding([]) == items)
    }

    @Test func theKindOfVehicleAndTheUnseenDistanceAreTaken() throws {
        let own = TimelineDocument(items: [
            move(section(0, 600, .walking), section(600, 1800, .automotive, distance: 500, unseen: 1000))
        ])
        let other = TimelineDocument(items: [
            move(section(600, 1800, .automotive, distance: nil, unseen: 9000, vehicle: .tram))
        ])
        let joined = own.joined(with: other).timeline
        let sections = try #require(joined.items.first?.move?.sections)
        #expect(joined.items.count == 1 && sections.map(\.vehicle) == [nil, .tram])
        #expect(sections[1].distance == 500 && sections[1].unobservedDistance == 8500)
        #expect(sections[0].wholeDistance == 100)
        // A path without silences is known better than a stated distance.
        let whole = TimelineDocument(items: [move(section(600, 1800, .automotive, distance: 500))])
        #expect(whole.joined(with: other).timeline.items.first?.move?.distance == 500)
        #expect(whole.joined(with: other).timeline.items.first?.move?.sections[0].unobservedDistance == 0)
    }

    @Test func aConfirmedVisitOutranksGuessesFromSparseFixes() throws {
        var confirmed = Visit(span: span(3600, 7200), latitude: 47, longitude: 8, fixCount: 0)
        confirmed.isConfirmed = true
        let other = TimelineDocument(items: [.visit(confirmed)])
        let sparse = move(section(0, 9000, .automotive, distance: 10, unseen: 5000))
        let cut = TimelineDocument(items: [sparse]).joined(with: other).timeline
        #expect(cut.items.map(kind) == ["move", "visit", "move"])
        #expect(cut.items.map(\.span.seconds) == [3600, 3600, 1800])
        // Dense fixes and unconfirmed visits leave it as it is.
        let dense = move(section(0, 9000, .automotive, distance: 5000, unseen: 10))
        #expect(TimelineDocument(items: [dense]).joined(with: other).timeline.items.map(kind) == ["move"])
        confirmed.isConfirmed = false
        let guess = TimelineDocument(items: [.visit(confirmed)])
        #expect(TimelineDocument(items: [sparse]).joined(with: guess).timeline.items.map(kind) == ["move"])
    }

    @Test func everyExportHasTheKindOfVehicle() throws {
        let path = [0.0, 60].map {
            PathPoint(time: DayScript.moment($0), latitude: 47 + $0 / 10_000, longitude: 8)
        }
        var ride = section(0, 60, .automotive, vehicle: .subway)
        ride.path = [path]
        let document = TimelineDocument(items: [move(ride)])
        let json = TimelineExport.json(document)
        #expect(json.contains("\"vehicle\":\"subway\""))
        #expect(try TimelineDocument(json: Array(json.utf8)).items.first?.move?.sections[0].vehicle == .subway)
        #expect(TimelineExport.geoJSON(document).contains("\"vehicle\":\"subway\""))
        #expect(TimelineExport.gpx(document).contains("<type>subway</type>"))
        #expect(TimelineExport.kml(document).contains("<Data name=\"vehicle\"><value>subway</value></Data>"))
        #expect(TimelineExport.csv(document) { _ in 0 }.split(separator: "\n")[1].hasSuffix(",subway,"))
        let moves = TimelineExport.moves(document) { _ in 0 }
        #expect(moves.contains("\"activity\":\"underground\",\"group\":\"transport\""))
        let back = try MovesStoryline(decoding: Array(moves.utf8), source: "moves").timeline
        #expect(back.items.compactMap(\.move).first?.sections[0].vehicle == .subway)
        #expect(throws: InputError.self) {
            try TimelineDocument(json: Array(json.replacing("subway", with: "sleigh").utf8))
        }
    }

    @Test(arguments: 1...8) func exportAndImportKeepTimesAndPositions(seed: UInt64) throws {
        var clusterer = PlaceClusterer()
        let items = clusterer.assign(DayScript.usual(seed: seed).items())
        let document = TimelineDocument(items: items, places: clusterer.places)
        let back = try TimelineDocument(json: Array(TimelineExport.json(document).utf8))
        #expect(back.items.count == items.count)
        func near(_ first: Timestamp, _ second: Timestamp) -> Bool { abs(first.seconds(since: second)) <= 0.001 }
        func near(_ first: Double?, _ second: Double?) -> Bool { abs((first ?? 0) - (second ?? 0)) <= 0.1 }
        for (own, other) in zip(items, back.items) {
            #expect(kind(own) == kind(other) && own.isOngoing == other.isOngoing)
            #expect(near(own.span.start, other.span.start) && near(own.span.end, other.span.end))
            if let visit = own.visit, let read = other.visit {
                // A hundred-millionth of a degree is a millimetre.
                #expect(abs(visit.latitude - read.latitude) < 1e-7 && abs(visit.longitude - read.longitude) < 1e-7)
                #expect(near(visit.spread, read.spread) && visit.placeIdentifier == read.placeIdentifier)
            }
            guard let move = own.move, let read = other.move else { continue }
            #expect(move.sections.map(\.activity) == read.sections.map(\.activity))
            for (section, readSection) in zip(move.sections, read.sections) {
                #expect(near(section.distance, readSection.distance))
                #expect(near(section.unobservedDistance, readSection.unobservedDistance))
                #expect(section.path.map(\.count) == readSection.path.map(\.count))
                for (point, readPoint) in zip(section.path.joined(), readSection.path.joined()) {
                    #expect(near(point.time, readPoint.time))
                    #expect(abs(point.latitude - readPoint.latitude) < 1e-6)
                    #expect(abs(point.longitude - readPoint.longitude) < 1e-6)
                }
            }
        }
    }
}
