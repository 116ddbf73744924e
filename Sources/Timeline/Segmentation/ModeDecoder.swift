internal import Glibc
internal import MotionTypes

/// Says which activity each moment of a trip has, from speeds and reports together.
///
/// A hidden Markov model over a regular grid of time steps. The hidden state is an `Activity`; what is seen at each step is
/// the speed over the ground and the report that holds. The most likely sequence is found by Viterbi's algorithm (IEEE
/// Trans. Inf. Theory 13, 1967): score(t, s) = max over r of score(t-1, r) - cost(r, s), plus log p(seen at t | s).
struct ModeDecoder {
    /// The hidden states: the way the person moves, stationary for a pause.
    private static let modes = Activity.allCases

    /// A run of one mode.
    struct Run: Sendable {
        var start: Double
        var end: Double
        var mode: Activity
        var duration: Double { end - start }
    }

    static let step = 10.0

    let policy: TimelinePolicy
    let speeds: SpeedProfile
    let reports: ReportHistory

    /// The runs of one mode that fill the interval from `start` to `end`.
    func runs(from start: Double, to end: Double) -> [Run] {
        let steps = max(1, Int(((end - start) / Self.step).rounded(.up)))
        let count = Self.modes.count
        var score = [Double](repeating: 0, count: count)
        var next = score
        var from = [UInt8](repeating: 0, count: steps * count)
        var evidence = score
        for step in 0..<steps {
            let time = min(end, start + (Double(step) + 0.5) * Self.step)
            fill(&evidence, at: time)
            for state in 0..<count {
                var best = -Double.infinity
                var origin = 0
                for previous in 0..<count {
                    let value =
                        score[previous] - (step == 0 || previous == state ? 0 : changeCost(previous, state))
                    if value > best {
                        best = value
                        origin = previous
                    }
                }
                next[state] = best + evidence[state]
                from[step * count + state] = UInt8(origin)
            }
            swap(&score, &next)
        }
        var state = 0
        for candidate in 1..<count where score[candidate] > score[state] { state = candidate }
        var states = [UInt8](repeating: 0, count: steps)
        for step in stride(from: steps - 1, through: 0, by: -1) {
            states[step] = UInt8(state)
            state = Int(from[step * count + state])
        }
        var runs: [Run] = []
        for step in 0..<steps {
            let mode = Self.modes[Int(states[step])]
            let stepEnd = step + 1 == steps ? end : start + Double(step + 1) * Self.step
            if runs.last?.mode == mode {
                runs[runs.count - 1].end = stepEnd
            } else {
                runs.append(Run(start: runs.last?.end ?? start, end: stepEnd, mode: mode))
            }
        }
        return joined(tidied(runs).map(withoutImpossibleRider))
    }

    private func changeCost(_ from: Int, _ to: Int) -> Double {
        switch (Self.modes[from], Self.modes[to]) {
        case (.stationary, _), (_, .stationary), (.walking, .running), (.running, .walking):
            return policy.modeChangeCost * 0.7
        case (.cycling, .automotive), (.automotive, .cycling): return policy.modeChangeCost * 2
        default: return policy.modeChangeCost
        }
    }

    // MARK: Evidence

    private func fill(_ evidence: inout [Double], at time: Double) {
        for index in evidence.indices { evidence[index] = 0 }
        if let speed = speeds.speed(at: time) {
            for index in evidence.indices { evidence[index] += 0.5 * Self.speedScore(index, speed) }
        }
        if let span = reports.span(at: time) {
            let strength: Double =
                switch span.confidence {
                case .low: 0.25
                case .medium: 0.4
                case .high: 0.5
                }
            for index in evidence.indices {
                evidence[index] += strength * Self.reportScore(index, span.motion)
            }
        }
    }

    /// log p(speed | mode), up to a constant: a share at rest, else a log-normal of the mode's speeds.
    static func speedScore(_ mode: Int, _ speed: Double) -> Double {
        func resting(_ scale: Double) -> Double { exp(-speed / scale) / scale }
        func going(_ median: Double, _ deviation: Double) -> Double {
            let value = max(speed, 0.05)
            let score = log(value / median) / deviation
            return exp(-0.5 * score * score) / (value * deviation * 2.506_628)
        }
        let density: Double =
            switch mode {
            case 0: resting(0.35)
            case 1: 0.15 * resting(0.4) + 0.85 * going(1.2, 0.35)
            case 2: 0.05 * resting(0.4) + 0.95 * going(2.7, 0.2)
            case 3: 0.08 * resting(0.5) + 0.92 * going(4.3, 0.4)
            default: 0.12 * resting(0.7) + 0.88 * going(12, 0.8)
            }
        return log(density + 1e-5)
    }

