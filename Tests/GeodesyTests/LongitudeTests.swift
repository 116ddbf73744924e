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
}
