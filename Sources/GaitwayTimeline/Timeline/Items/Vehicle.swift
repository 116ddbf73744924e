// SPDX-License-Identifier: Apache-2.0
/// A kind of vehicle, beside the activity `automotive`.
///
/// Imports and people state it. Of these, a timeline finds only ``airplane`` by itself, by sustained fast travel in one
/// direction. The motion of a phone alone never tells one kind from another.
public enum Vehicle: String, Sendable, Hashable, CaseIterable {
    /// A car, taxi or van.
    case car
    /// A bus or coach.
    case bus
    /// A tram, streetcar or light rail.
    case tram
    /// A train above ground, of any speed.
    case train
    /// An underground train.
    case subway
    /// A ship or boat.
    case ferry
    /// A motorcycle or scooter with an engine.
    case motorcycle
    /// An airplane or helicopter.
    case airplane
}
