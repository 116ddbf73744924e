// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

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
        var vehicle: Vehicle?
        /// Of the mode, if the speeds of a whole ride told it.
        var probability: Double?
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
        let steps = max(1, Int(clamping: ((end - start) / Self.step).rounded(.up)))
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
        let tidy = joined(tidied(runs).map(withoutImpossibleRider).map(withPossibleSpeed))
        let rides = RideModes(policy: policy, speeds: speeds, reports: reports)
        let decided = rides.withUnseenStart(rides.decided(tidy).map { joined(tidied($0)) } ?? tidy)
        let told = withToldWalks(decided).map(withKnownMode)
        let possible = withPossibleSilences(withVehiclesUnderground(told))
        return joined(possible.indices.map { withoutMovingRest($0, of: possible) })
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
        let isHidden =
            speeds.interval(at: time) > policy.longestSilence.inSeconds
            && (span.map { $0.motion != .unknown } ?? false)
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

    /// A run of a mode that the person has not, or of running that neither a report nor a ride's speeds tell among few
    /// fixes, has the mode of its mean speed.
    private func withKnownMode(_ run: Run) -> Run {
        guard run.mode != .stationary, run.mode != .automotive, run.probability == nil else { return run }
        let fixes = Double(max(1, speeds.count(from: run.start, to: run.end)))
        let isBlurred =
            run.mode == .running && run.duration / fixes > Self.longestRunInterval
            && reports.shares(from: run.start, to: run.end).share(.running) < policy.knownShare
        guard isBlurred || !policy.modes.contains(run.mode) else { return run }
        let speed = speeds.meanSpeed(from: run.start, to: run.end) ?? policy.walkingPace
        return Run(start: run.start, end: run.end, mode: speed > policy.fastestWalking ? mode(at: speed) : .walking)
    }

    /// With fixes farther apart in time, in seconds, rides and walks with stops have the speed of a run.
    private static let longestRunInterval = 90.0

    // MARK: Walks beside a rest

    /// A rest at the start or end of a move without the reported walk between it and the rest of the move. Slow steps
    /// within a place alone do not show that it is a walk.
    private func withToldWalks(_ runs: [Run]) -> [Run] {
        var runs = runs
        if runs.count > 1, let last = runs.last, last.mode == .stationary {
            let end = walk(from: last.start, to: last.end, by: Self.step)
            if end - last.start >= policy.shortestToldWalk.inSeconds {
                runs[runs.count - 1] = Run(start: last.start, end: end, mode: .walking)
                if end < last.end { runs.append(Run(start: end, end: last.end, mode: .stationary)) }
            }
        }
        if runs.count > 1, let first = runs.first, first.mode == .stationary {
            let start = walk(from: first.end, to: first.start, by: -Self.step)
            if first.end - start >= policy.shortestToldWalk.inSeconds {
                runs[0] = Run(start: start, end: first.end, mode: .walking)
                if start > first.start { runs.insert(Run(start: first.start, end: start, mode: .stationary), at: 0) }
            }
        }
        return runs
    }

    /// The moment up to which steps from `start` towards `end` have mostly reports of walking or running.
    private func walk(from start: Double, to end: Double, by step: Double) -> Double {
        var time = start
        while time != end {
            let next = step > 0 ? min(end, time + step) : max(end, time + step)
            let shares = reports.shares(from: min(time, next), to: max(time, next))
            guard shares[.walking] + shares[.running] > shares.total / 2 else { break }
            time = next
        }
        return time
    }

    /// A rest whose ends lie as far apart as a trip reaches is a walk, or a slow part of a ride by bicycle. So is one
    /// that begins in a silence, with most of its fixes that far from its start.
    private func withoutMovingRest(_ index: Int, of runs: [Run]) -> Run {
        let run = runs[index]
        guard run.mode == .stationary, let from = speeds.position(at: run.start), let to = speeds.position(at: run.end)
        else { return run }
        let error = speeds.accuracy(at: run.start)
        func isFar(_ way: Double, _ accuracy: Double) -> Bool { way - accuracy - error > policy.shortestTrip }
        let isUnseen = speeds.interval(at: run.start.nextUp) > policy.longestSilence.inSeconds
        let inside = isUnseen ? speeds.points.filter { $0.time > run.start && $0.time < run.end } : []
        let ways = inside.map { Ellipsoid.way(from.latitude, from.longitude, $0.latitude, $0.longitude) }
        let far = zip(ways, inside).filter { isFar($0, $1.accuracy) }.map { $0.0 }
        var way = Ellipsoid.way(from.latitude, from.longitude, to.latitude, to.longitude)
        if 2 * far.count > inside.count {
            way = max(way, 2 * (far.max() ?? 0))
        } else if !isFar(way, speeds.accuracy(at: run.end)) {
            return run
        }
        if index > 0, index + 1 < runs.count, runs[index - 1].mode == .cycling, runs[index + 1].mode == .cycling,
            way <= policy.fastestCycling * run.duration, reports.shares(from: run.start, to: run.end).known == 0
        {
            return Run(start: run.start, end: run.end, mode: .cycling)
        }
        return Run(
            start: run.start, end: run.end, mode: way <= policy.fastestWalking * run.duration ? .walking : .automotive)
    }

    // MARK: Possible speeds

    /// A run that is seen to be faster than its mode can be has the slowest mode that can.
    private func withPossibleSpeed(_ run: Run) -> Run {
        guard let speed = speeds.meanSpeed(from: run.start, to: run.end), speed > policy.fastest(run.mode) else {
            return run
        }
        return Run(start: run.start, end: run.end, mode: mode(at: speed))
    }

    /// Where the runs of a silence together cannot cover the way across it, the longest of them has a faster mode.
    ///
    /// A silence that extends beyond the move says nothing about it, since the way may lie in the gap. Neither does a
    /// way that even a vehicle cannot cover.
    private func withPossibleSilences(_ runs: [Run]) -> [Run] {
        guard let start = runs.first?.start, let end = runs.last?.end else { return runs }
        var runs = runs
        for (from, to) in zip(speeds.points, speeds.points.dropFirst())
        where to.time - from.time > policy.longestSilence.inSeconds && from.time >= start && to.time <= end {
            let crossing = runs.indices.filter { runs[$0].start < to.time && runs[$0].end > from.time }
            func seconds(_ index: Int) -> Double { min(to.time, runs[index].end) - max(from.time, runs[index].start) }
            let most = crossing.reduce(0) { $0 + policy.fastest(runs[$1].mode) * seconds($1) }
            let way = from.distance(to: to) - from.accuracy - to.accuracy
            guard way > most, way <= policy.fastestVehicle * (to.time - from.time),
                let longest = crossing.filter({ runs[$0].mode != .automotive }).max(by: { seconds($0) < seconds($1) })
            else { continue }
            runs[longest].mode = mode(at: way / seconds(longest))
        }
        return runs
    }

    /// The mode of movement at a speed that is too high for feet.
    private func mode(at speed: Double) -> Activity {
        speed > policy.fastestRide || !policy.modes.contains(.cycling) ? .automotive : .cycling
    }

    /// Long silences that only a vehicle crosses so fast are a vehicle's: no one cycles through a tunnel. Reports that
    /// say otherwise are believed.
    private func withVehiclesUnderground(_ runs: [Run]) -> [Run] {
        guard let start = runs.first?.start, let end = runs.last?.end else { return runs }
        var runs = runs
        for (from, to) in zip(speeds.points, speeds.points.dropFirst())
        where to.time - from.time >= policy.longUnseen.inSeconds && from.time >= start && to.time <= end
            && to.speed(from: from) > policy.fastestUnseenRide && to.speed(from: from) <= policy.fastestVehicle
        {
            let shares = reports.shares(from: from.time, to: to.time)
            guard shares.known <= policy.knownShare * shares.total else { continue }
            runs = runs.flatMap { run -> [Run] in
                let (first, last) = (max(run.start, from.time), min(run.end, to.time))
                guard first < last, run.mode != .automotive else { return [run] }
                let parts = [(run.start, first, run.mode), (first, last, .automotive), (last, run.end, run.mode)]
                return parts.filter { $0.0 < $0.1 }.map { start, end, mode in
                    Run(start: start, end: end, mode: mode, probability: mode == run.mode ? run.probability : nil)
                }
            }
        }
        return runs
    }

    private func joined(_ runs: [Run]) -> [Run] {
        var result: [Run] = []
        for run in runs {
            if let last = result.last, last.mode == run.mode {
                result[result.count - 1].end = run.end
                result[result.count - 1].probability = last.probability ?? run.probability
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
