// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Input that is refused before it is read, and the length of messages.
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

    /// Kinds of tracks in GeoJSON; a line is one value, whatever its length.
    enum TrackKind: CaseIterable { case line, lineBehindTimes, shortLine, indentedLine, multiLine, manyLines, points }

    private static func geoJSON(_ kind: TrackKind, _ count: Int) -> String {
        func position(_ number: Int) -> String {
            kind == .shortLine
                ? "[13.\(25_000 + number / 10),52.5]"
                : "[13.\(2_500_000 + number),52.\(5_000_000 + number),3\(number % 10).5]"
        }
        func time(_ number: Int) -> String {
            kind == .shortLine
                ? "\"\(Walk.time(number / 10).dropLast(5))Z\""
                : "\"\(Walk.time(number / 10).dropLast(4))\(number % 10)00Z\""
        }
        let separator = kind == .indentedLine ? ",\n" : ","
        func list(_ numbers: Range<Int>, _ text: (Int) -> String) -> String {
            "[" + numbers.map(text).joined(separator: separator) + "]"
        }
        func feature(_ type: String, _ coordinates: String, _ times: String, timesFirst: Bool = false) -> String {
            let members = [
                "\"geometry\":{\"type\":\"\(type)\",\"coordinates\":\(coordinates)}", "\"properties\":{\(times)}",
            ]
            return "{\"type\":\"Feature\"," + (timesFirst ? members.reversed() : members).joined(separator: ",") + "}"
        }
        let parts = (0..<20).map { $0 * count / 20..<($0 + 1) * count / 20 }
        let features: [String]
        switch kind {
        case .line, .shortLine, .indentedLine, .lineBehindTimes:
            features = [
                feature(
                    "LineString", list(0..<count, position), "\"coordTimes\":" + list(0..<count, time),
                    timesFirst: kind == .lineBehindTimes)
            ]
        case .multiLine:
            let positions = parts.map { list($0, position) }.joined(separator: ",")
            let times = parts.map { list($0, time) }.joined(separator: ",")
            features = [feature("MultiLineString", "[\(positions)]", "\"coordTimes\":[\(times)]")]
        case .manyLines:
            features = parts.map { feature("LineString", list($0, position), "\"times\":" + list($0, time)) }
        case .points: features = (0..<count).map { feature("Point", position($0), "\"time\":" + time($0)) }
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
    }

    @Test(.enabled(if: !Sanitizer.isOn, Comment(rawValue: Sanitizer.reason)), arguments: TrackKind.allCases)
    func geoJSONTakesTwiceItsSizeAtTheMost(_ kind: TrackKind) throws {
        let words = ["places", "make", "--count", "1", "--track"]
        // What the command takes without a track to speak of.
        let small = try Command.run(words + [folder.write(Self.geoJSON(kind, 40), to: "small.geojson")], in: folder)
        let text = Self.geoJSON(kind, 400_000)
        let path = try folder.write(text, to: "large.geojson")
        let large = try Command.run(words + [path], in: folder)
        let piped = try Command.shell("cat '\(path)' | \"$GAITWAY\" \(words.joined(separator: " ")) -", in: folder)
        #expect(small.status == 0 && large.status == 0 && piped.status == 0, "\(large.errors) \(piped.errors)")
        #expect(large.output == piped.output && large.output != small.output)
        for peak in [large.peakMemory, piped.peakMemory] {
            #expect(
                peak - small.peakMemory < 2 * text.utf8.count,
                "\(peak >> 20) MiB for \(text.utf8.count >> 20) MiB, \(small.peakMemory >> 20) without")
        }
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
