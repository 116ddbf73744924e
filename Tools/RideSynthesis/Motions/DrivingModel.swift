// SPDX-License-Identifier: Apache-2.0
/// Sitting in a car, or in a bus, that drives through a town.
///
/// - Speed: the driver aims at a target that changes every 10 to 20 s, accelerates with up to 1.8 m/s², brakes with up
///   to 2.2, and stands at red lights for 12 to 22 s. The surge is dv/dt, smooth over half a second.
/// - Turns: the heading turns by 40 to 90° within 6 to 9 s, with the sideways force v ω, at most about 2.5 m/s².
/// - Road: the body bounces on its springs at 1.2 to 1.5 Hz, the wheels hop at 10 to 13 Hz (T. D. Gillespie,
///   Fundamentals of Vehicle Dynamics), tyres and seat add a broadband part; all in proportion to the speed. Potholes
///   and bumps ring.
/// - Engine: four cylinders fire twice per turn of the crankshaft, so 800 turns a minute give 27 Hz and their half 13
///   Hz, 0.02 to 0.1 m/s² at the seat; the order rises with the speed and the seat passes less and less of it.
/// - A bus is heavier: it bounces at 1.0 to 1.2 Hz, accelerates and brakes by two thirds, and its engine shakes the
///   seat more.
/// - The driver's thigh works a pedal now and then, a turn of a few hundredths of a radian.
struct DrivingModel: MotionModel {
    private let driving: RideScript.Driving
    private let duration: Double
    private let step: Double
    private let isBus: Bool
    private var random: RandomSource
    private var speed = 0.0
    private var surge = 0.0
    private var target = 0.0
    private var targetUntil = 0.0
    private var stops: [(from: Double, to: Double)] = []
    private var turnAt: Double
    private var turnLength = 1.0
    private var turnAngle = 0.0
    private var engine = 0.0
    private var bounce: [BandNoise]
    private var hop: [BandNoise]
    private var broad: [BandNoise]
    private var rocking: [TurnNoise]
    private var weave: SlowNoise
    private var pedal: SlowNoise
    private var patch: SlowNoise
    private var bump: DampedRing
    private var hopRing: DampedRing

    init(_ driving: RideScript.Driving, context: LegContext) {
        self.driving = driving
        duration = context.duration
        step = context.step
        random = context.random(0)
        let lights = max(driving.redLights, 0)
        for light in 0..<lights {
            let at = duration * Double(light + 1) / Double(lights + 1) + random.uniform(-6...6)
            stops.append((at, at + random.uniform(12...22) + driving.speed / 2))
        }
        stops += driving.stops.map { (from: $0.lowerBound, to: $0.upperBound) }
        isBus = driving.vehicle == .bus
        turnAt = random.uniform(14...24)
        bounce = (0..<3).map {
            context.band(10 + UInt64($0), centre: driving.vehicle == .bus ? 1.1 : 1.35, quality: 1.6)
        }
        hop = (0..<3).map { context.band(20 + UInt64($0), centre: 11.5, quality: 2.5) }
        broad = (0..<3).map { context.band(30 + UInt64($0), centre: 6, quality: 0.55) }
        rocking = (0..<3).map { context.turn(40 + UInt64($0), centre: 1.6, quality: 0.8) }
        weave = context.slow(1, timeConstant: 3)
        pedal = context.slow(2, timeConstant: 1.5)
        patch = context.slow(3, timeConstant: 5)
        bump = DampedRing(frequency: 1.6, timeConstant: 0.35, step: context.step)
        hopRing = DampedRing(frequency: 12, timeConstant: 0.08, step: context.step)
    }

    mutating func next(at time: Double) -> BodyState {
        drive(at: time)
        let relative = speed / 14
        let surface = driving.roughness * relative * (1 + 0.25 * patch.next())
        let jolt = random.unit() < 0.05 * step ? random.uniform(0.5...2.2) * relative : 0
        var state = BodyState()
        state.speed = speed
        state.headingRate = turn(at: time) + 0.006 * weave.next() * min(relative, 1)

        var shaking = SIMD3<Double>.zero
        shaking += SIMD3(0.18, 0.32, 0.62) * SIMD3(bounce[0].next(), bounce[1].next(), bounce[2].next())
        shaking += SIMD3(0.14, 0.16, 0.35) * SIMD3(hop[0].next(), hop[1].next(), hop[2].next())
        shaking += SIMD3(0.35, 0.40, 0.65) * SIMD3(broad[0].next(), broad[1].next(), broad[2].next())
        state.acceleration = surface * shaking
        state.acceleration.z += bump.next(jolt) + hopRing.next(0.8 * jolt) + idle(SIMD3(0, 0, 1))
        state.acceleration.x += surge + 0.5 * idle(SIMD3(1, 0, 0))
        state.acceleration.y += speed * state.headingRate
        state.swing =
            0.0042 * min(relative, 1.5) * SIMD3(rocking[0].next(), rocking[1].next(), rocking[2].next())
        state.swing.y += 0.010 * pedal.next() - 0.012 * surge
        state.swing *= ramp(time / 2) * ramp((duration - time) / 2)
        return state
    }

    /// Follows the target speed with bounded, smooth acceleration.
    private mutating func drive(at time: Double) {
        if time > targetUntil {
            targetUntil = time + random.uniform(10...20)
            target = driving.speed * random.uniform(0.7...1.15)
        }
        let stopping = time < 4 || time > duration - 8 - driving.speed / (isBus ? 1 : 1.5)
        let red = stops.contains { time > $0.from && time < $0.to }
        let wanted = stopping || red ? 0 : target
        let reach = isBus ? 0.65 : 1
        var pull = min(max((wanted - speed) / 2.5, -2.2 * reach), 1.8 * reach)
        if wanted == 0, speed < 0.4 { pull = -speed / 0.4 }
        surge += (pull - surge) * step / 0.45
        speed = max(0, speed + surge * step)
        if speed == 0, surge < 0 { surge -= surge * step / 0.08 }
    }

    /// The heading rate of the present turn: (angle/length) (1 - cos(2π t/length)), and less when slow.
    private mutating func turn(at time: Double) -> Double {
        if time > turnAt + turnLength, speed > 4 {
            turnAt = time + random.uniform(8...22)
            turnLength = random.uniform(6...9)
            turnAngle = random.uniform(0.7...1.55) * (random.unit() < 0.5 ? -1 : 1)
        }
        let position = (time - turnAt) / turnLength
        guard position > 0, position < 1 else { return 0 }
        let rate = turnAngle / turnLength * (1 - cosine(2 * .pi * position))
        let most = 2.5 / max(speed, 1)
        return min(max(rate, -most), most) * min(speed / 3, 1)
    }

    /// The engine's vibration in m/s², advanced once per step, on the vertical axis.
    private mutating func idle(_ axis: SIMD3<Double>) -> Double {
        // Turns per second: 13.3 at idle, up to 36 in the gears of a town.
        let gear = 4.5 * (1 + (speed / 4.5).rounded(.down).squareRoot())
        let turns = 13.3 + 22 * min(speed / gear, 1.3) * 0.7
        if axis.z > 0 { engine += 2 * .pi * turns * step }
        func passed(_ frequency: Double) -> Double {
            let ratio = frequency / 22
            return 1 / (1 + ratio * ratio)
        }
        let size = isBus ? 2.2 : 1
        return size * (0.05 * passed(turns) * sine(engine) + 0.12 * passed(2 * turns) * sine(2 * engine + 0.7))
    }
}
