// SPDX-License-Identifier: Apache-2.0
/// Standing in a lift: some seconds at the door, a smooth start of about 1 m/s², a steady ride, a smooth stop.
///
/// The speed is v ramp((t - 4)/d) ramp((T - 4 - t)/d), whose greatest slope, 1.875 v/d, is 1 m/s² by the choice of d
/// (ISO 18738-1 has 0.8 to 1.2 m/s²). Guide rails shake the cabin by some hundredths of a m/s².
struct LiftModel: MotionModel {
    private let lift: RideScript.Lift
    private let duration: Double
    private let step: Double
    private var person: StillModel
    private var rails: [BandNoise]
    private var climb = 0.0

    /// Seconds at the door, at either end.
    private static let door = 4.0

    init(_ lift: RideScript.Lift, context: LegContext) {
        self.lift = lift
        duration = context.duration
        step = context.step
        person = StillModel(standing: true, context: context)
        rails = (0..<3).map { context.band(50 + UInt64($0), centre: 9, quality: 0.8) }
    }

    mutating func next(at time: Double) -> BodyState {
        var state = person.next(at: time)
        let rise = max(1.875 * lift.speed.magnitude, 0.1)
        let before = climb
        climb = lift.speed * ramp((time - Self.door) / rise) * ramp((duration - Self.door - time) / rise)
        let relative = climb.magnitude / 1.6
        state.climb = climb
        state.acceleration.z += (climb - before) / step
        state.acceleration += 0.03 * relative * SIMD3(rails[0].next(), rails[1].next(), rails[2].next())
        return state
    }
}
