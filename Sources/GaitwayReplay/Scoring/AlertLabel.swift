// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A judgement of alerts in one place, or in all places, for some time.
package struct AlertLabel: Sendable, Hashable {
    /// The judgement of an alert.
    package enum Verdict: String, CaseIterable, Sendable, Hashable {
        /// One alert of the place is wanted.
        case wanted
        /// An alert is a nuisance.
        case unwanted
        /// An alert distracts a driver.
        case unsafe
    }

    /// The place; nil for all places.
    package var place: String?
    /// The time that the label covers, both ends included.
    package var span: ClosedRange<Timestamp>
    /// The judgement of alerts in this time.
    package var verdict: Verdict
    /// The line of the file it stands on, from 1; nil for one that was made.
    package var line: Int?
}
