// SPDX-License-Identifier: Apache-2.0
/// The phone's way through space on an even grid: pose, forces, place.
struct PhoneTrack {
    /// Seconds between two states.
    let step: Double
    /// The phone's pose: its frame into the world's (x east, y north, z up).
    private(set) var pose: [Rotation] = []
    /// Specific force in the phone's frame, in m/s²: what an accelerometer measures.
    private(set) var force: [SIMD3<Double>] = []
    /// Gravity's share of it.
    private(set) var gravity: [SIMD3<Double>] = []
    /// Rotation rate in the phone's frame between this state and the next, in rad/s.
    private(set) var rotationRate: [SIMD3<Double>] = []
    /// Metres east, north and above the sea.
    private(set) var position: [SIMD3<Double>] = []
    /// Metres per second.
    private(set) var speed: [Double] = []
    /// Radians, anticlockwise from east.
    private(set) var heading: [Double] = []

    /// Seconds that a change of posture takes.
    static let postureChange = 1.8

    // What the second pass needs: in the frame of the heading.
    private var acceleration: [SIMD3<Double>] = []
    private var offset: [SIMD3<Double>] = []
    private var held: Carrying?
    private var lastSwing = SIMD3<Double>.zero
    private var distance = 0.0
    private var climbed = 0.0
    private var place = SIMD3<Double>.zero
    private var course: Double
    private let hills: (Double, Double)

    init(step: Double, seed: UInt64) {
        self.step = step
        var random = RandomSource(seed: seed, stream: 7)
        course = random.uniform(0...(2 * .pi))
        hills = (random.uniform(0...6), random.uniform(0...6))
    }

    /// Metres above the sea after `distance` metres: hills some hundred metres long.
    private func altitude(after distance: Double) -> Double {
        455 + 5 * sine(distance / 110 + hills.0) + 2 * sine(distance / 41 + hills.1)
    }

    /// Adds a leg.
    mutating func append(_ motion: some MotionModel, carrying: Carrying, context: LegContext) {
        var model = motion
        let previous = held ?? carrying
        let count = Int((context.duration / step).rounded())
        // What the last leg left of a swing is taken back while the posture changes: a phone turns smoothly.
        var left: SIMD3<Double>?
        var shaken = SIMD3<Double>.zero
        for index in 0..<count {
            let time = Double(index) * step
            let state = model.next(at: time)
            let settled = ramp(time / Self.postureChange)
            let own = state.swing * carrying.swingShare
            let rest = left ?? lastSwing - own
            left = rest
            let swing = own + (1 - settled) * rest
            lastSwing = swing
            let body = Rotation(roll: swing.x, pitch: swing.y, yaw: swing.z)
            course += state.headingRate * step
            distance += state.speed * state.steepness * step
            place += state.speed * step * SIMD3(cosine(course), sine(course), 0)
            climbed += state.climb * step
            place.z = altitude(after: distance) + climbed

            let posture =
                settled < 1
                ? previous.posture.interpolated(to: carrying.posture, share: settled) : carrying.posture
            pose.append(Rotation(angle: course, axis: SIMD3(0, 0, 1)) * body * posture)
            offset.append(body(previous.lever + settled * (carrying.lever - previous.lever)))
            let felt = state.acceleration * carrying.shakeShare
            shaken = carrying.give > 0 ? shaken + (felt - shaken) * (step / (carrying.give + step)) : felt
            acceleration.append(shaken)
            position.append(place)
            speed.append(state.speed)
            heading.append(course)
        }
        held = carrying
    }

    /// Derives forces and rates once all legs are there.
    mutating func close() {
        let count = pose.count
        let square = step * step
        force.reserveCapacity(count)
        gravity.reserveCapacity(count)
        rotationRate.reserveCapacity(count)
        for index in 0..<count {
            let before = max(index - 1, 0)
            let after = min(index + 1, count - 1)
            let whole = before < index && index < after
            let bend = whole ? (offset[after] - 2 * offset[index] + offset[before]) / square : .zero
            let turned = Rotation(angle: heading[index], axis: SIMD3(0, 0, 1))(acceleration[index] + bend)
            let down = pose[index].inverse
            let pull = down(SIMD3(0, 0, RideSynthesizer.gravity))
            gravity.append(pull)
            force.append(pull + down(turned))
            let way = whole || index == 0 ? (down * pose[after]).logarithm / step : .zero
            rotationRate.append(way)
        }
    }
}

/// The value of `values` at the place `index`, between its neighbours; the ends hold on.
func interpolated(_ values: [SIMD3<Double>], at index: Double) -> SIMD3<Double> {
    guard values.count > 1 else { return values.first ?? .zero }
    let place = min(max(index, 0), Double(values.count - 1))
    let left = min(Int(place), values.count - 2)
    let share = place - Double(left)
    return values[left] + share * (values[left + 1] - values[left])
}
