// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

extension RegionEvent {
    /// What an event means for the alert of its place.
    package enum Meaning: Sendable {
        /// The alert is due.
        case alert
        /// The alert is no longer due.
        case end
    }

    /// What the event means for a place that alerts at a moment; nil if it does not concern the alert.
    package func meaning(for moment: AlertMoment) -> Meaning? {
        switch (kind, moment) {
        case (.enter, .enter), (.dwell, .dwell), (.exit, .exit): .alert
        case (.exit, .enter), (.exit, .dwell), (.enter, .exit): .end
        default: nil
        }
    }
}
