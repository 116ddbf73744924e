import Foundation
import TestSupport
import Testing

/// What is refused before it is read, and how much is said of what is wrong.
@Suite struct InputBoundsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A file of five gigabytes that takes no room on the disk.
    private func sparseFile(_ name: String, _ start: String) throws -> String {
        let path = try folder.write(start, to: name)
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        try file.truncate(atOffset: 5 << 30)
        try file.close()
        return path
    }

    @Test func sizeIsLookedAtBeforeReading() throws {
        let path = try sparseFile("huge.geojson", "{\"type\":\"FeatureCollection\",\"features\":[")
        let track = try sparseFile("huge.gpx", "<gpx version=\"1.1\"><trk>")
        for arguments in [
            ["trips", "--track", track], ["simulate", "--track", track, "--places", path], ["places", "check", path],
            ["evaluate", path], ["model", "show", path],
        ] {
            let result = try Command.run(arguments, in: folder)
            #expect(result.status == 3, "\(arguments): \(result.errors)")
            #expect(result.errors.contains("larger than"), "\(arguments): \(result.errors)")
            #expect(result.peakMemory < 100 << 20, "\(arguments): \(result.peakMemory >> 20) MiB")
        }
    }

    /// A line of GeoJSON is one value, whatever its length.
    @Test(arguments: [false, true]) func geoJSONTakesThreeTimesItsSizeAtTheMost(isSorted: Bool) throws {
        let count = 300_000
        let times = (0..<count).map { "\"\(Walk.time($0 / 10).dropLast(4))\($0 % 10)00Z\"" }.joined(separator: ",")
        let positions = (0..<count).map { "[13.\(2_500_000 + $0),52.\(5_000_000 + $0),3\($0 % 10).5]" }
            .joined(separator: ",")
        let geometry = "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[\(positions)]}"
        let properties = "\"properties\":{\"coordTimes\":[\(times)]}"
        let feature = "{" + (isSorted ? [geometry, properties] : [properties, geometry]).joined(separator: ",") + "}"
        let text = "{\"type\":\"FeatureCollection\",\"features\":[\(feature)]}"
        let result = try Command.run(
            ["places", "make", "--count", "1", "--track", folder.write(text, to: "line.geojson")], in: folder)
        #expect(result.status == 0, "\(result.errors.prefix(300))")
        // What the command takes for itself is about 13 MiB.
        let most = 3 * text.utf8.count + (13 << 20)
        #expect(result.peakMemory < most, "\(result.peakMemory >> 20) MiB of \(most >> 20)")
    }

    @Test(arguments: [
        ("manifest.csv", "recording,activity\na.csv,\(Self.long)\n", ["evaluate"]),
        ("manifest.csv", "recording,\(Self.long),activity,\(Self.long)\na,b,c,d\n", ["evaluate"]),
        ("places.csv", "id,title,lat,lon\na,b,1,\(Self.long)\n", ["places", "check"]),
        ("log.csv", "\(Self.long),ax\n1,2\n", ["classify"]),
    ])
    func longTextIsQuotedInPart(name: String, text: String, arguments: [String]) throws {
        let path = try folder.write(text, to: name)
        let result = try Command.run(arguments + [path], in: folder)
        #expect(result.status == 3)
        #expect(result.errors.utf8.count < 2_000 && result.errors.contains(name), "\(result.errors.prefix(3_000))")
    }

    private static let long = String(repeating: "x", count: 3_000_000)

    @Test func hundredFaultsAreListedAndTheRestCounted() throws {
        let rows = (0..<250).map { "p\($0),t,91,8\n" }.joined()
        let path = try folder.write("id,title,lat,lon\n" + rows, to: "places.csv")
        let result = try Command.run(["places", "check", path], in: folder)
        #expect(result.status == 3)
        #expect(result.errorLines.count == 101)
        #expect(result.errorLines.last == "gaitway: 150 more faults are not listed")
        #expect(String(decoding: result.output, as: UTF8.self).contains("faults  250"))
    }
}