    /// log p(report | mode): rows are modes, columns the answers without unknown.
    private static let reportTable: [[Double]] = [
        [0.70, 0.10, 0.01, 0.02, 0.05, 0.12],
        [0.10, 0.70, 0.03, 0.02, 0.03, 0.12],
        [0.05, 0.25, 0.50, 0.03, 0.02, 0.15],
        [0.10, 0.08, 0.03, 0.40, 0.09, 0.30],
        [0.15, 0.03, 0.01, 0.03, 0.60, 0.18],
    ].map { row in row.map { log($0) } }

    static func reportScore(_ mode: Int, _ report: Answer) -> Double {
        report == .unknown ? 0 : reportTable[mode][report.rawValue]
    }

    // MARK: Riders and drivers

    /// A run of cycling that is too fast for a rider, and that no report calls cycling, is a drive with lights and traffic:
    /// the step by step evidence is weak in a city, the whole run's distribution of speeds is not. And a run whose reports speak of
    /// sitting, vehicle or still, and not of legs, cycling or walking, is a drive at any speed: a tram, a bus in a jam.
    private func withoutImpossibleRider(_ run: Run) -> Run {
        guard run.mode == .cycling else { return run }
        let shares = reports.shares(from: run.start, to: run.end)
        guard shares.share(.cycling) < policy.cyclingShare else { return run }
        let legs = shares[.cycling] + shares[.walking] + shares[.running]
        let seated = shares[.automotive] + shares[.stationary]
        if shares.known > 0.5 * shares.total, legs < policy.pedallingShare * shares.known,
            seated >= policy.seatedShare * shares.known
        {
            return Run(start: run.start, end: run.end, mode: .automotive)
        }
        var speeds: [Double] = []
        var time = run.start + Self.step / 2
        while time < run.end {
            if let speed = self.speeds.speed(at: time) { speeds.append(speed) }
            time += Self.step
        }
        guard let fast = TripFigures.quantile(speeds, 0.9), fast > policy.fastestRide else { return run }
        return Run(start: run.start, end: run.end, mode: .automotive)
    }

    private func joined(_ runs: [Run]) -> [Run] {
        var result: [Run] = []
        for run in runs {
            if result.last?.mode == run.mode {
                result[result.count - 1].end = run.end
            } else {
                result.append(run)
            }
        }
        return result
    }

    // MARK: Short runs

    /// Merges pauses within one mode and runs too short to be a section.
    private func tidied(_ runs: [Run]) -> [Run] {
        var runs = runs
        while true {
            var shortest: Int?
            for index in runs.indices where runs.count > 1 {
                let run = runs[index]
                let between =
                    index > 0 && index + 1 < runs.count && runs[index - 1].mode == runs[index + 1].mode
                let limit =
                    run.mode == .stationary && between
                    ? policy.longestPauseInMode.inSeconds : policy.shortestSection.inSeconds
                // A walk to or from a vehicle at the end of a trip is short and real.
                if !between && index == 0 || index + 1 == runs.count {
                    if run.mode != .stationary && run.duration >= 20 { continue }
                }
                if run.duration < limit, run.duration < runs[shortest ?? index].duration || shortest == nil {
                    shortest = index
                }
            }
            guard let index = shortest else { return runs }
            let hasBefore = index > 0
            let hasAfter = index + 1 < runs.count
            let before = hasBefore ? runs[index - 1].duration : -1
            let after = hasAfter ? runs[index + 1].duration : -1
            if hasBefore && hasAfter && runs[index - 1].mode == runs[index + 1].mode {
                runs[index - 1].end = runs[index + 1].end
                runs.removeSubrange(index...(index + 1))
            } else if before >= after {
                runs[index - 1].end = runs[index].end
                runs.remove(at: index)
            } else {
                runs[index + 1].start = runs[index].start
                runs.remove(at: index)
            }
        }
    }
}
