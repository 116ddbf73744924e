// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Why a window has no estimate. The raw value is the `reason` in an activity stream.
public enum UnknownReason: String, CaseIterable, Sendable, Hashable {
    /// The accelerometer was silent for longer than an activity is held.
    case gap
    /// Fewer samples per second than the model serves.
    case rateTooLow = "rate-too-low"
    /// The log has linear acceleration only, and the model has no case for it.
    case noGravity = "no-gravity"
    /// The accelerometer's readings are at the end of its range.
    case saturated
    /// The accelerometer's readings do not change at all.
    case deadSensor = "dead-sensor"
    /// The window is unlike the training data, and the model is not sure.
    case farFromTraining = "far-from-training"
    /// The log ended before the first window was full.
    case tooShort = "too-short"
    /// The phone was turned, and the window looks like a bicycle or a vehicle: that is the hand.
    case handled
}

extension UnknownReason {
    /// The reason's number in C, from 1: the cases keep their order, as programs were compiled with it.
    package var code: UInt8 { UInt8(1 + (Self.allCases.firstIndex(of: self) ?? -1)) }
}
