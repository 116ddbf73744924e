package import ActivityRecognition
internal import LogisticRegression
package import MotionTypes
internal import TextFormats

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
    /// - Throws: `InputError` with line and column for a missing column, and for what is no such number or class.
    package init(csv bytes: [UInt8], source: String) throws(InputError) {
        do throws(InputError) {
            try read(bytes)
        } catch {
            throw error.inSource(source)
        }
    }

    private mutating func read(_ bytes: [UInt8]) throws(InputError) {
        var reader = CSVReader(bytes)
        let header = try reader.next() ?? []
        var places: [String: Int] = [:]
        for (place, field) in header.enumerated() { places[field.text] = place }
        for name in Self.columns where places[name] == nil {
            throw InputError(
                .malformed, line: 1, problem: "the column \(quoted: name) is missing",
                remedy: "give the columns of Models/EXCHANGE.md")
        }
        var first: Double?
        while let record = try reader.next() {
            let row = Row(fields: record, places: places)
            let penalty = try row.number("penalty", "above 0") { $0 > 0 }
            first = first ?? penalty
            let truth = try row.activityClass()
            var window = ScoredWindow(
                recordingIndex: try row.whole("ride"), windowIndex: try row.whole("window"),
                start: try row.number("start", "a time") { _ in true }, dataSet: try row.whole("data_set"),
                fold: try row.whole("fold"), truth: truth.activity, probabilities: .uniform,
                isRefused: try row.whole("refused") != 0,
                squaredDistance: try row.number("distance", "0 or more") { $0 >= 0 })
            var probabilities: [Double] = []
            for activityClass in ActivityClass.allCases {
                probabilities.append(try row.number(activityClass.name, "from 0 to 1") { $0 >= 0 && $0 <= 1 })
            }
            window.probabilities = ActivityProbabilities { probabilities[$0.rawValue] }
            scored[penalty, default: []].append(window)
            if penalty == first, !window.isRefused, !row.isEmpty("speed") {
                let speed = try row.number("speed", "0 or more") { $0 >= 0 }
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

    /// What a model takes from these windows, and what speeds say, if there are enough. `stay` is the probability to stay, where it is
    /// not to be learnt.
    ///
    /// - Throws: `InputError` for windows by which nothing can be chosen, since none has a weight, in all folds or in half of them.
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

    /// One row of the table.
    private struct Row {
        var fields: [CSVField]
        var places: [String: Int]

        private func field(_ column: String) throws(InputError) -> (text: String, line: Int, column: Int) {
            guard let place = places[column], place < fields.count else {
                throw InputError(
                    .malformed, line: fields.first?.line, problem: "the row has no \(quoted: column)",
                    remedy: "give each row all columns")
            }
            return (fields[place].text, fields[place].line, place + 1)
        }

        func isEmpty(_ column: String) -> Bool { (try? field(column))?.text.isEmpty ?? true }

        func number(_ column: String, _ what: String, where isRight: (Double) -> Bool) throws(InputError) -> Double {
            let (text, line, place) = try field(column)
            guard let number = Double(text), number.isFinite, isRight(number) else {
                throw InputError(
                    .malformed, line: line, column: place, problem: "\(column) is \(quoted: text)",
                    remedy: "give a number, \(what)")
            }
            return number
        }

        func whole(_ column: String) throws(InputError) -> Int {
            let number = try number(column, "whole, 0 or more, below a billion") {
                $0 >= 0 && $0 < 1e9 && $0 == $0.rounded()
            }
            return Int(number)
        }

        func activityClass() throws(InputError) -> ActivityClass {
            let (text, line, place) = try field("truth")
            guard let own = ActivityClass(name: text) else {
                throw InputError(
                    .malformed, line: line, column: place, problem: "truth is \(quoted: text)",
                    remedy: "give an activity, or none for rides without one")
            }
            return own
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
                if let scaling = calibration.scaling {
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
                        json.array("shares") { json in
                            for row in speed.shares { json.array { json in for number in row { json.append(number) } } }
                        }
                    }
                }
            }
        }
        return bytes
    }
}
