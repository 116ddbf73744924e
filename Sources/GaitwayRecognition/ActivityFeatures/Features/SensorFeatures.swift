// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics

// What gyroscope and barometer add.

extension WindowFeature {
    /// How fast the phone turns, and how that compares with its acceleration.
    static let rotation: [WindowFeature] = {
        let band = FrequencyBand.ofRotation
        return [
            WindowFeature(
                "rotation.mean", formula: "ln(mean w + 0.003)", unit: "rad/s", group: "mean rotation",
                of: .rotation, needs: .gyroscope
            ) { log(Double($0.time.mean[MotionSignal.rotation.rawValue]) + 0.003) },
            WindowFeature(
                "rotation-acceleration.power.\(band.name)", formula: "ln((P_w + 1e-5) / (P_v + P_h + 1e-4))",
                unit: "(rad/s)²/(m/s²)²", group: "rotation-acceleration comparisons", of: .rotation, needs: .gyroscope
            ) {
                let power = $0.spectra.power(in: band.bins)
                let rotation = power[MotionSignal.rotation.rawValue] + MotionSignal.rotation.powerFloor
                let acceleration =
                    power[MotionSignal.vertical.rawValue] + power[MotionSignal.horizontal.rawValue]
                    + MotionSignal.vertical.powerFloor
                return Double(log(rotation / acceleration))
            },
        ]
    }()

    /// How far the pressure moves around its drift: a vehicle's cabin, wind and hills.
    static let pressure = [
        WindowFeature(
            "pressure.spread.30", formula: "ln(sd of the detrended pressure over 30 s + 0.003)", unit: "hPa",
            group: "pressure", needs: .barometer
        ) { $0.pressureSpread.over30Seconds.map { log($0 + 0.003) } ?? .nan },
        WindowFeature(
            "pressure.spread.60", formula: "ln(sd of the detrended pressure over 60 s + 0.003)", unit: "hPa",
            group: "pressure", needs: .barometer
        ) { $0.pressureSpread.over60Seconds.map { log($0 + 0.003) } ?? .nan },
    ]
}
