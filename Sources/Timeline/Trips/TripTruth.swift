package import MotionTypes

/// What is known of a day's trips: what a timeline is measured against.
package struct TripTruth: Sendable, Hashable {
    /// A class of ways to move; finer ones are not told apart.
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
        /// When it was.
        package var span: TimeSpan
        /// How the person moved.
        package var travelClass: TravelClass?

        /// A section.
        package init(span: TimeSpan, travelClass: TravelClass?) {
            self.span = span
            self.travelClass = travelClass
        }
    }

    /// An expected trip.
    package struct Trip: Sendable, Hashable {
        /// When it was.
        package var span: TimeSpan
        /// Its sections, without waits.
        package var sections: [Section]

        /// A trip.
        package init(span: TimeSpan, sections: [Section]) {
            self.span = span
            self.sections = sections
        }
    }

    /// What the list of trips claims.
    package enum Coverage: String, Sendable, Hashable {
        /// It holds every trip of the day: any other is invented.
        case complete
        /// It holds the trips of a script; between them the person may move too, which is no error. A trip of which the phone
        /// recorded next to nothing is "blind" and left out.
        case scripted
    }

    /// The day's name.
    package var name: String
    /// What is scored; predictions are cut to it.
    package var period: TimeSpan
    /// What the list of trips claims.
    package var coverage: Coverage
    /// In order of time.
    package var trips: [Trip]
    /// Scripted waits within trips: a cut there is defensible.
    package var waits: [TimeSpan]
    /// When the phone recorded. Outside it no mode can be known.
    package var tracked: [TimeSpan]

    /// A day's truth.
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
