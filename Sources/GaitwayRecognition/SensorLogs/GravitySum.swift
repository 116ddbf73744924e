// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Total acceleration as the sum of linear acceleration and of gravity, which have times of their own.
///
/// Linear acceleration without gravity near it is left out and shows as a gap.
final class GravitySum: TrackFeeder {
    let track = SampleTrack()
    private let linear: TableSource
    private let gravity: TableSource
    private var neighbours = GravityNeighbours()

    init(linear: TableSource, gravity: TableSource) {
        self.linear = linear
        self.gravity = gravity
    }

    var report: RepairReport { linear.report.adding(gravity.report) }

    func feed() throws(InputError) {
        track.compact()
        let count = track.samples.count
        while track.samples.count == count, !track.hasEnded {
            guard let first = try Self.next(linear) else {
                track.hasEnded = true
                return
            }
            try add(first)
            // Go on while it costs no reading.
            while track.samples.count - count < 2048, let sample = linear.track.next {
                linear.track.head += 1
                try add(sample)
            }
        }
    }

    private func add(_ sample: SensorSample) throws(InputError) {
        while neighbours.needsNext(for: sample.nanoseconds) {
            guard let next = try Self.next(gravity) else {
                neighbours.end()
                break
            }
            neighbours.take(next)
        }
        guard let gravity = neighbours.gravity(at: sample.nanoseconds) else { return }
        let sum = SensorSample(sensor: .acceleration, nanoseconds: sample.nanoseconds, value: sample.value + gravity)
        track.samples.append(sum)
    }

    /// The next sample of a table, which is used up by it.
    private static func next(_ source: TableSource) throws(InputError) -> SensorSample? {
        while source.track.next == nil, !source.track.hasEnded { try source.feed() }
        guard let sample = source.track.next else { return nil }
        source.track.head += 1
        return sample
    }
}
