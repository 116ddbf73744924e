// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import CGaitway
internal import GaitwayRecognition

/// Texts that the interface lends for ever.
private enum Words {
    nonisolated(unsafe) static let version = immortal(ProductVersion.text)
    nonisolated(unsafe) static let classes = ActivityClass.allCases.map { immortal($0.name) }
    nonisolated(unsafe) static let reasons = UnknownReason.allCases.map { immortal($0.rawValue) }
    nonisolated(unsafe) static let sensors = Sensor.allCases.map { immortal($0.name) }
    nonisolated(unsafe) static let schema = immortal(FeatureSchema.motion.name)
    nonisolated(unsafe) static let features = FeatureSchema.motion.features.map { immortal($0.name) }
    nonisolated(unsafe) static let units = FeatureSchema.motion.features.map { immortal($0.unit) }
    nonisolated(unsafe) static let formulas = FeatureSchema.motion.features.map { immortal($0.formula) }
}

extension Array {
    /// The element at an index; nil outside.
    fileprivate func element<Element_>(_ index: Int) -> Element_? where Element == Element_? {
        indices.contains(index) ? self[index] : nil
    }
}

/// The version of the interface.
@c @implementation
public func gaitway_abi_version() -> UInt32 { UInt32(GAITWAY_ABI_VERSION) }

/// The version of Gaitway.
@c @implementation
public func gaitway_version() -> UnsafePointer<CChar>? { Words.version }

/// A class's name.
@c @implementation
public func gaitway_class_name(_ index: Int32) -> UnsafePointer<CChar>? { Words.classes.element(Int(index)) }

/// A reason's name.
@c @implementation
public func gaitway_reason_name(_ reason: Int32) -> UnsafePointer<CChar>? { Words.reasons.element(Int(reason) - 1) }

/// A sensor's name.
@c @implementation
public func gaitway_sensor_name(_ sensor: Int32) -> UnsafePointer<CChar>? { Words.sensors.element(Int(sensor)) }

/// How many features a window has.
@c @implementation
public func gaitway_feature_count() -> Int { FeatureSchema.motion.features.count }

/// The name of the features' schema.
@c @implementation
public func gaitway_feature_schema() -> UnsafePointer<CChar>? { Words.schema }

/// A feature's name.
@c @implementation
public func gaitway_feature_name(_ index: Int) -> UnsafePointer<CChar>? { Words.features.element(index) }

/// A feature's unit.
@c @implementation
public func gaitway_feature_unit(_ index: Int) -> UnsafePointer<CChar>? { Words.units.element(index) }

/// A feature's definition.
@c @implementation
public func gaitway_feature_formula(_ index: Int) -> UnsafePointer<CChar>? { Words.formulas.element(index) }
