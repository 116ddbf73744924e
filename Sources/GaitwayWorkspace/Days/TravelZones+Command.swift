// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayTimeline

extension TravelZones {
    /// The zones of a path: the given one, or those of where it leads. A note names those that the machine lacks.
    package init(given: LocalZone?, of positions: @autoclosure () throws -> [TimedPosition]) rethrows {
        if let given {
            self.init(given)
            return
        }
        self.init(try positions(), otherwise: .current)
        if !unknown.isEmpty {
            Diagnostics.note(
                "this machine does not know the time zones \(unknown.joined(separator: ", ")); "
                    + "update tzdata, or give --time-zone")
        }
    }
}
