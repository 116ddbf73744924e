// SPDX-License-Identifier: Apache-2.0
/// A person at rest, with the phone on the body.
///
/// Breathing at about 0.25 Hz (12 to 18 breaths a minute in an adult at rest) turns the thigh or trunk by some
/// thousandths of a radian. Upright, the body sways like an inverted pendulum, under 0.5 Hz, by about a hundredth of a
/// radian. Every 20 to 60 s the posture changes by 0.02 to 0.12 rad within a second, with a small tremor. Measured
/// pockets of sitting people show a standard deviation of |a| of 0.01 to 0.1 m/s² between such shifts.
struct StillModel: MotionModel {
    private let swayAmplitude: Double
    private let step: Double
    private var sway: [SlowNoise]
    private var tremor: [BandNoise]
    private var breathing: SlowNoise
    private var breath = 0.0
    private var random: RandomSource
    private var posture = SIMD3<Double>.zero
    private var target = SIMD3<Double>.zero
    private var shiftAt: Double

    init(standing: Bool, context: LegContext) {
        swayAmplitude = standing ? 0.009 : 0.0006
        step = context.step
        sway = (0..<3).map { context.slow(UInt64($0), timeConstant: standing ? 0.8 : 3) }
        tremor = (0..<3).map { context.band(10 + UInt64($0), centre: 5, quality: 0.7) }
        breathing = context.slow(20, timeConstant: 4)
        random = context.random(30)
        shiftAt = random.uniform(15...45)
    }

    mutating func next(at time: Double) -> BodyState {
        if time > shiftAt + 1 {
            posture = target
            shiftAt = time + random.uniform(20...60)
        }
        if time >= shiftAt, target == posture {
            let size = random.uniform(0.02...0.12)
            target =
                posture * 0.3 + size
                * SIMD3(random.normal() * 0.5, random.normal() * 0.7, random.normal() * 0.4)
        }
        let share = ramp(time - shiftAt)
        let shifting = 4 * share * (1 - share)
        breath += 2 * .pi * (0.25 + 0.03 * breathing.next()) * step
        var state = BodyState()
        let drift = swayAmplitude * SIMD3(sway[0].next(), sway[1].next(), 0.5 * sway[2].next())
        state.swing = posture + share * (target - posture) + drift
        state.swing.y += 0.0018 * sine(breath)
        let shake = SIMD3(tremor[0].next(), tremor[1].next(), tremor[2].next())
        state.acceleration = (0.008 + 0.35 * shifting) * shake
        state.acceleration.z += 0.012 * sine(breath + 0.5)
        return state
    }
}

/// A phone on a table: nothing moves but the sensors' own noise.
struct TableModel: MotionModel {
    mutating func next(at time: Double) -> BodyState { BodyState() }
}
