import RideReplay
import TestSupport
import Testing

/// A gate acts on reports as they come. It is said if a stream's reports come at its end.
@Suite struct HindsightTests {
    private static let viterbi = Walk.stream("walking")
        .replacing("\"version\":1", with: "\"version\":3,\"smoothing\":\"viterbi\"")
        .replacing("\"stationary\":", with: "\"activity\":\"walking\",\"stationary\":")

    private func notes(_ stream: String) throws -> [String] {
        var ride = try Walk().ride()
        try ride.join(stream: stream, source: "s")
        // The timeline may use what is known later: the gate asks.
        #expect(!ride.notes.contains { $0.description.contains("know") })
        let notes = ride.noteHindsight()
        #expect(Array(ride.notes.suffix(notes.count)) == notes)
        return notes.map(\.description)
    }

    @Test func aStreamThatKnowsTheWholeLogIsNoted() throws {
        #expect(try notes(Self.viterbi).count == 1)
        #expect(try notes(Self.viterbi)[0].contains("smoothing is causal"))
        for word in ["causal", "lag", "none"] {
            #expect(try notes(Self.viterbi.replacing("viterbi", with: word)) == [], "\(word)")
        }
    }

    /// A stream of an earlier version does not say how its windows were joined.
    @Test func aStreamThatComesAtItsEndIsNoted() throws {
        let lines = Walk.stream("walking").split(separator: "\n").map(String.init)
        #expect(try notes(lines.joined(separator: "\n") + "\n") == [])
        let late = lines.map { $0.replacing(#/"delivered":\d+/#, with: "\"delivered\":1200") }
        #expect(try notes(late.joined(separator: "\n") + "\n").count == 1)
    }
}
