// SPDX-License-Identifier: Apache-2.0
internal import GaitwayAlerts
internal import GaitwayBase
internal import GaitwayReplay

/// A ride among places: what the phone saw, and which alerts were wanted. It does not depend on the policy.
struct DeskStage: Sendable {
    let scene: RideScene
    let run: GeofenceSimulator.Run
    let labels: AlertLabels

    init(_ ride: DeskRide, places: PlaceSet, strategy: MonitoringStrategy) {
        scene = RideScene(ride.recorded, places: places)
        run = scene.run(strategy)
        labels = AlertLabels(making: scene, from: ride.truth)
    }
}
