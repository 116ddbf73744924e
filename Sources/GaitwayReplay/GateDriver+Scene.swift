// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase

extension GateDriver {
    /// A driver in a scene.
    ///
    /// - Parameters:
    ///   - phone: turns fixes into region events; nil if the caller gives them.
    ///   - record: takes the figures.
    init(_ scene: RideScene, policy: GatePolicy, phone: PhoneModel?, record: DriveRecord) throws(InputError) {
        try self.init(
            policy: policy, places: scene.simulator.places, numbers: scene.numbers, phone: phone, fixes: scene.fixes,
            longestStep: scene.simulator.policy.longestStep, origin: scene.ride.time(.zero), record: record,
            firstFix: scene.ride.fixes.first?.elapsed, lastFix: scene.ride.fixes.last?.elapsed)
    }
}
