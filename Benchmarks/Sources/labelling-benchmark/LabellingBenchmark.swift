import ActivityFeatures
import ActivityRecognition
import Evaluation
import Glibc
import MotionTypes

@main struct LabellingBenchmark {
    static func main() async {
        do {
            let windows = try await read(Array(CommandLine.arguments.dropFirst()))
            try run(windows, Array(CommandLine.arguments.dropFirst()))
        } catch {
            let line = Array("labelling-benchmark: \(error)\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
            exit(3)
        }
    }

    static func read(_ arguments: [String]) async throws -> LabelledWindows {
        let manifest = arguments[0]
        let root = arguments[1]
        guard let file = fopen(manifest, "r") else { exit(2) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes { fread($0.baseAddress, 1, $0.count, file) }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        fclose(file)
        let rides = try LabelledRides(
            manifest: bytes, source: manifest, root: root, where: [("use", "default")], skipsUnreadable: true)
        let windows = try await rides.read { _ in }.windows
        print("read \(windows.count) windows")
        fflush(nil)
        return windows
    }

    static func run(_ windows: LabelledWindows, _ arguments: [String]) throws {
        let half = Int(arguments[2]) ?? 0
        let seeds = Int(arguments[3]) ?? 4
        let wanted = arguments.dropFirst(4)
        let clock = ContinuousClock()
        let begin = clock.now
        var measures: [(String, LabelSuggestions.Measure?)] = [("chance", nil), ("chance15", nil)]
        for d in LabelSuggestions.Measure.Doubt.allCases {
            for far in [0.0, 0.5, 1] {
                for ride in [0.0, 0.5, 2] {
                    for like in [0.0, 0.1, 1] {
                        measures.append(
                            ("\(d.rawValue),far\(far),ride\(ride),like\(like)", .init(d, far: far, ride: ride, likeness: like)))
                    }
                }
            }
        }
        measures = measures.filter { m in wanted.contains { m.0 == $0 } }
        let steps = [0.0, 1, 2, 5, 10, 20, 40]
        // [measure][step] -> figures over seeds
        var table: [[[Double]]] = measures.map { _ in steps.map { _ in [] } }
        for seed in 0..<seeds {
            let pool = Pool(windows, half: half, seed: UInt64(seed))
            for (m, measure) in measures.enumerated() {
                var trial = Trial(pool, seed: UInt64(seed))
                for (s, minutes) in steps.enumerated() {
                    try trial.label(upTo: minutes, by: measure.1, short: measure.0 == "chance15")
                    table[m][s].append(try trial.macroF1())
                }
            }
            print("seed \(seed) at \(clock.now - begin): start \(pool.start.count) pool \(pool.pool.count) test \(pool.test.count)")
            fflush(nil)
        }
        for (m, measure) in measures.enumerated() {
            let means = table[m].map { row -> String in
                let mean = row.reduce(0, +) / Double(row.count)
                return String(Double(Int(mean * 1000)) / 1000)
            }
            print(measure.0, means.joined(separator: " "))
            let diffs = table[m].indices.map { s -> String in
                let d = zip(table[m][s], table[0][s]).map { $0 - $1 }
                let mean = d.reduce(0, +) / Double(d.count)
                let sd = (d.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, d.count - 1)) / Double(d.count)).squareRoot()
                return "\(Int((mean * 1000).rounded()))±\(Int((sd * 1000).rounded()))"
            }
            print("   vs first:", diffs.joined(separator: " "))
        }
    }
}

/// Which data sets serve what.
struct Pool {
    let windows: LabelledWindows
    var start: [Int] = []
    var pool: [Int] = []
    var test: [Int] = []

    init(_ windows: LabelledWindows, half: Int, seed: UInt64) {
        self.windows = windows
        var generator = SplitMix64(seed: 1000 + seed)
        var names = windows.dataSets.sorted()
        var fixed = SplitMix64(seed: 7)
        names = shuffled(names, &fixed)
        names = names.indices.filter { $0 % 2 == half }.map { names[$0] }
        let trainable = windows.indices(of: .total)
        let dataSets = windows.training.dataSets
        while true {
            let order = shuffled(names, &generator)
            let k = order.count / 3
            let tests = Set(order[..<k]), starts = Set(order[k..<k + 4])
            (start, pool, test) = ([], [], [])
            for i in trainable {
                let n = windows.dataSets[dataSets[i]]
                if tests.contains(n) { test.append(i) } else if starts.contains(n) { start.append(i) } else if names.contains(n) { pool.append(i) }
            }
            func five(_ s: [Int]) -> Bool { Set(s.map { windows.training.classes[$0] }).subtracting([.noneOfThese]).count == 5 }
            if five(test), five(pool), Set(start.map { windows.training.classes[$0] }).subtracting([.noneOfThese]).count >= 4 { break }
        }
    }
}

