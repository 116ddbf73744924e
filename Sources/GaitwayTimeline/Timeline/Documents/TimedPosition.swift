// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A position of a timeline at a moment.
package struct TimedPosition: Sendable, Hashable {
    /// When the person was there.
    package var time: Timestamp
    /// Degrees north.
    package var latitude: Double
    /// Degrees east.
    package var longitude: Double

    /// A position at a moment.
    package init(time: Timestamp, latitude: Double, longitude: Double) {
        self.time = time
        self.latitude = latitude
        self.longitude = longitude
    }
}

extension TimelineDocument {
    /// Where visits are, and where the paths of sections begin and end, in time order.
    package var positions: [TimedPosition] {
        items.flatMap { item -> [TimedPosition] in
            switch item {
            case .visit(let visit):
                [TimedPosition(time: visit.span.start, latitude: visit.latitude, longitude: visit.longitude)]
            case .move(let move):
                // A flight may begin long before its path does.
                move.sections.flatMap { [$0.path.first?.first, $0.path.last?.last].compactMap(\.self) }.map {
                    TimedPosition(time: $0.time, latitude: $0.latitude, longitude: $0.longitude)
                }
            case .gap: []
            }
        }
    }
}
