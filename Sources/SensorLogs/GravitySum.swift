import MotionTypes

/// Total acceleration as the sum of linear acceleration and of gravity, which have times of their own.
///
/// Gravity is interpolated linearly between its neighbours; at the ends, and in gaps of over a second, the nearest
/// is taken if it is within half a second. Linear acceleration without gravity near it is left out and shows as a gap.
final class GravitySum: TrackFeeder {
    let track = SampleTrack()
    private let linear: TableSource
    private let gravity: TableSource
    private var before: SensorSample?
    private var after: SensorSample?

    private static let longestStep = Nanoseconds.perSecond
    private static let farthest: Int64 = 500_000_000

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
        while (after?.nanoseconds ?? .min) < sample.nanoseconds {
            guard let next = try Self.next(gravity) else {
                if let after { before = after }
                after = nil
                break
            }
            before = after ?? next
            after = next
        }
        guard let gravity = gravity(at: sample.nanoseconds) else { return }
        let sum = SensorSample(sensor: .acceleration, nanoseconds: sample.nanoseconds, value: sample.value + gravity)
        track.samples.append(sum)
    }

    private func gravity(at time: Int64) -> SIMD3<Float>? {
        guard let before else { return nil }
        guard let after, after.nanoseconds > before.nanoseconds else {
            let nearest = after ?? before
            return abs(nearest.nanoseconds - time) <= Self.farthest ? nearest.value : nil
        }
        let step = after.nanoseconds - before.nanoseconds
        if time >= before.nanoseconds, time <= after.nanoseconds, step <= Self.longestStep {
            let part = Float(Double(time - before.nanoseconds) / Double(step))
            return before.value + (after.value - before.value) * part
        }
        let nearest = abs(time - before.nanoseconds) < abs(after.nanoseconds - time) ? before : after
        return abs(nearest.nanoseconds - time) <= Self.farthest ? nearest.value : nil
    }

    /// The next sample of a table, which is used up by it.
    private static func next(_ source: TableSource) throws(InputError) -> SensorSample? {
        while source.track.next == nil, !source.track.hasEnded { try source.feed() }
        guard let sample = source.track.next else { return nil }
        source.track.head += 1
        return sample
    }
}