func shuffled<T>(_ elements: [T], _ generator: inout SplitMix64) -> [T] {
    var s = elements
    for index in stride(from: s.count - 1, to: 0, by: -1) {
        s.swapAt(index, Int(generator.next().multipliedFullWidth(by: UInt64(index + 1)).high))
    }
    return s
}

struct Trial {
    let pool: Pool
    var labelled: [Int]
    var spans: [Int: [ClosedRange<Double>]] = [:]
    var seconds = 0.0
    var generator: SplitMix64
    var model: ActivityModel?
    static let duration = Double(WindowGrid.duration) * 1e-9

    init(_ pool: Pool, seed: UInt64) {
        self.pool = pool
        generator = SplitMix64(seed: 5000 + seed)
        labelled = pool.start
    }

    mutating func train() throws -> ActivityModel {
        if let model { return model }
        let options = ModelTrainer.Options(penalty: 0.01, products: .none, kernels: 0, tolerance: 1e-4)
        var fit = try ModelTrainer(options: options).train(pool.windows.training, selection: labelled).model
        let alone = ActivityModel(
            name: "", schema: .motion, cases: [fit], smoothing: SmoothingParameters(stay: SmoothingParameters.standardStay),
            provenance: .none)
        let scored = try ModelScorer(alone).score(pool.windows, indices: labelled)
        let distances = scored.filter { $0.truth != nil }.map(\.squaredDistance).sorted()
        fit.distance.limit = distances[Int(0.99 * Double(distances.count - 1))]
        let made = ActivityModel(
            name: "", schema: .motion, cases: [fit], smoothing: SmoothingParameters(stay: SmoothingParameters.standardStay),
            provenance: .none)
        model = made
        return made
    }

    mutating func label(upTo minutes: Double, by measure: LabelSuggestions.Measure?, short: Bool) throws {
        guard minutes * 60 > seconds else { return }
        let model = try train()
        let scored = try ModelScorer(model).score(pool.windows, indices: pool.pool)
        var byRide: [Int: [Int]] = [:]
        for (place, window) in scored.enumerated() { byRide[window.recordingIndex, default: []].append(place) }
        var stretches: [UnlabelledStretch] = []
        for (ride, places) in byRide.sorted(by: { $0.key < $1.key }) {
            stretches += UnlabelledStretch.stretches(
                of: places.map { p in
                    .init(
                        from: scored[p].start, to: scored[p].start + Self.duration,
                        probabilities: scored[p].probabilities, isRefused: scored[p].isRefused)
                }, ride: ride, labelled: spans[ride] ?? [])
        }
        var chosen: [(ride: Int, from: Double, to: Double)] = []
        if let measure {
            let s = LabelSuggestions(
                stretches, measure: measure, minutes: minutes - seconds / 60, known: spans.mapValues(\.count))
            chosen = s.suggestions.map { ($0.stretch.ride, $0.stretch.from, $0.stretch.to) }
        } else {
            var total = 0.0
            // By time: a stretch is as likely as it is long.
            var weights = stretches.map(\.duration)
            var all = weights.reduce(0, +)
            while total < minutes * 60 - seconds, all > 1 {
                var place = generator.unit() * all
                var i = 0
                while i < weights.count - 1, place >= weights[i] { place -= weights[i]; i += 1 }
                let s = stretches[i]
                all -= weights[i]
                weights[i] = 0
                let to = short ? min(s.to, s.from + 15.4) : s.to
                chosen.append((s.ride, s.from, to))
                total += to - s.from
            }
        }
        for c in chosen {
            spans[c.ride, default: []].append(c.from...c.to)
            seconds += c.to - c.from
            for p in byRide[c.ride] ?? [] where scored[p].start >= c.from - 1e-6 && scored[p].start + Self.duration <= c.to + 1e-6 {
                labelled.append(pool.pool[p])
            }
        }
        labelled.sort()
        self.model = nil
    }

    mutating func macroF1() throws -> Double {
        let scored = try ModelScorer(try train()).score(pool.windows, indices: pool.test)
        // An answer that is refused is an answer all the same here: the limit is not what is judged.
        let answered = scored.map { w in
            var w = w
            w.isRefused = false
            return w
        }
        return Metrics(answered, weights: CellWeights(answered, keepsEveryActivity: true).weights).macroF1 ?? 0
    }
}
