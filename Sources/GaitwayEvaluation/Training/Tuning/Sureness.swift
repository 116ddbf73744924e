// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayNumerics

/// By how much a calibrated temperature is lowered.
///
/// The least log-loss leaves answers a little less sure than they are right: it fears the few windows that are sure and
/// wrong. A lower temperature costs hardly any log-loss, and brings the probabilities closer to what they claim.
struct Sureness {
    /// The factors of the temperature that are tried.
    private static let factors = [1, 0.95, 0.9, 0.85, 0.8]
    /// The windows that a choice needs: with fewer, the error of calibration is mostly chance.
    private static let leastWindows = 1000

    private let windows: [ScoredWindow]
    private let weights: [Double]
    private let classes: Set<ActivityClass>?

    /// Windows held out, with calibrated probabilities over `classes` (nil: all), and their weights.
    init(_ windows: [ScoredWindow], weights: [Double], classes: Set<ActivityClass>?) {
        self.windows = windows
        self.weights = weights
        self.classes = classes
    }

    /// The factor with the least error of calibration; 1 if those that one half of the folds chooses do not lower the
    /// error on the other half.
    var factor: Double {
        guard windows.count >= Self.leastWindows else { return 1 }
        let odd = Set(Set(windows.map(\.fold)).sorted().enumerated().filter { $0.offset % 2 == 1 }.map(\.element))
        let halves = [false, true].map { isOdd in windows.indices.filter { odd.contains(windows[$0].fold) == isOdd } }
        guard halves.allSatisfy({ !$0.isEmpty }) else { return 1 }
        let errors = halves.map { half in Self.factors.map { error($0, half) } }
        let chosen = errors.map(Self.least)
        guard errors[1][chosen[0]] + errors[0][chosen[1]] < errors[0][0] + errors[1][0] else { return 1 }
        let all = Self.factors.map { error($0, Array(windows.indices)) }
        return Self.factors[Self.least(all)]
    }

    /// The place of the least error.
    private static func least(_ errors: [Double]) -> Int { errors.indices.min { errors[$0] < errors[$1] } ?? 0 }

    /// The error of calibration of some windows at a factor.
    private func error(_ factor: Double, _ selection: [Int]) -> Double {
        Metrics(
            selection.map { windows[$0].surer(by: factor, classes) }, weights: selection.map { weights[$0] }
        ).calibrationError ?? 0
    }
}

extension ScoredWindow {
    /// The same with the temperature times a factor.
    func surer(by factor: Double, _ classes: Set<ActivityClass>?) -> ScoredWindow {
        var window = self
        window.probabilities = ActivityProbabilities(
            logits: probabilities.logits(centredOver: classes ?? Set(ActivityClass.allCases)).map { $0 / factor })
        return window
    }
}
