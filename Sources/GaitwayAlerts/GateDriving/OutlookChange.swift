// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// What the gate would have made of an alert, from one moment to the next.
package struct OutlookChange: Sendable, Hashable {
    /// From when on.
    package var time: Timestamp
    /// Whether an alert would have been held back.
    package var isHeld: Bool
    /// The reasons that a decision would have had.
    package var reasons: [GateReason]
}
