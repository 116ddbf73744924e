// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

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
    func refill() throws(InputError) {
        for (index, track) in tracks.enumerated() {
            while track.head == track.samples.count, !track.hasEnded { try feeders[index].feed() }
        }
    }

    /// Appends samples in time order to `batch` until one track runs dry or `limit` is reached; times are counted
    /// from `origin`. Returns false when all tracks have ended.
    func merge(into batch: inout SampleBatch, origin: Int64, limit: Int) throws(InputError) -> Bool {
        try refill()
        let live = tracks.filter { $0.head < $0.samples.count }
        guard !live.isEmpty else { return false }
        if live.count == 1 {
            takeRun(of: live[0], into: &batch.samples, origin: origin, limit: limit)
            return true
        }
        // Local copies, so that no sample pays for a check of exclusive access; the arrays are only shared.
        let lists = live.map(\.samples)
        var heads = live.map(\.head)
        defer { for (track, head) in zip(live, heads) { track.head = head } }
        var leader = 0
        while batch.samples.count < limit {
            var sample = lists[leader][heads[leader]]
            for index in lists.indices where index != leader {
                let other = lists[index][heads[index]]
                if other.precedes(sample) {
                    sample = other
                    leader = index
                }
            }
            sample.nanoseconds &-= origin
            batch.samples.append(sample)
            heads[leader] += 1
            if heads[leader] == lists[leader].count { break }
        }
        return true
    }

    /// Moves the samples of the only track that has any, as many as fit: there is nothing to compare them with.
    private func takeRun(of track: SampleTrack, into samples: inout [SensorSample], origin: Int64, limit: Int) {
        let first = samples.count
        let end = min(track.samples.count, track.head + max(0, limit - first))
        samples.append(contentsOf: track.samples[track.head..<end])
        track.head = end
        var taken = samples.mutableSpan
        for index in first..<taken.count { taken[index].nanoseconds &-= origin }
    }
}

extension SensorSample {
    /// Whether this sample comes before the other; at one time, in the order of their sensors.
    @inline(__always)
    package func precedes(_ other: SensorSample) -> Bool {
        nanoseconds < other.nanoseconds
            || nanoseconds == other.nanoseconds && sensor.mergeOrder < other.sensor.mergeOrder
    }
}

extension Sensor {
    /// The order of samples at one time: what a window completes comes last.
    fileprivate var mergeOrder: UInt8 {
        switch self {
        case .speed: 0
        case .pressure: 1
        case .rotationRate: 2
        case .linearAcceleration: 3
        case .acceleration: 4
        }
    }
}
