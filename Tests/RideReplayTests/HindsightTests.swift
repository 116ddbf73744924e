// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReplay
import TestSupport
import Testing

/// A gate acts on reports as they arrive: a stream whose reports come at its end is refused.
@Suite struct HindsightTests {
    private static let viterbi = Walk.stream("walking")
        .replacing("\"version\":1", with: "\"version\":3,\"smoothing\":\"viterbi\"")
        .replacing("\"stationary\":", with: "\"activity\":\"walking\",\"stationary\":")

    private func refusal(_ stream: String) throws -> InputError? {
        var ride = try Walk().ride()
        // The timeline may use what is known later: the gate asks.
        try ride.join(stream: stream, source: "s")
        do {
            try ride.refuseHindsight()
            return nil
        } catch {
            return error
        }
    }

    @Test func aStreamThatKnowsTheWholeLogIsRefused() throws {
        let error = try #require(try refusal(Self.viterbi))
        #expect(error.code == .unsupported && error.source == "s")
        #expect(error.remedy.description.contains("causal smoothing"))
        for word in ["causal", "lag", "none"] {
            #expect(try refusal(Self.viterbi.replacing("viterbi", with: word)) == nil, "\(word)")
        }
    }

    /// A stream of an earlier version does not say how its windows were joined.
    @Test func aStreamThatComesAtItsEndIsRefused() throws {
        let lines = Walk.stream("walking").split(separator: "\n").map(String.init)
        #expect(try refusal(lines.joined(separator: "\n") + "\n") == nil)
        let late = lines.map { $0.replacing(#/"delivered":\d+/#, with: "\"delivered\":1200") }
        #expect(try refusal(late.joined(separator: "\n") + "\n") != nil)
    }
}
