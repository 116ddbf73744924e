// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
package import GaitwayRecognition

/// Windows that another program scored by models that did not learn from them: what a model's tuning is learnt from.
///
/// A CSV with the columns ``columns``; Models/EXCHANGE.md says what each is.
package struct HeldOutTable: Sendable {
    /// The columns, in any order; others are passed over.
    package static let columns =
        ["penalty", "ride", "window", "start", "data_set", "fold", "truth", "refused", "distance", "speed"]
        + ActivityClass.allCases.map(\.name)

    private var scored: [Double: [ScoredWindow]] = [:]
    /// The class of each window of the first penalty that has a speed.
    private var examples: [SpeedLikelihood.Example] = []

    /// The windows of a table.
    ///
    /// - Throws: `InputError` with line and column for a missing column, and for a cell that is not a number or a known
    ///   class.
    package init(csv bytes: [UInt8], source: String) throws(InputError) {
        do throws(InputError) {
            try read(bytes)
        } catch {
            throw error.inSource(source)
        }
    }

    private mutating func read(_ bytes: [UInt8]) throws(InputError) {
        guard var table = try TableReader(bytes, required: Self.columns) else {
            throw InputError(
                .empty, problem: "the table is empty", remedy: "see \(document: .exchange) for its columns")
        }
        let columns = table.columns
        var first: Double?
        while let row = try table.next() {
            func whole(_ name: String) throws(InputError) -> Int {
                let number = try row.number(columns[required: name], "a whole number, 0 or more, below a billion") {
                    $0 >= 0 && $0 < 1e9 && $0 == $0.rounded()
                }
                return Int(clamping: number)
            }
            let penalty = try row.number(columns[required: "penalty"], "a number above 0") { $0 > 0 }
            first = first ?? penalty
            guard let truth = ActivityClass(name: row[columns[required: "truth"]]) else {
                throw row.fault(
                    columns[required: "truth"], "truth is \(quoted: row[columns[required: "truth"]])",
                    "give an activity, or none for rides without one")
            }
            var window = ScoredWindow(
                recordingIndex: try whole("ride"), windowIndex: try whole("window"),
                start: try row.number(columns[required: "start"], "a time in seconds"), dataSet: try whole("data_set"),
                fold: try whole("fold"), truth: truth.activity, probabilities: .uniform,
                isRefused: try whole("refused") != 0,
                squaredDistance: try row.number(columns[required: "distance"], "0 or more") { $0 >= 0 })
            var probabilities: [Double] = []
            for activityClass in ActivityClass.allCases {
                probabilities.append(
                    try row.number(columns[required: activityClass.name], "a probability from 0 to 1") {
                        $0 >= 0 && $0 <= 1
                    })
            }
            window.probabilities = ActivityProbabilities { probabilities[$0.rawValue] }
            scored[penalty, default: []].append(window)
            if penalty == first, !window.isRefused, !row[columns[required: "speed"]].isEmpty {
                let speed = try row.number(columns[required: "speed"], "a speed in m/s, 0 or more") { $0 >= 0 }
                examples.append(.init(activityClass: truth, dataSet: window.dataSet, speed: speed))
            }
        }
        guard let count = scored.values.first?.count else {
            throw InputError(.empty, problem: "there are no windows", remedy: "score the windows of rides left out")
        }
        guard scored.values.allSatisfy({ $0.count == count }) else {
            throw InputError(
                .malformed, problem: "the penalties have different numbers of windows",
                remedy: "score the same windows with each penalty")
        }
    }

    /// What a model takes from these windows, and what speeds say, if there are enough. `stay` is the probability to
    /// stay, where it is not to be learnt.
    ///
    /// - Throws: `InputError` for windows by which nothing can be chosen, since none has a weight, in all folds or in
    ///   half of them.
    package func tuning(stay: Double?) throws -> (tuning: ModelTuning, speed: SpeedLikelihood?) {
        guard scored.values.contains(where: { $0.contains { $0.truth != nil } }) else {
            throw InputError(
                .malformed, problem: "nothing can be chosen by these windows: none is of a known activity",
                remedy: "score windows of known activities, in several folds")
        }
        do {
            return (
                try ModelTuner(scored: scored, stay: stay).tuning(excluding: nil), SpeedLikelihood(learning: examples)
            )
        } catch let fault as FitError {
            if case .libraryMissing = fault { throw fault }
            throw InputError(
                .malformed, problem: "nothing can be chosen by these windows: \(fault)",
                remedy: "score more windows of known activities, in several folds")
        }
    }
}

extension ModelTuning {
    /// The tuning as JSON, with what speeds say, in the fields of an exchanged model.
    package func json(speed: SpeedLikelihood?) -> [UInt8] {
        var bytes: [UInt8] = []
        JSONWriter.appendLine(to: &bytes) { json in
            json.object { json in
                json.add("penalty", penalty)
                json.array("notes") { json in for note in explanation { json.append(note) } }
                if let scaling {
                    json.object("calibration") { json in
                        json.array("offsets") { json in for number in scaling.offsets { json.append(number) } }
                        json.array("scales") { json in for number in scaling.scales { json.append(number) } }
                    }
                }
                json.object("confidence") { json in
                    json.add("high", confidence.high)
                    json.add("medium", confidence.medium)
                }
                json.add("limit", distanceLimit)
                json.object("smoothing") { json in
                    json.add("stay", smoothing.stay)
                    json.object("evidence") { json in
                        for way in [Smoothing.causal, .lag, .viterbi] {
                            json.add(way.rawValue, smoothing.evidence[way])
                        }
                    }
                    json.add("temperature", smoothing.temperature)
                }
                if let speed {
                    json.object("speed") { json in
                        json.array("bounds") { json in for number in speed.bounds { json.append(number) } }
                        json.add("chain_power", speed.chainPower)
                        json.add("power", speed.power)
                        json.array("shares", of: speed.shares) { row, json in
                            json.array { json in for number in row { json.append(number) } }
                        }
                    }
                }
            }
        }
        return bytes
    }
}
