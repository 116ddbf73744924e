// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// What has the figures of windows.
package protocol Scored {
    var metrics: Metrics { get }
}

extension Metrics: Scored {
    package var metrics: Metrics { self }
}

extension EvaluationReport.FoldResult: Scored {}
extension SplicedScore: Scored {}
extension WholeRideFigures.Row: Scored {}
extension PairedComparison.Row: Scored {}

extension FigureField where Subject: Scored {
    package static var macroF1: Self { Self("macro_f1", "macro-F1") { .number($0.metrics.macroF1) } }
    package static var accuracy: Self { Self("accuracy") { .number($0.metrics.accuracy) } }
    package static var logLoss: Self { Self("log_loss", "log-loss") { .number($0.metrics.logLoss) } }
    package static var brier: Self { Self("brier", "Brier") { .number($0.metrics.brier) } }
    package static var calibrationError: Self { Self("ece", "ECE") { .number($0.metrics.calibrationError) } }
    package static var windows: Self { Self("windows") { .count($0.metrics.windows) } }
}

extension FigureField<EvaluationReport.FoldResult> {
    package static var hours: Self { Self("hours") { .number($0.hours.reduce(0) { $0 + $1.hours }, places: 2) } }
}

extension FigureField<PairedComparison.Row> {
    package static var interval: Self { Self("interval", FigureInterval.title) { .interval($0.interval) } }
}

extension JSONWriter {
    /// The members that the weighted, the unweighted and the smoothed figures share.
    mutating func write(_ metrics: Metrics) {
        add(metrics, [.macroF1, .accuracy, .logLoss, .brier, .calibrationError])
        object("classes", .lines) { json in
            for activity in Activity.allCases {
                let figures = metrics[activity]
                json.object(activity.rawValue) { json in
                    json.add(["precision": figures.precision, "recall": figures.recall, "f1": figures.f1])
                    json.add("windows", figures.windows)
                }
            }
        }
        object("confusion", .lines) { json in
            json.add("truth", Activity.allCases.map(\.rawValue))
            json.add("predicted", Prediction.allCases.map(\.name))
            json.array("counts", of: Activity.allCases, .lines) { truth, json in
                json.array { json in
                    for prediction in Prediction.allCases {
                        json.append(Int(clamping: metrics.counts[truth, prediction]))
                    }
                }
            }
            // By weight, as in the figures above.
            json.array("shares", of: Activity.allCases, .lines) { truth, json in
                json.array { json in
                    for prediction in Prediction.allCases {
                        json.append(metrics.share(of: truth, answered: prediction), places: Self.decimals)
                    }
                }
            }
        }
    }
}
