// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// What a person did for some time of a ride.
package struct ActivitySpan: Sendable, Hashable {
    /// The time, since the ride's elapsed 0.
    package var span: Range<Duration>
    /// What lasted for all of it.
    package var activity: Activity

    /// An activity that lasted for `span`.
    package init(_ activity: Activity, _ span: Range<Duration>) {
        self.activity = activity
        self.span = span
    }
}
