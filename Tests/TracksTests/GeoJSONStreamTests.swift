// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayTimeline

@Suite("GeoJSON tracks piece by piece")
struct GeoJSONStreamTests {
    /// What a track is made of a text that comes in pieces of at most `chunk` bytes.
    private func outcome(_ bytes: [UInt8], chunk: Int) -> Result<Track, InputError> {
        var rest = bytes[...]
        let input = TrackBytes(name: nil) { (buffer) throws(InputError) in
            let count = min(chunk, rest.count, buffer.count)
            buffer.replaceSubrange(0..<count, with: rest.prefix(count))
            rest = rest.dropFirst(count)
            return count
        }
        do throws(InputError) { return .success(try TrackFormat.geoJSON.track(input)) } catch { return .failure(error) }
    }

    private func track(_ text: String) throws -> Track { try outcome(Array(text.utf8), chunk: 1 << 18).get() }

    private static let several = """
        {"type":"FeatureCollection","name":"a","features":[
        {"type":"Feature","properties":{"coordTimes":[["2026-05-01T08:00:00Z","2026-05-01T08:00:10Z"],\
        [1777622430,1777622440]]},
         "geometry":{"type":"MultiLineString","coordinates":[[[13.25,52.5,34],[13.26,52.5]],[[13.27,52.5],\
        [13.28,52.51,36.5]]]}},
        {"type":"Feature","properties":{"speed":1.5,"time":"2026-05-01T08:01:00Z","bearing":90},
         "geometry":{"type":"Point","coordinates":[13.29,52.5]}}]}
        """

    @Test("members in any order give the same track")
    func order() throws {
        let sorted = """
            {"features":[
            {"geometry":{"coordinates":[[[13.25,52.5,34],[13.26,52.5]],[[13.27,52.5],[13.28,52.51,36.5]]],\
            "type":"MultiLineString"},
             "properties":{"coordinateProperties":{"times":[["2026-05-01T08:00:00Z","2026-05-01T08:00:10Z"],\
            [1777622430,1777622440]]}},"type":"Feature"},
            {"geometry":{"coordinates":[13.29,52.5],"type":"Point"},"properties":{"bearing":90,"speed":1.5,\
            "time":"2026-05-01T08:01:00Z"},"type":"Feature"}],
            "name":"a","type":"FeatureCollection"}
            """
        let track = try track(sorted)
        #expect(try track == self.track(Self.several))
        #expect(track.fixes.map(\.elapsed) == [0, 10, 30, 40, 60].map { .seconds($0) })
        #expect(track.fixes.map(\.altitude) == [34, nil, nil, 36.5, nil])
        #expect(track.fixes.map(\.longitude) == [13.25, 13.26, 13.27, 13.28, 13.29])
        #expect(track.fixes[4].speed == 1.5 && track.fixes[4].course == 90)
    }

    @Test("a single feature is a track, whatever stands before its geometry")
    func single() throws {
        let line = """
            {"id":[{"a":[1,2]}],"properties":{"times":null,"timestamps":["2026-05-01T08:00:00Z",\
            1777622410]},"type":"Feature",
            "geometry":{"bbox":[1,2,3,4],"coordinates":[[13.25,52.5],[13.26,52.5]],"type":"LineString"}}
            """
        #expect(try track(line).fixes.count == 2)
    }

    @Test(
        "invalid positions are counted; lists of another length, faults of times and places are told with their lines"
    )
    func faults() throws {
        func line(_ positions: String, _ times: String) -> Result<Track, InputError> {
            outcome(
                Array(
                    """
                    {"type":"Feature","geometry":{"type":"LineString","coordinates":[
                    \(positions)]},
                    "properties":{"coordTimes":[
                    \(times)]}}
                    """.utf8), chunk: 9)
        }
        let gaps = try line("[13.25,52.5],\n\"none\",[[1,2]],[13.26],[13.26,52.5]", "1777622400,1,2,3,1777622410").get()
        #expect(gaps.fixes.count == 2 && gaps.repairs == [.withoutPosition: 3])
        func fault(_ positions: String, _ times: String) -> InputError? {
            guard case .failure(let error) = line(positions, times) else { return nil }
            return error
        }
        #expect(fault("[1,2],[3,4]", "1777622400")?.problem == "the line has 2 positions and 1 times")
        func leftOut(_ positions: String, _ times: String) throws -> Int? {
            guard case .damaged(let fault)? = try line(positions, times).get().remarks.first else { return nil }
            return fault.line
        }
        #expect(try leftOut("[1,2],[3,4]", "1777622400,\n\"soon\"") == 5)
        #expect(try leftOut("[1,2],\n[3,95]", "1777622400,1777622401") == 3)
        #expect(fault("[1,2],[3,4]", "\"2026-05-01T08:00:00Z\",\n\"2026-05-01T08:00:10\"")?.code == .ambiguous)
        // A fault of JSON is reported before a feature's missing parts.
        #expect(fault("[1,95],[3,4]", "1,2]}")?.problem.contains("not valid JSON") == true)
    }

    @Test("damaged copies give the same track or fault in pieces of any size")
    func pieces() {
        var generator = SeededGenerator(seed: 4)
        let signs = Array("{}[],:\"-.0 \nn9".utf8)
        for text in [Self.several, TrackSamples.points, TrackSamples.line] {
            for _ in 0..<Rounds.count(1200) {
                var bytes = Array(text.utf8)
                for _ in 0..<Int.random(in: 0...2, using: &generator) {
                    let place = Int.random(in: 0..<bytes.count, using: &generator)
                    switch Int.random(in: 0..<3, using: &generator) {
                    case 0: bytes.remove(at: place)
                    case 1: bytes[place] = signs[Int.random(in: 0..<signs.count, using: &generator)]
                    default: bytes.insert(signs[Int.random(in: 0..<signs.count, using: &generator)], at: place)
                    }
                }
                let whole = outcome(bytes, chunk: 1 << 18)
                let chunk = Int.random(in: 1...30, using: &generator)
                #expect(outcome(bytes, chunk: chunk) == whole, "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }

    @Test("a list of values keeps each, whatever its runs are")
    func runs() {
        var generator = SeededGenerator(seed: 9)
        var (values, runs): ([Bool?], Runs<Bool?>) = ([], Runs())
        for _ in 0..<500 {
            let value = [true, false, nil, nil, nil].randomElement(using: &generator) ?? nil
            values.append(value)
            runs.append(value)
        }
        #expect(values.indices.map { runs[$0] } == values)
    }
}
