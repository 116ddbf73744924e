// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import Glibc

/// The likelihood of a speed and a report in each mode: the observations of ``ModeDecoder``.
///
/// The numbers are distributions that make sense only together. They are not thresholds, so they are not fields of
/// ``TimelinePolicy``. Speeds are in metres per second.
enum ModeLikelihood {
    /// The weight of a step's speed: the step's share of the averaging window, since all steps of a window measure the
    /// same speed.
    static func speedWeight(step: Double, window: Double) -> Double { window > 0 ? min(1, step / window) : 1 }

    /// The weight of a step's report, since one report holds for many steps.
    static func reportWeight(_ confidence: Confidence) -> Double {
        switch confidence {
        case .low: 0.25
        case .medium: 0.4
        case .high: 0.5
        }
    }

    /// The speeds of a mode. At rest, for a share of the time, they are exponential, from errors of fixes. Otherwise
    /// they are log-normal, given by a median and a deviation of the logarithm.
    private struct Speeds {
        var restShare: Double
        var restScale: Double
        var median: Double
        var deviation: Double

        /// A mode without movement.
        init(restScale: Double) {
            self.init(restShare: 1, restScale: restScale, median: 1, deviation: 1)
        }

        init(restShare: Double, restScale: Double, median: Double, deviation: Double) {
            self.restShare = restShare
            self.restScale = restScale
            self.median = median
            self.deviation = deviation
        }

        func density(_ speed: Double) -> Double {
            let resting = exp(-speed / restScale) / restScale
            guard restShare < 1 else { return resting }
            let value = max(speed, ModeLikelihood.leastSpeed)
            let score = log(value / median) / deviation
            let going = exp(-0.5 * score * score) / (value * deviation * ModeLikelihood.rootOfTwoPi)
            return restShare * resting + (1 - restShare) * going
        }
    }

    /// The square root of 2π, of the normal distribution.
    private static let rootOfTwoPi = 2.506_628
    /// The least speed, since 0 has no logarithm.
    private static let leastSpeed = 0.05
    /// The least likelihood of any speed, so that a single wrong fix does not decide.
    private static let leastDensity = 1e-5

    private static func speeds(_ mode: Int) -> Speeds {
        switch mode {
        case 0: Speeds(restScale: 0.35)
        case 1: Speeds(restShare: 0.15, restScale: 0.4, median: 1.2, deviation: 0.35)
        case 2: Speeds(restShare: 0.05, restScale: 0.4, median: 2.7, deviation: 0.2)
        case 3: Speeds(restShare: 0.08, restScale: 0.5, median: 4, deviation: 0.5)
        // In a city half of the time is slower than a bicycle can be.
        default: Speeds(restShare: 0.1, restScale: 0.7, median: 8, deviation: 1)
        }
    }

    /// log p(speed | mode), up to a constant; modes in the order of `Activity`.
    static func speedScore(_ mode: Int, _ speed: Double) -> Double {
        log(speeds(mode).density(speed) + leastDensity)
    }

    /// log p(report | mode): rows are modes, columns still, walking, running, cycling, vehicle, other.
    ///
    /// The rows of walking, cycling and vehicle lie between the reports of the phones of e-mission and of MobilityNet,
    /// iPhones and Androids. Phones recognise walking reliably: in vehicles, they report it for at most 2 % of the
    /// time. Electric bicycles are often reported as walking.
    private static let reportTable: [[Double]] = [
        [0.70, 0.10, 0.01, 0.02, 0.05, 0.12],
        [0.08, 0.80, 0.02, 0.02, 0.02, 0.06],
        [0.05, 0.25, 0.50, 0.03, 0.02, 0.15],
        [0.07, 0.20, 0.02, 0.49, 0.05, 0.17],
        [0.15, 0.02, 0.01, 0.02, 0.70, 0.10],
    ].map { row in row.map { log($0) } }

    /// log p(report | mode); 0 for a report without information.
    static func reportScore(_ mode: Int, _ report: Prediction) -> Double {
        report == .unknown ? 0 : reportTable[mode][report.rawValue]
    }
}
