// SPDX-License-Identifier: Apache-2.0
/// Walking and running, as the hip and the thigh of one leg see it.
///
/// With step phase φ (2π per step, a stride is two steps) and g = 9.81 m/s²:
/// - walking, vertical: the trunk moves like an inverted pendulum, 2 to 3 cm up and down per step (J. Perry, Gait
///   Analysis), hence a_1 = (2π f)² · 0.02 m, about 2.7 m/s² at 1.85 steps/s, with falling harmonics. The leg that
///   carries the phone is not the other one: odd multiples of half the step frequency appear (the stride's harmonics).
///   In trousers' pockets those are stronger on the level than upright, steps reach up to 8 Hz upright and hardly
///   beyond 5 Hz on the level, and forward runs about a quarter of a step behind.
/// - running, vertical: a spring-mass bounce (R. M. Alexander; T. A. McMahon). For the share d of a step on the ground
///   the force is a half sine, else nothing: a = g (π/(2d) sin(π s/d) - 1) for step position s < d, and -g in flight;
///   its mean is 0, its peak π/(2d) g: 2.9 g for d = 0.55.
/// - each heel strike rings at 10 to 30 Hz and dies within some hundredths of a second; that of the phone's own leg is
///   stronger.
/// - forward: braking and pushing once per step; sideways: once per stride.
/// - the thigh swings at the stride frequency, about ±0.3 rad, and turns the phone with it: 1 to 3 rad/s (running 2 to
///   5). Step frequency and strength wander slowly by some percent, as strides do.
struct GaitModel: MotionModel {
    private let gait: RideScript.Gait
    private let isRun: Bool
    /// The share of what tells the phone's own leg from the other.
    private let oneSided: Double
    private let contact = 0.55
    private let duration: Double
    private let step: Double
    private var phase = 0.0
    private var rate: SlowNoise
    private var strength: SlowNoise
    private var turning: SlowNoise
    private var jolts: [BandNoise]
    private var wobble: [TurnNoise]
    private var ringUp: DampedRing
    private var ringForward: DampedRing
    private var ringSide: DampedRing
    private var random: RandomSource
    private let vertical: Harmonics
    private let forward: Harmonics
    private let sideways: Harmonics
    private let pitch: Harmonics
    private let roll: Harmonics
    private let yaw: Harmonics

    init(_ gait: RideScript.Gait, isRun: Bool, oneSided: Double, context: LegContext) {
        self.gait = gait
        self.isRun = isRun
        self.oneSided = oneSided
        duration = context.duration
        step = context.step
        rate = context.slow(0, timeConstant: 6)
        strength = context.slow(1, timeConstant: 4)
        turning = context.slow(2, timeConstant: 8)
        jolts = (0..<3).map { context.band(10 + UInt64($0), centre: 6, quality: 0.6) }
        wobble = (0..<3).map { context.turn(13 + UInt64($0), centre: 4, quality: 0.6) }
        ringUp = DampedRing(frequency: isRun ? 14 : 16, timeConstant: 0.035, step: context.step)
        ringForward = DampedRing(frequency: 12, timeConstant: 0.04, step: context.step)
        ringSide = DampedRing(frequency: 20, timeConstant: 0.03, step: context.step)
        random = context.random(3)
        let omega = 2 * Double.pi * gait.stepFrequency
        // Orders count strides: 2 is the step.
        if isRun {
            vertical = Harmonics([(1, 1.6 * oneSided, 0.4), (3, 1.4 * oneSided, 1.0)])
            forward = Harmonics([(1, 1.4, 0.9), (2, 3.0, 2.2), (3, 1.0, 2.0), (4, 1.8, 0.3), (6, 0.9, 1.1)])
            sideways = Harmonics([(1, 2.0, 0), (3, 1.0, 0.7), (4, 0.8, 2.2), (5, 0.5, 0.2)])
            pitch = Harmonics([(1, 0.34, 0.2), (2, 0.075, 1.2), (3, 0.022, 0.5), (4, 0.018, 2.1)])
            roll = Harmonics([(1, 0.12, 1.1), (2, 0.055, 0.2), (4, 0.020, 0.9)])
            yaw = Harmonics([(1, 0.16, 0.6), (2, 0.05, 1.9), (4, 0.016, 0)])
        } else {
            let bounce = omega * omega * 0.020
            vertical = Harmonics([
                (1, 0.3 * oneSided, 0.4), (2, bounce, 0), (3, 1.2 * oneSided, 1.0), (4, 0.40 * bounce, 1.9),
                (5, 0.9 * oneSided, 0.1), (6, 0.45 * bounce, 2.7), (7, 0.8 * oneSided, 0.9), (8, 0.25 * bounce, 0.5),
            ])
            forward = Harmonics([
                (1, 0.9, 0.9), (2, 2.6, 2.6), (3, 0.8, 2.0), (4, 1.5, 0.3), (5, 0.3, 1.0), (6, 0.5, 1.1),
            ])
            sideways = Harmonics([(1, 1.2, 0), (2, 0.7, 0.4), (3, 0.8, 0.7), (5, 0.3, 0.2)])
            pitch = Harmonics([(1, 0.30, 0.2), (2, 0.045, 1.2), (3, 0.026, 0.5), (4, 0.012, 2.1)])
            roll = Harmonics([(1, 0.07, 1.1), (2, 0.025, 0.2), (3, 0.012, 0.9), (4, 0.008, 1.4)])
            yaw = Harmonics([(1, 0.13, 0.6), (2, 0.045, 1.9), (3, 0.028, 0), (4, 0.014, 1.0)])
        }
    }

