// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayTimeline

/// A correction that fits an item as it stands, in the words of a button.
package struct CorrectionOffer: Sendable, Hashable {
    /// What a person would say, such as "I was not there: one move".
    package let words: String
    /// The correction that says it.
    package let correction: Correction

    package init(words: String, correction: Correction) { (self.words, self.correction) = (words, correction) }

    /// The corrections that join an item with its neighbours, or leave it out.
    ///
    /// - Parameters:
    ///   - index: the item's index.
    ///   - items: the items of a timeline, in order of time.
    package static func offers(for index: Int, in items: [TimelineItem]) -> [CorrectionOffer] {
        let item = items[index]
        let before = index > 0 ? items[index - 1] : nil
        let after = index + 1 < items.count ? items[index + 1] : nil
        func union(_ first: TimelineItem?, _ last: TimelineItem?) -> TimeSpan {
            TimeSpan(start: (first ?? item).span.start, end: (last ?? item).span.end)
        }
        var offers: [CorrectionOffer] = []
        func offer(_ words: String, _ correction: Correction) {
            offers.append(CorrectionOffer(words: words, correction: correction))
        }
        for (other, side) in [(before, "before"), (after, "after")] {
            guard let other else { continue }
            let span = side == "before" ? union(other, nil) : union(nil, other)
            if item.isVisit || other.isVisit { offer("One visit with the item \(side)", .visit(during: span)) }
            if item.isMove && !other.isVisit || other.isMove && !item.isVisit {
                offer("One move with the item \(side)", .move(during: span))
            }
        }
        if let before, let after {
            if item.isVisit, before.isMove, after.isMove {
                offer("I was not there: one move", .move(during: union(before, after)))
            }
            if !item.isVisit, before.isVisit, after.isVisit {
                offer("I did not leave: one visit", .visit(during: union(before, after)))
            }
        }
        if item.isVisit || item.isMove { offer("Nothing is known of this time", .gap(during: item.span)) }
        return offers
    }
}

extension TimelineItem {
    fileprivate var isVisit: Bool { if case .visit = self { true } else { false } }
    fileprivate var isMove: Bool { if case .move = self { true } else { false } }
}

extension CorrectionOffer {
    /// Writes `{"words", "correction"}`, the correction as a file of corrections has it.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.add("words", words)
            json.object("correction") { json in CorrectionDocument.write(correction, to: &json) }
        }
    }
}
