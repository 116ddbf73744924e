// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import Testing

@Suite struct LabelSuggestionsTests {
    private typealias Run = PredictedWindows

    /// Half a minute of a ride, more or less sure.
    private static func stretch(
        ride: Int, _ activityClass: ActivityClass, probability: Double, isRefused: Bool = false, start: Double = 0
    ) throws -> UnlabelledStretch {
        let windows = Run.run(10, of: activityClass, probability: probability, isRefused: isRefused, start: start)
        return try #require(UnlabelledStretch.stretches(of: windows, ride: ride).first)
    }

    @Test func doubtComesBeforeCertaintyAndFarBeforeBoth() throws {
        let stretches = [
            try Self.stretch(ride: 0, .walking, probability: 0.99),
            try Self.stretch(ride: 1, .cycling, probability: 0.5),
            try Self.stretch(ride: 2, .automotive, probability: 0.5, isRefused: true),
        ]
        let suggestions = LabelSuggestions(stretches).suggestions
        #expect(suggestions.map(\.stretch.ride) == [2, 1, 0])
        #expect(suggestions.map(\.reason) == [.far, .doubt, .doubt])
        #expect(suggestions.map(\.stretch.prediction) == [.unknown, .cycling, .walking])
        #expect(suggestions.allSatisfy { 0...1 ~= $0.value })
    }

    @Test func ofTenOfOneKindOneComesFirstAndThenAnotherKind() throws {
        var stretches = try (0..<10).map { index in
            try Self.stretch(ride: 0, .walking, probability: 0.4, start: 100 * Double(index))
        }
        stretches.append(try Self.stretch(ride: 1, .automotive, probability: 0.5))
        let suggestions = LabelSuggestions(stretches, most: 3).suggestions
        #expect(suggestions.map(\.stretch.ride) == [0, 1, 0])
        // Without the penalties all of one ride would come first.
        var plain = LabelSuggestions.Measure()
        (plain.ride, plain.likeness) = (0, 0)
        #expect(LabelSuggestions(stretches, most: 3, measure: plain).suggestions.map(\.stretch.ride) == [0, 0, 0])
    }

    @Test func likeStretchesOfDifferentRidesAreSpreadToo() throws {
        var stretches = try (0..<10).map { try Self.stretch(ride: $0, .walking, probability: 0.4) }
        stretches.append(try Self.stretch(ride: 10, .automotive, probability: 0.41))
        let rides = LabelSuggestions(stretches, most: 2).suggestions.map(\.stretch.ride)
        #expect(rides == [0, 10])
    }

    @Test func aRideThatHasLabelsComesLater() throws {
        let stretches = [
            try Self.stretch(ride: 0, .walking, probability: 0.4),
            try Self.stretch(ride: 1, .walking, probability: 0.45),
        ]
        #expect(LabelSuggestions(stretches).suggestions.map(\.stretch.ride) == [0, 1])
        #expect(LabelSuggestions(stretches, labels: [0: 2]).suggestions.map(\.stretch.ride) == [1, 0])
    }

    @Test(arguments: [LabelSuggestions.Measure.Doubt.margin, .entropy])
    func valuesFallAndEachStretchComesOnce(doubt: LabelSuggestions.Measure.Doubt) throws {
        var random = SplitMix64(seed: 11)
        var stretches: [UnlabelledStretch] = []
        for index in 0..<200 {
            let activityClass = ActivityClass.allCases[Int(random.next() % 6)]
            stretches.append(
                try Self.stretch(
                    ride: index % 20, activityClass, probability: 0.2 + 0.8 * random.unit(),
                    isRefused: random.unit() < 0.1, start: Double(index / 20) * 100))
        }
        var measure = LabelSuggestions.Measure()
        measure.doubt = doubt
        let suggestions = LabelSuggestions(stretches, measure: measure).suggestions
        #expect(suggestions.map(\.value) == suggestions.map(\.value).sorted(by: >))
        #expect(Set(suggestions.map(\.stretch)).count == suggestions.count)
        #expect(suggestions.count > 190)
        #expect((suggestions.first?.value ?? 2) <= 1)
        #expect(LabelSuggestions(stretches, most: 7, measure: measure).suggestions == Array(suggestions.prefix(7)))
    }

    @Test func theListEndsWhenItsStretchesAreLongEnough() throws {
        let stretches = try (0..<10).map { try Self.stretch(ride: $0, .walking, probability: 0.5) }
        let suggestions = LabelSuggestions(stretches, seconds: 60).suggestions
        // 28.16 s each.
        #expect(suggestions.count == 3)
        #expect(LabelSuggestions([]).suggestions.isEmpty)
    }
}
