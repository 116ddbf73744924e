// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Makes a section with path, distances and speeds of each run of one mode.
struct SectionBuilder {
    let policy: TimelinePolicy
    let coarse: CoarseFixes
    let reports: ReportHistory

    /// The sections of `runs`, which have `fixes`. `origin` and `goal` are the known positions at the ends of the move.
    func sections(
        _ runs: [ModeDecoder.Run], fixes: [TrackPoint], from origin: TrackPoint?, to goal: TrackPoint?
    ) -> [MoveSection] {
        let ways = SilentWays(policy: policy).shares(of: silences(runs, fixes, origin, goal), among: runs)
        let pieces = smoothedPieces(fixes, runs: runs)
        return zip(runs, ways).map { run, way in
            let shares = reports.shares(from: run.start, to: run.end)
            let isReported = shares.known - shares[.noneOfThese] > policy.knownShare * shares.total
            var section = MoveSection(
                span: TimeSpan(start: Timestamp(seconds: run.start), end: Timestamp(seconds: run.end)),
                activity: run.mode, evidence: isReported && run.vehicle == nil ? .reports : .speed,
                unobservedDistance: way ?? 0, vehicle: run.vehicle)
            section.probability = section.evidence == .speed ? run.probability : nil
            let most = policy.fastest(run.mode, run.vehicle)
            for piece in pieces where piece.isFlight == (run.vehicle == .airplane) {
                let clipped = clip(piece.points, from: run.start, to: run.end)
                if clipped.count > 1 {
                    let length = Self.length(clipped)
                    section.distance = (section.distance ?? 0) + length
                    let mean =
                        length / max(TrackPoint.shortestInterval, clipped[clipped.count - 1].time - clipped[0].time)
                    let fastest = clipped.reduce(mean) { max($0, $1.speed) }
                    // A few points do not prove a speed far above that of the mode.
                    section.maximumSpeed = min(policy.bursts * most, max(section.maximumSpeed ?? 0, fastest))
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
            // The ends of the pieces moved a little when they were smoothed.
            section.coverBeeline()
            if way == nil { section.leaveOutWay() } else { section.leaveOutImpossibleWay(policy) }
            return section
        }
    }

    /// Fixes without a silence between them, smoothed. The fixes of a flight stay as they are, since the plane that
    /// smoothing uses is flat.
    private struct Piece {
        var points: [PathSmoother.Point]
        var isFlight: Bool
    }

    /// The fixes in pieces separated by silences, smoothed with the agility of the mode at each time.
    private func smoothedPieces(_ fixes: [TrackPoint], runs: [ModeDecoder.Run]) -> [Piece] {
        var pieces: [Piece] = []
        let flights = runs.filter { $0.vehicle == .airplane }
        func add(_ fixes: ArraySlice<TrackPoint>) {
            // The second fix, since the first can be the end of another piece.
            let time = fixes[min(fixes.startIndex + 1, fixes.endIndex - 1)].time
            let isFlight = flights.contains { $0.start < time && $0.end >= time }
            var run = 0
            let points =
                isFlight
                ? Self.unsmoothed(fixes)
                : PathSmoother.smooth(Array(fixes)) { time in
                    while run + 1 < runs.count, runs[run].end < time { run += 1 }
                    return runs.isEmpty ? Self.unknownAgility : Self.agility(runs[run].mode)
                }
            pieces.append(Piece(points: points, isFlight: isFlight))
        }
        var start = 0
        for index in fixes.indices {
            let isLast = index + 1 == fixes.count
            let isSilent = isLast || fixes[index + 1].isSilent(since: fixes[index], policy)
            // A flight shares its first and its last fix with the ways around it.
            let isEdge =
                index > start && flights.contains { $0.start == fixes[index].time || $0.end == fixes[index].time }
            guard isSilent || isEdge else { continue }
            add(fixes[start...index])
            start = isSilent ? index + 1 : index
        }
        return pieces
    }

    private static func unsmoothed(_ fixes: ArraySlice<TrackPoint>) -> [PathSmoother.Point] {
        fixes.indices.map { index in
            let other = fixes[index > fixes.startIndex ? index - 1 : min(index + 1, fixes.endIndex - 1)]
            let seconds = max(TrackPoint.shortestInterval, (other.time - fixes[index].time).magnitude)
            return PathSmoother.Point(
                time: fixes[index].time, latitude: fixes[index].latitude, longitude: fixes[index].longitude,
                altitude: fixes[index].altitude, speed: fixes[index].distance(to: other) / seconds)
        }
    }

    private static func length(_ points: [PathSmoother.Point]) -> Double {
        zip(points, points.dropFirst()).reduce(0) { sum, ends in
            sum
                + Ellipsoid.way(ends.0.latitude, ends.0.longitude, ends.1.latitude, ends.1.longitude)
        }
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
        return PathSmoother.Point(
            time: time, latitude: a.latitude + share * (b.latitude - a.latitude),
            longitude: Longitude.wrapped(Longitude.between(a.longitude, b.longitude, share: share)),
            altitude: nil, speed: a.speed + share * (b.speed - a.speed))
    }

    /// Metres between two points, 0 if one of them is not known.
    private static func distance(_ one: TrackPoint?, _ other: TrackPoint?) -> Double {
        one.flatMap { one in other.map { one.distance(to: $0) } } ?? 0
    }

    /// The silences of a move, cut at its ends.
    private func silences(
        _ runs: [ModeDecoder.Run], _ fixes: [TrackPoint], _ origin: TrackPoint?, _ goal: TrackPoint?
    ) -> [SilentWays.Silence] {
        guard let start = runs.first?.start, let end = runs.last?.end else { return [] }
        let ends: [TrackPoint?] = [origin] + fixes.map { $0 } + [goal]
        let ways = SilentWays(policy: policy)
        return zip(ends, ends.dropFirst()).enumerated().compactMap { number, pair in
            let (before, after) = pair
            let (from, to) = (before?.time ?? start, after?.time ?? end)
            let speed = ways.mostPlausibleSpeed(from: from, to: to, runs: runs)
            // The path begins at the first fix of the move, however far that is from the visit before it.
            let isEnd = number == 0 || number == ends.count - 2
            let isFar = isEnd && Self.distance(before, after) > policy.visitRadius
            guard isFar || to - from > policy.longestSilence(upTo: after),
                let way = coarse.way(from: before, to: after, between: from, and: to, at: speed)
            else { return nil }
            return SilentWays.Silence(start: from, end: to, way: way)
        }
    }
}
