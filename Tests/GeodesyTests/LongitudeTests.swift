// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@Suite struct LongitudeTests {
    @Test func differencesGoTheShorterWay() {
        #expect(Longitude.difference(10, 12) == 2)
        #expect(Longitude.difference(179, -179) == 2)
        #expect(Longitude.difference(-179, 179) == -2)
        #expect(Longitude.difference(0, 180) == -180)
        #expect(Longitude.difference(180, 0) == -180)
        #expect(Longitude.difference(0, 725) == 5)
    }

    @Test func betweenKeepsItsEndsAndGoesOverTheAntimeridian() {
        #expect(Longitude.between(8.25, 8.75, share: 0) == 8.25)
        #expect(Longitude.between(8.25, 8.75, share: 1) == 8.75)
        #expect(Longitude.between(179, -179, share: 0.5) == 180)
        #expect(Longitude.between(-179, 179, share: 1) == -181)
    }

    @Test func theEarthIsCutOutsideOfAllIntervals() {
        func cut(_ intervals: (west: Double, east: Double)...) -> Double? { Longitude.cut(outside: intervals) }
        #expect(cut() == nil)
        #expect(cut((7, 8)) == 7)
        #expect(cut((178, 180), (-180, -179)) == 178)
        #expect(cut((-158, -157), (174, 175)) == 174)
        // One interval inside another hides no gap, and makes none.
        #expect(cut((-170, 100), (-10, 10), (150, 160)) == 150)
    }
}