    mutating func next(at time: Double) -> BodyState {
        let gain = fade(at: time, of: duration, rise: 1)
        let frequency = gait.stepFrequency * (1 + 0.025 * rate.next()) * (0.85 + 0.15 * gain)
        let before = phase
        phase += .pi * frequency * step  // of the stride
        let size = gain * (1 + 0.08 * strength.next())
        let kick = heelStrike(from: before, to: phase)
        var state = BodyState()
        let ownLeg = 1 + (isRun ? 0.15 : 0.05) * oneSided * sine(phase)
        var up = vertical(phase) * ownLeg
        if isRun { up += bounce() }
        let rough = SIMD3(jolts[0].next(), jolts[1].next(), jolts[2].next())
        let shake = SIMD3(wobble[0].next(), wobble[1].next(), wobble[2].next())
        state.acceleration = size * SIMD3(forward(phase), sideways(phase), up)
        state.acceleration +=
            gain
            * SIMD3(ringForward.next(-0.4 * kick), ringSide.next(0.3 * kick), ringUp.next(kick))
        state.acceleration += gain * (isRun ? SIMD3(1.4, 1.4, 2.6) : SIMD3(0.3, 0.3, 0.8)) * rough
        state.swing =
            size * SIMD3(roll(phase), pitch(phase), yaw(phase)) + gain
            * (isRun ? SIMD3(0.008, 0.008, 0.016) : SIMD3(0.003, 0.003, 0.012)) * shake
        state.speed = gait.speed * ramp(time / 2) * ramp((duration - time) / 2)
        state.headingRate = 0.05 * turning.next() * gain
        return state
    }

    /// The vertical acceleration of the spring-mass bounce at the present phase.
    private func bounce() -> Double {
        let steps = phase / .pi
        let position = steps - steps.rounded(.down)
        guard position < contact else { return -RideSynthesizer.gravity }
        return RideSynthesizer.gravity * (.pi / (2 * contact) * sine(.pi * position / contact) - 1)
    }

    /// The strength of the heel strike between two phases, 0 for none: one per step, of alternate feet.
    private mutating func heelStrike(from before: Double, to after: Double) -> Double {
        let steps = (after / .pi).rounded(.down)
        guard steps > (before / .pi).rounded(.down) else { return 0 }
        let own = steps.truncatingRemainder(dividingBy: 2) == 0
        return (isRun ? 13 : 6) * (own ? 1 : 0.55 + 0.45 * (1 - oneSided)) * (1 + 0.15 * random.normal())
    }
}
