import Geodesy
internal import MotionTypes

/// Makes a section with path, distances and speeds of each run of one mode.
struct SectionBuilder {
    let policy: TimelinePolicy
    let coarse: CoarseFixes
    let reports: ReportHistory

    /// A silence within a move, with the least distance moved in it.
    private struct Silence {
        var start: Double
        var end: Double
        var way: Double
    }

    /// The sections of `runs`, which have `fixes`. `origin` and `goal` are the known positions at the ends of the move.
    func sections(
        _ runs: [ModeDecoder.Run], fixes: [TrackPoint], from origin: TrackPoint?, to goal: TrackPoint?
    ) -> [MoveSection] {
        let silences = silences(runs, fixes, origin, goal)
        let pieces = smoothedPieces(fixes, runs: runs)
        return runs.map { run in
            let shares = reports.shares(from: run.start, to: run.end)
            var section = MoveSection(
                span: TimeSpan(start: Timestamp(seconds: run.start), end: Timestamp(seconds: run.end)),
                activity: run.mode,
                evidence: shares.known - shares[.noneOfThese] > policy.knownShare * shares.total ? .reports : .speed)
            for piece in pieces {
                let clipped = clip(piece, from: run.start, to: run.end)
                if clipped.count > 1 {
                    section.distance = zip(clipped, clipped.dropFirst()).reduce(section.distance ?? 0) { sum, ends in
                        sum
                            + Ellipsoid.shortDistance(
                                ends.0.latitude, ends.0.longitude, ends.1.latitude, ends.1.longitude)
                    }
                    let fastest = clipped.reduce(0) { max($0, $1.speed) }
                    section.maximumSpeed = max(section.maximumSpeed ?? 0, fastest)
                }
                if !clipped.isEmpty {
                    section.path.append(
                        clipped.map {
                            PathPoint(
                                time: Timestamp(seconds: $0.time), latitude: $0.latitude,
                                longitude: $0.longitude, altitude: $0.altitude)
                        })
                }
            }
            for silence in silences {
                // A run takes a share by time.
                let shared = min(silence.end, run.end) - max(silence.start, run.start)
                if shared > 0 {
                    section.unobservedDistance += silence.way * shared / (silence.end - silence.start)
                }
            }
            return section
        }
    }

    /// The fixes in pieces separated by silences, smoothed with the agility of the mode at each time.
    private func smoothedPieces(_ fixes: [TrackPoint], runs: [ModeDecoder.Run]) -> [[PathSmoother.Point]] {
        var pieces: [[PathSmoother.Point]] = []
        var start = 0
        let longestSilence = policy.longestSilence.inSeconds
        for index in fixes.indices {
            let isLast = index + 1 == fixes.count
            guard isLast || fixes[index + 1].time - fixes[index].time > longestSilence else {
                continue
            }
            var run = 0
            pieces.append(
                PathSmoother.smooth(Array(fixes[start...index])) { time in
                    while run + 1 < runs.count, runs[run].end < time { run += 1 }
                    return runs.isEmpty ? Self.unknownAgility : Self.agility(runs[run].mode)
                })
            start = index + 1
        }
        return pieces
    }

    /// The agility of an unknown mode in m²/s³, between those of a bicycle and a vehicle.
    private static let unknownAgility = 1.0

    /// Spectral density of the acceleration in m²/s³: the square of a typical acceleration times its duration.
    private static func agility(_ mode: Activity) -> Double {
        switch mode {
        case .stationary: 0.02
        case .walking: 0.15
        case .running: 0.3
        case .cycling: 0.6
        case .automotive: 4
        }
    }

    /// The part of a piece within a span, cut on the line between two points.
    private func clip(_ piece: [PathSmoother.Point], from start: Double, to end: Double) -> [PathSmoother
        .Point]
    {
        guard let first = piece.first, let last = piece.last, first.time <= end, last.time >= start else {
            return []
        }
        var result: [PathSmoother.Point] = []
        var index = Self.index(in: piece, from: start)
        if index > 0, index < piece.count, piece[index].time > start {
            result.append(between(piece[index - 1], piece[index], at: start))
        }
        while index < piece.count, piece[index].time <= end {
            result.append(piece[index])
            index += 1
        }
        if index > 0, index < piece.count, piece[index - 1].time < end {
            result.append(between(piece[index - 1], piece[index], at: end))
        }
        return result
    }

    private static func index(in piece: [PathSmoother.Point], from time: Double) -> Int {
        piece.partitioningIndex { $0.time >= time }
    }

    private func between(_ a: PathSmoother.Point, _ b: PathSmoother.Point, at time: Double)
        -> PathSmoother.Point
    {
        let share = b.time > a.time ? (time - a.time) / (b.time - a.time) : 0
        let longitude = Longitude.between(a.longitude, b.longitude, share: share)
        return PathSmoother.Point(
            time: time, latitude: a.latitude + share * (b.latitude - a.latitude),
            longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude,
            altitude: nil, speed: a.speed + share * (b.speed - a.speed))
    }

    /// The silences of a move, cut at its ends.
    private func silences(
        _ runs: [ModeDecoder.Run], _ fixes: [TrackPoint], _ origin: TrackPoint?, _ goal: TrackPoint?
    ) -> [Silence] {
        guard let start = runs.first?.start, let end = runs.last?.end else { return [] }
        let ends: [TrackPoint?] = [origin] + fixes.map { $0 } + [goal]
        return zip(ends, ends.dropFirst()).compactMap { before, after in
            let (from, to) = (before?.time ?? start, after?.time ?? end)
            guard to - from > policy.longestSilence.inSeconds,
                let way = coarse.way(from: before, to: after, between: from, and: to)
            else { return nil }
            return Silence(start: from, end: to, way: way)
        }
    }
}
