// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `trips places`, `trips correct radius` and `trips stats --by town` through the binary.
@Suite struct KnownPlacesTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func trips(_ arguments: String...) throws -> CommandResult {
        try Command.run(
            ["trips"] + arguments + ["--store", folder.path("life"), "--time-zone", "UTC"], in: folder)
    }

    /// Four working days in Olten from midnight to midnight: home, and from 8 to 18 a place 9 km north.
    private func addDays() throws {
        let rows = (0..<4 * 288).map { step -> String in
            let minute = step % 288 * 5
            let isAway = minute >= 485 && minute < 1080
            let jitter = Double(step % 7 - 3) * 1e-5
            let north = isAway ? 0.08 : 0
            // 2026-05-04 is a Monday.
            return "\(1_777_852_800 + step * 300),\(47.35 + north + jitter),\(7.9033 - jitter),10\n"
        }
        let path = try folder.write("time,latitude,longitude,accuracy\n" + rows.joined(), to: "days.csv")
        #expect(try trips("--track", path).status == 0)
    }

    @Test func placesHaveTheirTownAndLikelyHomeAndWorkAreOffered() throws {
        try addDays()
        let result = try trips("places")
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.text.split(separator: "\n")
        let home = try #require(lines.first { $0.contains("likely home") })
        #expect(home.contains("near Olten (1)"), "\(result.text)")
        #expect(lines.contains { $0.contains(#/near .* \(2\)/#) && $0.contains("likely work") }, "\(result.text)")
        let identifier = try #require(home.split(separator: " ").first { $0.hasPrefix("p47.3") })
        #expect(result.errors.contains("trips correct name \(identifier) Home"))
        #expect(try trips("correct", "name", String(identifier), "Home").status == 0)
        #expect(try trips("correct", "radius", "Home", "250").status == 0)
        let named = try trips("places")
        #expect(named.text.contains("Home, near Olten") && named.text.contains("250 m"), "\(named.text)")
        #expect(!named.text.contains("likely home") && !named.errors.contains(" Home "))
        #expect(try trips("correct", "radius", "Home", "0").status == 3)
    }

    @Test func townsAndCountriesAreSummedUp() throws {
        try addDays()
        let towns = try trips("stats", "--by", "town")
        #expect(towns.status == 0 && towns.text.contains("Olten, Switzerland"), "\(towns.errors)")
        let countries = try trips("stats", "--by", "country", "--format", "csv")
        let lines = countries.text.split(separator: "\n")
        #expect(lines.count == 2 && lines[0] == "country,days,visits,duration_h")
        #expect(lines[1].hasPrefix("Switzerland,4,"))
        #expect(try trips("stats", "--by", "town", "--format", "json").status == 2)
    }
}
