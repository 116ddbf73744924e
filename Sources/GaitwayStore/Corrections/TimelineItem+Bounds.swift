// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline

extension TimelineItem {
    /// The item with another end: cut, or drawn out. What is drawn out has no further path.
    func ending(at time: Timestamp) -> TimelineItem? {
        guard time > span.end else { return clipped(to: TimeSpan(start: span.start, end: time)) }
        var item = self
        item.drawOut(to: TimeSpan(start: span.start, end: time))
        return item
    }

    /// The item with another begin: cut, or drawn out.
    func beginning(at time: Timestamp) -> TimelineItem? {
        guard time < span.start else { return clipped(to: TimeSpan(start: time, end: span.end)) }
        var item = self
        item.drawOut(to: TimeSpan(start: time, end: span.end))
        return item
    }
}
