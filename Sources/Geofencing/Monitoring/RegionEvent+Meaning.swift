package import MotionTypes

extension RegionEvent {
    /// What an event is to the alert of its place.
    package enum Meaning: Sendable {
        /// The alert is due.
        case alert
        /// What was due is over.
        case end
    }

    /// What the event is to a place that alerts at a moment; nil for nothing.
    package func meaning(for moment: AlertMoment) -> Meaning? {
        switch (kind, moment) {
        case (.enter, .enter), (.dwell, .dwell), (.exit, .exit): .alert
        case (.exit, .enter), (.exit, .dwell), (.enter, .exit): .end
        default: nil
        }
    }
}
