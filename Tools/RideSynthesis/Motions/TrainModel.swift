// SPDX-License-Identifier: Apache-2.0
/// Sitting in a train between stations.
///
/// - Speed: it accelerates and brakes by 0.5 to 0.7 m/s², smooth over two seconds, and holds its speed for minutes.
/// - Body: the air springs let it bounce at 1.0 to 1.3 Hz and sway sideways at 0.6 to 0.9 Hz; the bogies' own motion, 5
///   to 10 Hz, comes through weakened (S. Iwnicki, Handbook of Railway Vehicle Dynamics). All in proportion to the
///   speed. At cruise the sum is 0.1 to 0.3 m/s² on a good line, which is
///   "comfortable" by the comfort indices of EN 12299.
/// - Points and joints give a jolt now and then, sideways more than up.
/// - A railway is a fifth as steep as a road: 1 % at the most.
/// - Curves: the heading turns by 0.2 to 0.8 ° a second for half a minute; canted track leaves at most 0.5 m/s²
///   sideways.
/// - The person sits as on a chair: breath, and another posture now and then.
struct TrainModel: MotionModel {
    private let train: RideScript.Train
    private let duration: Double
    private let step: Double
    private var person: StillModel
    private var random: RandomSource
    private var speed = 0.0
    private var surge = 0.0
    private var curve: SlowNoise
    private var bounce: BandNoise
    private var sway: BandNoise
    private var bogie: [BandNoise]
    private var rolling: TurnNoise
    private var joltUp: DampedRing
    private var joltSide: DampedRing

    init(_ train: RideScript.Train, context: LegContext) {
        self.train = train
        duration = context.duration
        step = context.step
        person = StillModel(standing: false, context: context)
        random = context.random(50)
        curve = context.slow(51, timeConstant: 12)
        bounce = context.band(52, centre: 1.15, quality: 1.5)
        sway = context.band(53, centre: 0.75, quality: 1.5)
        bogie = (0..<3).map { context.band(54 + UInt64($0), centre: 7, quality: 0.8) }
        rolling = context.turn(60, centre: 0.75, quality: 1)
        joltUp = DampedRing(frequency: 6, timeConstant: 0.15, step: context.step)
        joltSide = DampedRing(frequency: 3, timeConstant: 0.25, step: context.step)
    }

    mutating func next(at time: Double) -> BodyState {
        drive(at: time)
        let relative = speed / 35
        var state = person.next(at: time)
        state.speed = speed
        state.steepness = 0.2
        state.headingRate = 0.006 * curve.next() * min(relative, 1)
        let rough = train.roughness * relative
        state.acceleration += rough * SIMD3(0.25, 0.45, 0.5) * SIMD3(bogie[0].next(), bogie[1].next(), bogie[2].next())
        let jolt = random.unit() < 0.03 * step ? random.uniform(0.3...1) * relative : 0
        state.acceleration.z += 0.8 * rough * bounce.next() + joltUp.next(0.6 * jolt)
        state.acceleration.y += 0.8 * rough * sway.next() + joltSide.next(jolt)
        // The cant takes most of a curve's force away.
        state.acceleration.y += min(max(0.35 * speed * state.headingRate, -0.5), 0.5)
        state.acceleration.x += surge
        state.swing.x += 0.004 * relative * rolling.next()
        return state
    }

    /// Follows the speed that the line allows, with gentle and smooth acceleration.
    private mutating func drive(at time: Double) {
        let stopping = time < 3 || time > duration - 4 - train.speed / 0.6
        let station = train.stops.contains { $0.contains(time) }
        let wanted = stopping || station ? 0 : train.speed
        var pull = min(max((wanted - speed) / 6, -0.7), 0.55)
        if wanted == 0, speed < 0.4 { pull = -speed / 0.8 }
        surge += (pull - surge) * step / 1.5
        speed = max(0, speed + surge * step)
        if speed == 0, surge < 0 { surge -= surge * step / 0.1 }
    }
}
