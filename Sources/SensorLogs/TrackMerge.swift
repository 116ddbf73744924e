import MotionTypes

/// Merges tracks by time, sample by sample.
struct TrackMerge {
    private var tracks: [SampleTrack]
    private let feeders: [any TrackFeeder]

    /// - Parameter sources: each track with what fills it.
    init(_ sources: [(track: SampleTrack, feeder: any TrackFeeder)]) {
        tracks = sources.map(\.track)
        feeders = sources.map(\.feeder)
    }

    /// Makes sure that each track has a sample to compare, or has ended.
    func refill() throws {
        for (index, track) in tracks.enumerated() {
            while track.head == track.samples.count, !track.hasEnded { try feeders[index].feed() }
        }
    }

    /// Appends samples in time order to `batch` until one track runs dry or `limit` is reached; times are counted
    /// from `origin`. Returns false when all tracks have ended.
    func merge(into batch: inout SampleBatch, origin: Int64, limit: Int) throws -> Bool {
        try refill()
        var first: SampleTrack?
        var second: SampleTrack?
        for track in tracks where track.head < track.samples.count {
            if let leader = first {
                if track.precedes(leader) {
                    second = leader
                    first = track
                } else if second.map({ track.precedes($0) }) ?? true {
                    second = track
                }
            } else {
                first = track
            }
        }
        guard let leader = first else { return false }
        let end = leader.samples.count
        let samples = leader.samples
        var head = leader.head
        let bound = second.map { ($0.samples[$0.head].elapsed, $0.samples[$0.head].sensor.mergeOrder) }
        while head < end, batch.samples.count < limit {
            var sample = samples[head]
            if let bound, (sample.elapsed, sample.sensor.mergeOrder) >= bound, head > leader.head { break }
            sample.elapsed &-= origin
            batch.samples.append(sample)
            head += 1
        }
        leader.head = head
        return true
    }
}

extension SampleTrack {
    /// Whether the next sample of this track comes before the other's.
    fileprivate func precedes(_ other: SampleTrack) -> Bool {
        let mine = samples[head]
        let theirs = other.samples[other.head]
        return (mine.elapsed, mine.sensor.mergeOrder) < (theirs.elapsed, theirs.sensor.mergeOrder)
    }
}

extension Sensor {
    /// The order of samples at one time: what a window completes comes last.
    fileprivate var mergeOrder: UInt8 {
        switch self {
        case .pressure: 0
        case .rotationRate: 1
        case .linearAcceleration: 2
        case .acceleration: 3
        }
    }
}
