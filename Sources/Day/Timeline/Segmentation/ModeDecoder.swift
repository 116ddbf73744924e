internal import MotionTypes

/// Finds the activity at each moment of a trip from speeds and reports.
///
/// A hidden Markov model over a regular grid of time steps. The hidden state is an `Activity`. The observations at each
/// step are the ground speed and the current report. Viterbi's algorithm (IEEE Trans. Inf. Theory 13, 1967) finds the
/// most likely sequence: score(t, s) = max over r of score(t-1, r) - cost(r, s), plus log p(observed at t | s).
struct ModeDecoder {
    /// The hidden states: the activity, stationary for a pause.
    private static let modes = Activity.allCases

    /// A run of one mode.
    struct Run: Sendable {
        var start: Double
        var end: Double
        var mode: Activity
        var duration: Double { end - start }
    }

    /// The time step in seconds: fine enough for the shortest sections, coarse enough that neighbouring steps carry new
    /// information.
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
            return policy.modeChangeCost * policy.easyChangeFactor
        case (.cycling, .automotive), (.automotive, .cycling): return policy.modeChangeCost * policy.hardChangeFactor
        default: return policy.modeChangeCost
        }
    }

    // MARK: Evidence

    private func fill(_ evidence: inout [Double], at time: Double) {
        for index in evidence.indices { evidence[index] = 0 }
        // Across a silence the straight line is only a lower bound, so a low speed does not count beside a report.
        let span = reports.span(at: time)
        let isHidden = speeds.isSilent(at: time) && (span.map { $0.motion != .unknown } ?? false)
        if let speed = speeds.speed(at: time), !isHidden || speed > policy.walkingPace {
            let weight = ModeLikelihood.speedWeight(step: Self.step, window: policy.speedWindow.inSeconds)
            for index in evidence.indices { evidence[index] += weight * ModeLikelihood.speedScore(index, speed) }
        }
        if let span {
            let weight = ModeLikelihood.reportWeight(span.confidence)
            for index in evidence.indices { evidence[index] += weight * ModeLikelihood.reportScore(index, span.motion) }
        }
    }

    // MARK: Riders and drivers

    /// A run of cycling that is too fast for a rider, without a report of cycling, is a drive in traffic. In a city,
    /// single steps are weak evidence, but the speeds of a whole run are not. A run whose reports are vehicle or still,
    /// and not cycling or walking, is a drive at any speed, such as a tram or a bus in a jam.
    private func withoutImpossibleRider(_ run: Run) -> Run {
        guard run.mode == .cycling else { return run }
        let shares = reports.shares(from: run.start, to: run.end)
        guard shares.share(.cycling) < policy.cyclingShare else { return run }
        let legs = shares[.cycling] + shares[.walking] + shares[.running]
        let seated = shares[.automotive] + shares[.stationary]
        if shares.known > policy.knownShare * shares.total, legs < policy.pedallingShare * shares.known,
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
        guard let fast = Quantile.value(1 - policy.fastRideShare, of: speeds), fast > policy.fastestRide else {
            return run
        }
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

    /// Merges pauses within one mode, and runs that are too short for a section.
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
                // A short walk to or from a vehicle at the end of a trip is real.
                if !between && index == 0 || index + 1 == runs.count {
                    if run.mode != .stationary && run.duration >= policy.shortestEndSection.inSeconds { continue }
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
