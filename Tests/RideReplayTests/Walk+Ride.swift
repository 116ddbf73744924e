// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReplay
import TestSupport

extension Walk {
    /// The ride of its GPX.
    func ride() throws -> RecordedRide { try RecordedRide(decoding: gpx, source: "day.gpx") }
}

extension RecordedRide {
    init(decoding text: String, source: String) throws(InputError) {
        try self.init(decoding: Array(text.utf8), source: source)
    }

    mutating func join(stream text: String, source: String = "activity stream") throws(InputError) {
        try join(stream: text.utf8, source: source)
    }
}
