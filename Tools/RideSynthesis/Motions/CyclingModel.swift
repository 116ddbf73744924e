// SPDX-License-Identifier: Apache-2.0
/// Riding a bicycle, with the phone in the trousers' pocket (or in a bag, or on the handlebar).
///
/// The crank turns 1.0 to 1.6 times a second and the thigh swings with it through about half a radian, nearly a sine
/// (W. R. Ledoux and others measured 40 to 45° at the hip). Each foot pushes once per turn, so the trunk bobs and the
/// bicycle surges at twice the cadence. Every 15 to 40 s the rider coasts for 2 to 6 s: the crank stands. The road
/// shakes the frame between 2 and 20 Hz, in proportion to the speed (a rough road is a displacement whose spectrum
/// falls with the square of the wave number, ISO 8608), and most where saddle and rider resonate, 3 to 7 Hz. In a turn
/// of rate ω at speed v the bicycle leans by arctan(v ω / g) into it and no sideways force is felt in its own frame.
struct CyclingModel: MotionModel {
    private let cycling: RideScript.Cycling
    private let duration: Double
    private let step: Double
    private var crank = 0.0
    private var turning = 0.0
    private var pedalling = true
    private var changeAt: Double
    private var random: RandomSource
    private var rate: SlowNoise
    private var pace: SlowNoise
    private var course: SlowNoise
    private var balance: SlowNoise
    private var road: [BandNoise]
    private var seat: [BandNoise]
    private var shake: [TurnNoise]
    private var bump: DampedRing
    private var speed = 0.0
    private var headingRate = 0.0
    private let thigh = Harmonics([(1, 0.24, 0), (2, 0.016, 0.8)])
    private let knee = Harmonics([(1, 0.05, 1.2), (2, 0.007, 0.1)])

    init(_ cycling: RideScript.Cycling, context: LegContext) {
        self.cycling = cycling
        duration = context.duration
        step = context.step
        random = context.random(0)
        changeAt = random.uniform(15...30)
        rate = context.slow(1, timeConstant: 5)
        pace = context.slow(2, timeConstant: 10)
        course = context.slow(3, timeConstant: 4)
        balance = context.slow(4, timeConstant: 0.5)
        road = (0..<3).map { context.band(10 + UInt64($0), centre: 11, quality: 0.6) }
        seat = (0..<3).map { context.band(20 + UInt64($0), centre: 3.8, quality: 0.6) }
        shake = (0..<3).map { context.turn(30 + UInt64($0), centre: 3, quality: 0.5) }
        bump = DampedRing(frequency: 6, timeConstant: 0.12, step: context.step)
    }

    mutating func next(at time: Double) -> BodyState {
        if time > changeAt {
            pedalling.toggle()
            changeAt = time + (pedalling ? random.uniform(15...40) : random.uniform(2...6))
        }
        let riding = fade(at: time, of: duration, rise: 4)
        let wanted = pedalling && time < duration - 3 ? riding.squareRoot() : 0
        turning += (wanted - turning) * step / 0.4
        crank += 2 * .pi * cycling.cadence * (1 + 0.03 * rate.next()) * turning * step

        let before = speed
        let free = cycling.speed * (1 + 0.08 * pace.next()) * (0.85 + 0.15 * turning)
        speed += (free * riding - speed) * step / 1.5
        speed *= ramp((duration - time) / 1.5)
        let relative = speed / 5

        var state = BodyState()
        state.speed = speed
        headingRate += (0.06 * course.next() * min(relative, 1) - headingRate) * step / 0.3
        state.headingRate = headingRate
        let lean = arctangent(speed * headingRate / RideSynthesizer.gravity)
        let jolt = random.unit() < 0.12 * step ? random.uniform(2...7) * relative : 0
        let rough = cycling.roughness * relative
        let high = SIMD3(0.35 * road[0].next(), 0.3 * road[1].next(), 0.6 * road[2].next())
        let low = SIMD3(0.35 * seat[0].next(), 0.35 * seat[1].next(), 0.8 * seat[2].next())
        state.acceleration = rough * (high + low)
        state.acceleration.z += bump.next(jolt) + turning * 0.35 * sine(2 * crank + 0.6)
        state.acceleration.x += (speed - before) / step + turning * 0.3 * sine(2 * crank)
        state.acceleration.y += turning * 0.3 * sine(crank + 0.3) + speed * headingRate
        state.swing = SIMD3(knee(crank), thigh(crank), 0.02 * sine(crank + 2)) * fade(at: time, of: duration, rise: 1.5)
        state.swing += 0.012 * relative * SIMD3(shake[0].next(), shake[1].next(), 0.6 * shake[2].next())
        state.swing.x += 0.01 * balance.next() * min(relative, 1) - lean
        return state
    }
}
