// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayAlerts

@Suite("Reading places")
struct PlaceReaderTests {
    private static let geoJSON = """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[13.4,52.5]},
         "properties":{"title":"Gate","blurb":"Old","radius":60,"story":"walls","url":"https://example.org/7"}},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[-180,-90]},
         "properties":{"identifier":"b","name":"Pole","story":"walls"}},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[0,0]},
         "properties":{"identifier":"c","story":{"identifier":"sea","radius":300}}},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[0,0]},"properties":{"identifier":"d"}},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[0,1]},\
        "properties":{"identifier":"e","story":"sea"}}],
        "stories":[{"identifier":"walls","radius":250}]}
        """

    @Test("GeoJSON: all fields; the radius is the place's, else the story's, else 100 m")
    func geoJSON() throws {
        let places = try PlaceSet(decoding: Array(Self.geoJSON.utf8)).places
        #expect(places.map(\.identifier) == ["7", "b", "c", "d", "e"])
        #expect(places.map(\.radius) == [60, 250, 300, 100, 300])
        let gate = Place(
            identifier: "7", title: "Gate", blurb: "Old", latitude: 52.5, longitude: 13.4, radius: 60,
            story: "walls", url: "https://example.org/7")
        #expect(places[0] == gate)
        #expect(places[1].title == "Pole" && places[1].longitude == -180)
    }

    @Test("a table gives the same")
    func table() throws {
        let text =
            "id,title,latitude,longitude,radius,story,story_radius,url\n\"a,1\",Gate,52.5,13.4,60,walls,250,u\n"
            + "b,,1,2,,walls,,\nc,,1,2,,,,\n"
        let places = try PlaceSet(decoding: Array(text.utf8)).places
        #expect(places.map(\.identifier) == ["a,1", "b", "c"])
        #expect(places.map(\.radius) == [60, 250, 100])
        #expect(places[0].url == "u" && places[2].story == nil)
    }

    @Test("what is written reads as it was")
    func roundTrip() throws {
        let set = try PlaceScatter.places(200, latitudes: -90...90, longitudes: -180...180, radius: 75, seed: 5)
        let again = try PlaceSet(decoding: Array(set.geoJSON.utf8))
        #expect(again.places.map(\.identifier) == set.places.map(\.identifier))
        for (left, right) in zip(set.places, again.places) {
            #expect(abs(left.latitude - right.latitude) < 1e-7 && abs(left.longitude - right.longitude) < 1e-7)
            #expect(left.radius == right.radius && left.title == right.title)
        }
    }

    @Test("every fault is found, with its line, and the rest is read")
    func faults() {
        let text =
            "identifier,latitude,longitude,radius\na,91,0,\nb,0,181,\nc,0,0,0\nd,0,0,1e9\ne,0,0,-5\nf,0,0,\nf,1,1,\n"
            + ",0,0,\ng,x,0,\nh,0,0,nan\ni,0\nj,nan,0,\nk,0,0,y\nl,2,2,100000\n"
        let reader = PlaceReader(Array(text.utf8), source: "places.csv")
        #expect(reader.places.map(\.identifier) == ["f", "l"])
        #expect(reader.faults.compactMap(\.line) == [2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14])
        #expect(reader.faults.allSatisfy { $0.source == "places.csv" && !$0.remedy.isEmpty })
        #expect(reader.faults[5].problem.contains("first on line 7"))
        #expect(throws: InputError.self) { try PlaceSet(decoding: Array(text.utf8)) }
    }

    @Test(
        "GeoJSON that holds no places is refused",
        arguments: [
            "", "{}", "[]", "{\"features\":[]}", "{\"features\":[{}]}", "{\"features\":[1]}", "{\"features\":[",
            "{\"features\":[{\"geometry\":{\"type\":\"LineString\",\"coordinates\":[]}}]}",
            "{\"features\":[{\"geometry\":{\"type\":\"Point\",\"coordinates\":[1]}}]}",
            "{\"features\":[{\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]},"
                + "\"properties\":{\"identifier\":\"\"}}]}",
            "{\"features\":[{\"id\":\"a\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]},"
                + "\"properties\":{\"radius\":\"1\"}}]}",
            "{\"features\":[{\"id\":\"a\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[10,100]}}]}", "x,y\n1,2\n",
        ])
    func refused(_ text: String) {
        #expect(throws: InputError.self) { try PlaceSet(decoding: Array(text.utf8)) }
    }

    @Test("places made in the program are checked alike")
    func made() {
        let place = Place(identifier: "a", latitude: 1, longitude: 1)
        #expect(throws: InputError.self) { try PlaceSet([place, place]) }
        #expect(throws: InputError.self) { try PlaceSet([Place(identifier: "a", latitude: .nan, longitude: 1)]) }
        #expect(throws: InputError.self) {
            try PlaceSet([Place(identifier: "a", latitude: 1, longitude: 1, radius: .infinity)])
        }
    }

    @Test("a table of a spreadsheet, with semicolons, decimal commas and UTF-16")
    func spreadsheet() throws {
        let text = "id;title;latitude;longitude;radius\na;Tor, links;52,5;13,4;60,5\n"
        let units: [UInt16] = [0xfeff] + Array(text.utf16)
        let wide = units.flatMap { (unit: UInt16) -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] }
        for bytes in [Array(text.utf8), wide] {
            let places = try PlaceSet(decoding: bytes).places
            #expect(places.map(\.title) == ["Tor, links"] && places.map(\.radius) == [60.5])
            #expect(places.map(\.latitude) == [52.5] && places.map(\.longitude) == [13.4])
        }
    }
}
