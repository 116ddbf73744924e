// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

@Suite struct ActivityPriorTests {
    /// A model of one's own that gives each window random probabilities, some of them 0.
    private struct RandomModel: WindowModel {
        var generator: SeededGenerator

        mutating func estimate(_ window: ModelWindow) -> ModelEstimate {
            var values = ActivityClass.allCases.map { _ in
                Int.random(in: 0..<4, using: &generator) == 0 ? 0 : Double.random(in: 0...1, using: &generator)
            }
            values[Int.random(in: 0..<6, using: &generator)] += 0.2
            let sum = values.reduce(0, +)
            return .probabilities(ActivityProbabilities { values[$0.rawValue] / sum })
        }
    }

    private static func reports(_ prior: ActivityPrior?, _ smoothing: Smoothing, seed: UInt64 = 3) throws
        -> [ActivityReport]
    {
        var recognizer = try Recognizer(
            windowModel: RandomModel(generator: SeededGenerator(seed: seed)),
            options: .init(smoothing: smoothing, reportsEveryWindow: true, prior: prior))
        recognizer.append(RecognizerTests.stillness(seconds: 600))
        recognizer.finish()
        var reports: [ActivityReport] = []
        recognizer.takeReports(into: &reports)
        return reports
    }

    @Test(arguments: Smoothing.allCases)
    func equalSharesChangeNothingAndAShareOfZeroForbids(smoothing: Smoothing) throws {
        let plain = try Self.reports(nil, smoothing)
        let equal = try Self.reports(ActivityPrior(parsing: "walking=0.2"), smoothing)
        #expect(plain.map(\.activity.flags) == equal.map(\.activity.flags))
        #expect(plain.contains { $0.activity.flags.contains(.cycling) })
        let without = try Self.reports(ActivityPrior(parsing: "cycling=0"), smoothing)
        #expect(without.count == plain.count)
        #expect(without.allSatisfy { !$0.activity.flags.contains(.cycling) && $0.probabilities?.cycling == 0 })
    }

    @Test func probabilitiesAreMultipliedByTheShares() throws {
        let plain = try Self.reports(nil, .none)
        let weighted = try Self.reports(ActivityPrior([.walking: 0.3, .cycling: 0]), .none)
        for (before, after) in zip(plain, weighted) {
            let (old, new) = (try #require(before.probabilities), try #require(after.probabilities))
            guard old.stationary > 0, old.cycling < 0.99 else { continue }
            // Three activities share the 0.7 that is left; none keeps its weight.
            #expect(abs(new.walking / new.stationary - old.walking / old.stationary * 0.3 / (0.7 / 3)) < 1e-9)
            #expect(abs(new.noneOfThese / new.stationary - old.noneOfThese / old.stationary / (5 * 0.7 / 3)) < 1e-9)
            #expect(abs(ActivityClass.allCases.reduce(0) { $0 + new[$1] } - 1) < 1e-12)
        }
        let named = try Self.reports(ActivityPrior([.noneOfThese: 0.5]), .none)
        for (before, after) in zip(plain, named) {
            let (old, new) = (try #require(before.probabilities), try #require(after.probabilities))
            guard old.stationary > 0 else { continue }
            #expect(abs(new.noneOfThese / new.stationary - old.noneOfThese / old.stationary * 5) < 1e-9)
        }
    }

    @Test func whatIsCertainAndForbiddenGivesThePrior() throws {
        struct Certain: WindowModel {
            mutating func estimate(_ window: ModelWindow) -> ModelEstimate {
                .probabilities(ActivityProbabilities { $0 == .cycling ? 1 : 0 })
            }
        }
        var recognizer = try Recognizer(
            windowModel: Certain(), options: .init(prior: try ActivityPrior(parsing: "cycling=0,running=0.7")))
        recognizer.append(RecognizerTests.stillness(seconds: 60))
        recognizer.finish()
        var reports: [ActivityReport] = []
        recognizer.takeReports(into: &reports)
        #expect(!reports.isEmpty)
        #expect(reports.allSatisfy { $0.activity.flags == .running })
    }

    @Test(
        arguments: [
            ("swimming=0.1", "\"swimming\""), ("walking=-0.1", "-0.1"), ("walking=0.7,running=0.4", "more than 1"),
            ("walking", "\"walking\""), ("walking=x", "\"walking=x\""), ("", "\"\""), ("walking=nan", "nan"),
            ("walking=0.1,walking=0.1", "twice"), ("unknown=0.2", "\"unknown\""),
            ("stationary=0,walking=0,running=0,cycling=0,automotive=0", "are 0"),
            ("stationary=.1,walking=.1,running=.1,cycling=.1,automotive=.1", "sum to 0.5"),
        ])
    func badSharesAreRefused(text: String, word: String) {
        let error = #expect(throws: InputError.self) { try ActivityPrior(parsing: text) }
        #expect(error?.code == .malformed)
        #expect(error?.problem.contains(word) == true, "\(String(describing: error))")
        #expect(error?.remedy.isEmpty == false)
    }

    @Test func wholesAreAccepted() throws {
        for text in [
            "stationary=0.2,walking=0.2,running=0.2,cycling=0.2,automotive=0.2", "walking=1", "none=1",
            "stationary=0.1,walking=0.1,running=0.1,cycling=0.1,automotive=0.1,none=0.5",
        ] { _ = try ActivityPrior(parsing: text) }
    }
}
