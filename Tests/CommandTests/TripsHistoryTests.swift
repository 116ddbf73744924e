// SPDX-License-Identifier: Apache-2.0
import Testing

/// Location histories of any size, and whole exports, given to the command.
@Suite struct TripsHistoryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Records of a walk of 20 minutes between two stays; `radio` is what stands between their positions and times.
    private func records(radio: String, count: Int = 600) -> String {
        let records = (0..<count).map { index in
            let second = index * 6
            let walked = max(0, min(second - 1200, 1200))
            let time =
                "2026-05-01T0\(8 + second / 3600):\(second / 600 % 6)\(second / 60 % 10):"
                + "\(second / 10 % 6)\(second % 10)Z"
            return
                "{\"latitudeE7\": \(525_000_000 + walked * 126), \"longitudeE7\": 132500000, \"accuracy\": 8,\(radio)"
                + "\"activity\": [{\"timestamp\": \"\(time)\", \"activity\": [{\"type\": "
                + "\"\(walked > 0 && walked < 1200 ? "WALKING" : "STILL")\", \"confidence\": 90}]}], "
                + "\"timestamp\": \"\(time)\"}"
        }
        return "{\"locations\": [" + records.joined(separator: ", ") + "]}"
    }

    @Test func memoryGrowsWithTheFixesAndNotWithTheFile() throws {
        let radio = "\"activeWifiScan\": {\"accessPoints\": [\"" + String(repeating: "x", count: 200_000) + "\"]}, "
        let small = try folder.write(records(radio: ""), to: "small.json")
        let large = try folder.write(records(radio: radio), to: "large.json")
        let plain = try Command.run(["trips", "--track", small], in: folder)
        let padded = try Command.run(["trips", "--track", large], in: folder)
        #expect(plain.status == 0 && plain.text.contains("walking"), "\(plain.errors)")
        #expect(padded.status == 0 && padded.text == plain.text)
        // 120 MB more of file.
        #expect(padded.peakMemory - plain.peakMemory < 16 << 20, "\(padded.peakMemory) and \(plain.peakMemory)")
    }

    @Test func aBrokenRecordIsToldWithItsPlace() throws {
        let text = records(radio: "").replacing("\"latitudeE7\": 525000756,", with: "\"latitudeE7\": 5250\"00756,")
        let result = try Command.run(["trips", "--track", folder.write(text, to: "day.json")], in: folder)
        #expect(result.status == 0)
        let lines = result.errorLines
        #expect(lines.contains { $0.contains("repaired: damaged 1") }, "\(result.errors)")
        #expect(lines.contains { $0.contains("left out: ") && $0.contains("day.json:1:") }, "\(result.errors)")
    }

    @Test func aWholeTakeoutIsOneTrack() throws {
        let visit =
            "{\"timelineObjects\": [{\"placeVisit\": {\"location\": {\"latitudeE7\": 525151200, \"longitudeE7\": "
            + "132500000, \"name\": \"Library\"}, \"duration\": {\"startTimestamp\": \"2026-05-01T08:40:00Z\", "
            + "\"endTimestamp\": \"2026-05-01T14:00:00Z\"}}}]}"
        try folder.write(records(radio: ""), to: "Takeout/Location History/Records.json")
        try folder.write(visit, to: "Takeout/Location History/Semantic Location History/2026/2026_MAY.json")
        try folder.write("<html></html>", to: "Takeout/archive_browser.html")
        let result = try Command.run(["trips", "--track", folder.path("Takeout"), "--time-zone", "UTC"], in: folder)
        #expect(result.status == 0 && result.text.contains("14:00:00"), "\(result.errors)")
        #expect(result.text.contains("Library"), "\(result.text)")
        #expect(result.errors.contains("1 visit and 0 moves of the app's own"))
        #expect(result.errors.contains("1 other file is not a track"))
        // It goes into a store, too, once.
        let store = folder.path("days.sqlite")
        for _ in 0..<2 {
            let stored = try Command.run(
                ["trips", "--track", folder.path("Takeout"), "--store", store], in: folder)
            #expect(stored.status == 0 && stored.text.contains("Library"), "\(stored.errors)")
        }
    }
}
