// SPDX-License-Identifier: Apache-2.0
import GaitwayTimeline

extension TimelineItem {
    var visit: Visit? { if case .visit(let visit) = self { visit } else { nil } }
    var move: Move? { if case .move(let move) = self { move } else { nil } }
    var gap: Gap? { if case .gap(let gap) = self { gap } else { nil } }
}
