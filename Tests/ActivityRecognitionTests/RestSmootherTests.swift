// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayRecognition

@Suite struct RestSmootherTests {
    private static func rest(
        _ smoothing: Smoothing, _ posteriors: [ActivityProbabilities?]
    ) -> [Bool] {
        var smoother = RestSmoother(smoothing)
        var ready: [Bool] = []
        for (index, posterior) in posteriors.enumerated() {
            smoother.append(posterior, at: Int64(index) * WindowGrid.hopDuration, to: &ready)
        }
        smoother.finish(to: &ready)
        return ready
    }

    /// A window of a vehicle that looks stationary to this share.
    private static func window(_ stationary: Double) -> ActivityProbabilities {
        ActivityProbabilities { $0 == .stationary ? stationary : $0 == .automotive ? 1 - stationary : 0 }
    }

    /// Every sequence of rest (true) and motion with its probability: the definition itself.
    private static func sequences(_ posteriors: [ActivityProbabilities?]) -> [(path: [Bool], weight: Double)] {
        var sequences: [(path: [Bool], weight: Double)] = [([], 1)]
        for posterior in posteriors {
            sequences = sequences.flatMap { sequence in
                [true, false].map { state in
                    let stays = sequence.path.last.map { $0 == state ? RestSmoother.stay : 1 - RestSmoother.stay }
                    var evidence = 1.0
                    if let posterior {
                        let rest = posterior.stationary + (1 - posterior.stationary - posterior.automotive) / 2
                        evidence = (state ? rest : 1 - rest).squareRoot()
                    }
                    return (sequence.path + [state], sequence.weight * (stays ?? 0.5) * evidence)
                }
            }
        }
        return sequences
    }

    private static func restIsLikelier(_ sequences: [(path: [Bool], weight: Double)], at index: Int) -> Bool {
        let sum = sequences.reduce(0) { $0 + ($1.path[index] ? $1.weight : -$1.weight) }
        return sum > 0
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func everySmoothingIsItsDefinition(seed: UInt64) throws {
        var posteriors: [ActivityProbabilities?] = SmootherTests.randomPosteriors(9, seed: seed)
        posteriors[Int(seed) % 9] = nil
        let (causal, lag) = (Self.rest(.causal, posteriors), Self.rest(.lag, posteriors))
        for index in posteriors.indices {
            let soFar = Self.sequences(Array(posteriors[...index]))
            #expect(causal[index] == Self.restIsLikelier(soFar, at: index))
            let last = min(posteriors.count - 1, index + Smoother.lagWindows)
            #expect(lag[index] == Self.restIsLikelier(Self.sequences(Array(posteriors[...last])), at: index))
        }
        let best = try #require(Self.sequences(posteriors).max { $0.weight < $1.weight })
        #expect(Self.rest(.viterbi, posteriors) == best.path)
    }

    @Test(arguments: [Smoothing.causal, .lag, .viterbi])
    func aStopBeginsAndEndsOnce(smoothing: Smoothing) {
        // A drive, then a red light in which every fourth window shakes, then a drive in which one window is smooth.
        var windows = [ActivityProbabilities](repeating: Self.window(0.02), count: 20)
        for index in 0..<16 { windows.append(Self.window(index % 4 == 3 ? 0.2 : 0.95)) }
        for index in 0..<20 { windows.append(Self.window(index == 10 ? 0.8 : 0.02)) }
        let rest = Self.rest(smoothing, windows)
        #expect(zip(rest, rest.dropFirst()).count { $0 != $1 } == 2)
        #expect(rest[23...33].allSatisfy { $0 })
        #expect(!rest[..<20].contains(true) && !rest[39...].contains(true))
    }

    /// However sure one window is, those around it decide: a model that is certain of a bump does not end a stop.
    @Test(arguments: [Smoothing.lag, .viterbi], [0, 1e-12])
    func noWindowIsSureEnoughToDecideAlone(smoothing: Smoothing, stationary: Double) {
        var windows = [ActivityProbabilities](repeating: Self.window(0.98), count: 21)
        windows[10] = Self.window(stationary)
        #expect(Self.rest(smoothing, windows).allSatisfy { $0 })
        // Nor does one that is certain of rest begin a stop.
        windows = windows.map { Self.window(1 - $0.stationary) }
        #expect(!Self.rest(smoothing, windows).contains(true))
    }

    /// The flag that a stream reports is that of the chain, whatever the smoothing and wherever windows are missing.
    @Test(arguments: [Smoothing.causal, .lag, .viterbi])
    func theSmootherCarriesTheFlag(smoothing: Smoothing) {
        var posteriors: [ActivityProbabilities?] = SmootherTests.randomPosteriors(40, seed: 9)
        for index in [0, 7, 8, 20, 39] { posteriors[index] = nil }
        #expect(SmootherTests.smooth(smoothing, posteriors).map(\.isAtRest) == Self.rest(smoothing, posteriors))
    }

    /// Without smoothing each window stands alone: one that is likeliest automotive is not at rest.
    @Test func withoutSmoothingThereIsNoDwell() {
        let posteriors = SmootherTests.randomPosteriors(200, seed: 10)
        for estimate in SmootherTests.smooth(.none, posteriors) where estimate.prediction == .automotive {
            #expect(!estimate.isAtRest)
        }
    }
}
