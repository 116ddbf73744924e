// SPDX-License-Identifier: Apache-2.0
/// Shaking the phone on purpose, as for a joke or for an undo: the forearm goes to and fro.
///
/// An arm can shake a light thing 3 to 6 times a second, with 10 to 30 m/s² at its ends. It turns in the elbow, so that
/// the phone turns with it; frequency and strength wander by a tenth.
struct ShakingModel: MotionModel {
    private let shaking: RideScript.Shaking
    private let duration: Double
    private let step: Double
    private var phase = 0.0
    private var rate: SlowNoise
    private var strength: SlowNoise
    private var wobble: [BandNoise]

    init(_ shaking: RideScript.Shaking, context: LegContext) {
        self.shaking = shaking
        duration = context.duration
        step = context.step
        rate = context.slow(0, timeConstant: 2)
        strength = context.slow(1, timeConstant: 1.5)
        wobble = (0..<3).map { context.band(10 + UInt64($0), centre: 5, quality: 0.6) }
    }

    mutating func next(at time: Double) -> BodyState {
        phase += 2 * .pi * shaking.frequency * (1 + 0.08 * rate.next()) * step
        let size = fade(at: time, of: duration, rise: 1) * (1 + 0.15 * strength.next())
        var state = BodyState()
        let stroke = SIMD3(sine(phase), 0.35 * sine(phase + 0.6), 0.5 * sine(phase + 1.1) + 0.2 * sine(2 * phase))
        let loose = SIMD3(wobble[0].next(), wobble[1].next(), wobble[2].next())
        state.acceleration = shaking.amplitude * size * (stroke + 0.12 * loose)
        state.swing = size * SIMD3(0.1 * sine(phase + 0.4), 0.25 * sine(phase + 0.2), 0.12 * sine(phase + 1.3))
        return state
    }
}
