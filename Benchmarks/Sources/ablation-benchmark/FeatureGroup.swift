// SPDX-License-Identifier: Apache-2.0
import GaitwayRecognition

/// A part of the features, by their declarations.
struct FeatureGroup: Sendable {
    /// The group's name in the table.
    let name: String
    let contains: @Sendable (Feature) -> Bool

    /// The features that are computed from one of `signals`.
    private static func of(_ signals: MotionSignal..., name: String) -> FeatureGroup {
        FeatureGroup(name: name) { feature in signals.contains { feature.signals.contains($0) } }
    }

    /// The sensors beside the accelerometer.
    static let sensors = [
        FeatureGroup(name: "gyroscope") { $0.need == .gyroscope },
        FeatureGroup(name: "barometer") { $0.need == .barometer },
    ]

    /// The orientation-free parts of the signals.
    static let parts = [
        of(.vertical, name: "vertical parts"),
        of(.horizontal, name: "horizontal parts"),
        of(.vertical, .horizontal, name: "vertical and horizontal parts"),
        of(.magnitude, name: "magnitude"),
    ]

    /// The kinds of quantities. If a sensor gives one kind only, it stands among the sensors.
    static let kinds: [FeatureGroup] = {
        let features = FeatureSchema.motion.features
        let ofSensors = sensors.map { features.filter($0.contains) }
        return FeatureSchema.motion.groups
            .filter { group in !ofSensors.contains(features.filter { $0.group == group }) }
            .map { group in FeatureGroup(name: group) { $0.group == group } }
    }()

    /// Everything but the magnitude of acceleration.
    static let allButMagnitude = FeatureGroup(name: "all but magnitude") { !$0.signals.contains(.magnitude) }
}
