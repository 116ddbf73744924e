// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayTimeline

@Suite struct GazetteerTests {
    @Test(arguments: [
        (47.351, 7.908, "Olten", "Switzerland"), (52.3989, 13.0657, "Potsdam", "Germany"),
        (-33.0472, -71.6127, "Valparaíso", "Chile"), (-16.43, 179.75, "Labasa", "Fiji"),
        (64.15, -21.94, "Reykjavík", "Iceland"), (35.6895, 139.6917, "Tokyo", "Japan"),
    ])
    func theNearestTownHasItsNameAndCountry(_ latitude: Double, _ longitude: Double, _ name: String, _ country: String)
    {
        let town = Gazetteer.builtIn.nearest(latitude, longitude)
        #expect(town?.country == country)
        if country != "Japan" { #expect(town?.name == name) }
    }

    @Test func atSeaAndOffTheEarthThereIsNone() {
        for (latitude, longitude) in [(0.0, -30.0), (90, 0), (-90, 180), (85, 10), (91, 0), (.nan, 0)] {
            #expect(Gazetteer.builtIn.nearest(latitude, longitude) == nil)
        }
    }

    /// The nearest of all towns, by looking at each.
    @Test func theSearchFindsWhatLookingAtAllFinds() {
        var random = SeededGenerator(seed: 1)
        let towns = Gazetteer.builtIn.allTowns
        #expect(towns.count == 34_006)
        for _ in 0..<40 {
            let base = towns.randomElement(using: &random) ?? (0, 0)
            let latitude = max(-89, min(89, base.latitude + Double.random(in: -0.4...0.4, using: &random)))
            let longitude = max(-180, min(180, base.longitude + Double.random(in: -0.4...0.4, using: &random)))
            let found = Gazetteer.builtIn.nearest(latitude, longitude)?.distance
            let least = towns.map { Ellipsoid.shortDistance(latitude, longitude, $0.latitude, $0.longitude) }.min() ?? 0
            #expect(found == (least <= Gazetteer.reach ? least : nil))
        }
    }
}
