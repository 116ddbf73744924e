// SPDX-License-Identifier: Apache-2.0
// The results of Android's activity recognition in the terms of Core Motion.
// Source: Google Play services, `DetectedActivity`.

extension ActivityFlags {
    /// The flags of one of Android's activities: IN_VEHICLE 0, ON_BICYCLE 1, ON_FOOT 2, STILL 3, UNKNOWN 4, WALKING 7,
    /// RUNNING 8. Nil for TILTING (5), which is not an activity of the person, and for unknown numbers.
    package init?(androidCode: Int) {
        switch androidCode {
        case 0: self = .automotive
        case 1: self = .cycling
        case 2, 7: self = .walking
        case 3: self = .stationary
        case 4: self = .unknown
        case 8: self = .running
        default: return nil
        }
    }
}

extension Confidence {
    /// Android's confidence in percent: high from 75 on, medium from 50 on, else low.
    package init(androidPercent: Double) { self = androidPercent >= 75 ? .high : androidPercent >= 50 ? .medium : .low }
}
