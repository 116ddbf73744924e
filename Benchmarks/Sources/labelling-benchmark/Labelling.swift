// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition

/// A person who labels the pool stretch by stretch, and the model that learns from all labels so far.
struct Labelling {
    /// How the next stretches are found.
    enum Choice {
        /// The most useful by a measure, of stretches that are `longest` seconds long at most.
        case measure(LabelSuggestions.Measure, longest: Double = UnlabelledStretch.longest)
        /// Any of the same stretches; each second is as likely as the next.
        case chance
        /// The first 15 s of any stretch: short ones show more of the rides in the same time.
        case shortChance
    }

    private let division: Division
    private let choice: Choice
    private var random: SplitMix64
    /// The windows that are learnt from.
    private var learnt: [Int]
    private var labels: [Int: [ClosedRange<Double>]] = [:]
    private var seconds = 0.0
    private var model: ActivityModel

    /// How many labels were given.
    var labelCount: Int { labels.values.reduce(0) { $0 + $1.count } }

    init(_ division: Division, by choice: Choice, trial: Int) throws {
        self.division = division
        self.choice = choice
        random = SplitMix64(seed: 5000 + UInt64(trial))
        learnt = division.start
        model = try Self.model(of: division.windows, learning: learnt)
    }

    /// Macro-F1 on the data sets left out.
    func macroF1() throws -> Double {
        var scored = try ModelScorer(model).score(division.windows, indices: division.judged)
        // Which windows are refused depends on a limit that is chosen coarsely here.
        for index in scored.indices { scored[index].isRefused = false }
        return Metrics(scored, weights: CellWeights(scored, keepsEveryActivity: true).weights).macroF1 ?? 0
    }

    /// Labels until `minutes` of the pool have a label, and learns again.
    mutating func label(upTo minutes: Double) throws {
        guard seconds < 60 * minutes else { return }
        let scored = try ModelScorer(model).score(division.windows, indices: division.pool)
        let rides = Dictionary(grouping: scored.indices) { scored[$0].recordingIndex }
        var longest = UnlabelledStretch.longest
        if case .measure(_, let own) = choice { longest = own }
        var stretches: [UnlabelledStretch] = []
        for (ride, places) in rides.sorted(by: { $0.key < $1.key }) {
            stretches += UnlabelledStretch.stretches(
                of: places.map { UnlabelledStretch.Window(scored[$0]) }, ride: ride, labelled: labels[ride] ?? [],
                longest: longest)
        }
        for (ride, span) in next(of: stretches, seconds: 60 * minutes - seconds) {
            labels[ride, default: []].append(span)
            seconds += span.upperBound - span.lowerBound
            learnt += (rides[ride] ?? []).filter { place in
                let window = UnlabelledStretch.Window(scored[place])
                return window.from >= span.lowerBound - 1e-6 && window.to <= span.upperBound + 1e-6
            }.map { division.pool[$0] }
        }
        learnt.sort()
        model = try Self.model(of: division.windows, learning: learnt)
    }

    /// The next spans to label.
    private mutating func next(
        of stretches: [UnlabelledStretch], seconds: Double
    ) -> [(ride: Int, span: ClosedRange<Double>)] {
        var isShort = false
        switch choice {
        case .measure(let measure, _):
            return LabelSuggestions(
                stretches, seconds: seconds, labels: labels.mapValues(\.count), measure: measure
            ).suggestions.map { ($0.stretch.ride, $0.stretch.from...$0.stretch.to) }
        case .chance: break
        case .shortChance: isShort = true
        }
        var spans: [(ride: Int, span: ClosedRange<Double>)] = []
        var shares = stretches.map(\.duration)
        var (left, whole) = (seconds, shares.reduce(0, +))
        while left > 0, whole > 1 {
            var place = random.unit() * whole
            var index = 0
            while index < shares.count - 1, place >= shares[index] {
                place -= shares[index]
                index += 1
            }
            let stretch = stretches[index]
            whole -= shares[index]
            shares[index] = 0
            let end = isShort ? min(stretch.to, stretch.from + 15.36) : stretch.to
            spans.append((stretch.ride, stretch.from...end))
            left -= end - stretch.from
        }
        return spans
    }

    /// A model like those of `gaitway train`, without products and kernels, which cost minutes; its limit of distance
    /// leaves a hundredth of what it learnt outside.
    private static func model(of windows: LabelledWindows, learning selection: [Int]) throws -> ActivityModel {
        func alone(_ model: CaseModel) -> ActivityModel {
            ActivityModel(
                name: "labelling", schema: .motion, cases: [model],
                smoothing: SmoothingParameters(stay: SmoothingParameters.standardStay), provenance: .none)
        }
        let options = ModelTrainer.Options(penalty: 0.01, products: .none, kernels: 0, tolerance: 1e-4)
        var model = try ModelTrainer(options: options).train(windows.training, selection: selection).model
        let distances = try ModelScorer(alone(model)).score(windows, indices: selection).filter { $0.truth != nil }
        model.distance.limit = Quantile.value(0.99, of: distances.map(\.squaredDistance)) ?? model.distance.limit
        return alone(model)
    }
}
