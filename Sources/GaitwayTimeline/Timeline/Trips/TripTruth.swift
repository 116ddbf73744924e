// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The true trips of a day, for scoring a timeline.
package struct TripTruth: Sendable, Hashable {
    /// A class of activities; the truth does not distinguish more.
    package enum TravelClass: String, CaseIterable, Sendable, Hashable {
        case foot
        case cycling
        case automotive

        /// The class of an activity; nil for standing still.
        package init?(_ activity: Activity) {
            switch activity {
            case .stationary: return nil
            case .walking, .running: self = .foot
            case .cycling: self = .cycling
            case .automotive: self = .automotive
            }
        }
    }

    /// A part of a trip with one class; nil when the truth does not say which.
    package struct Section: Sendable, Hashable {
        /// The span of time.
        package var span: TimeSpan
        /// The class of movement; nil if unknown.
        package var travelClass: TravelClass?
        /// The source's own word for it; empty without one.
        package var mode: String

        package init(span: TimeSpan, travelClass: TravelClass?, mode: String = "") {
            self.span = span
            self.travelClass = travelClass
            self.mode = mode
        }
    }

    package struct Trip: Sendable, Hashable {
        /// The span of time.
        package var span: TimeSpan
        /// Its sections, without waits.
        package var sections: [Section]

        package init(span: TimeSpan, sections: [Section]) {
            self.span = span
            self.sections = sections
        }
    }

    /// The completeness of the list of trips.
    package enum Coverage: String, Sendable, Hashable {
        /// It has every trip of the day: any other is invented.
        case complete
        /// It has the trips of a script. The person may also move between them, which does not count as an error. A
        /// trip with almost no recorded fixes is "blind" and left out.
        case scripted
    }

    /// The name of the day.
    package var name: String
    /// The scored period; predictions are cut to it.
    package var period: TimeSpan
    /// The completeness of the list of trips.
    package var coverage: Coverage
    /// The trips in time order.
    package var trips: [Trip]
    /// Scripted waits within trips: a cut there is defensible.
    package var waits: [TimeSpan]
    /// The spans in which the phone recorded. Outside them the mode is unknown.
    package var tracked: [TimeSpan]

    package init(
        name: String, period: TimeSpan, coverage: Coverage, trips: [Trip], waits: [TimeSpan] = [],
        tracked: [TimeSpan]? = nil
    ) {
        self.name = name
        self.period = period
        self.coverage = coverage
        self.trips = trips
        self.waits = waits
        self.tracked = tracked ?? [period]
    }
}
