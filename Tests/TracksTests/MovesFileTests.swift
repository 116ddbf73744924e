// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import GaitwayTimeline

@Suite("Moves files")
struct MovesFileTests {
    private func days(_ text: String) throws -> [MovesDay] {
        var days: [MovesDay] = []
        try MovesFile.read(Array(text.utf8)) { (day) throws(InputError) in days.append(day) }
        return days
    }

    @Test("segments, places, activities and points as the file has them")
    func reads() throws {
        let text = """
            [{"date":"20140603","segments":null},
            {"segments":[{"type":"place","startTime":"20140603T152242-0700","endTime":"20140603T160000-0700",
              "place":{"id":7,"name":"Home","location":{"lat":1.5,"lon":-2}},"activities":[]},
            {"type":"move","activities":[{"group":null,"activity":"trp","distance":12.5,
              "trackPoints":[{"lat":1,"lon":2,"time":"20140603T230000Z"},{"lat":1}]}]}]}]
            """
        let days = try days(text)
        #expect(days.map(\.segments.count) == [0, 2])
        let place = days[1].segments[0]
        #expect(place.type == "place")
        #expect(try place.times.start() == Timestamp(iso8601: "2014-06-03T22:22:42Z"))
        #expect(try place.times.span()?.end == Timestamp(iso8601: "2014-06-03T23:00:00Z"))
        #expect(place.place?.number == 7)
        #expect(place.place?.name == "Home")
        #expect(place.place?.location?.latitude == 1.5)
        #expect(place.place?.location?.longitude == -2)
        let activity = try #require(days[1].segments[1].activities.first)
        #expect(activity.activity == .automotive)
        #expect(activity.distance == 12.5)
        #expect(try activity.times.span() == nil)
        #expect(try activity.trackPoints[0].time() == Timestamp(iso8601: "2014-06-03T23:00:00Z"))
        #expect(try activity.trackPoints[1].time() == nil)
        #expect(activity.trackPoints[1].longitude == nil)
    }

    @Test("one day alone is a file too")
    func oneDay() throws {
        #expect(try days(#"{"segments":[{"type":"off"}]}"#).first?.segments.first?.type == "off")
    }

    @Test("a time that cannot be read is named with its line")
    func faults() throws {
        let segment = try #require(try days("[{\"segments\":[\n{\"startTime\":\"soon\"}]}]").first?.segments.first)
        let fault = #expect(throws: InputError.self) { try segment.times.start() }
        #expect(fault?.line == 2)
        #expect(try days("[1]").first?.isObject == false)
        #expect(throws: InputError.self) { try days("[{}") }
    }
}
