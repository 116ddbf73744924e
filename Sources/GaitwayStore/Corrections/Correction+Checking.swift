// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline

extension Correction {
    /// Refuses corrections that are wrong in any store.
    ///
    /// - Throws: `InputError` without source and line; the caller adds them.
    func check() throws(InputError) {
        switch self {
        case .activity(_, let span), .vehicle(_, let span), .visit(let span), .move(let span), .gap(let span),
            .stay(_, let span), .trip(_, _, let span):
            guard span.start.isUsable, span.end.isUsable, span.start < span.end else {
                throw .malformed("a correction must begin before it ends", remedy: "give the earlier time first")
            }
            if case .trip(.stationary, _, _) = self {
                throw InputError(
                    .malformed, problem: "a trip cannot be stationary",
                    remedy: "give how the person moved: walking, running, cycling or automotive")
            }
            if case .trip(let activity, let path, _) = self { try path.check(activity, during: span) }
            if case .stay(let place, _) = self, let name = place.identifier { try Self.check(name: name) }
        case .split(let time):
            guard time.isUsable else {
                throw .malformed("the time is centuries away", remedy: "give a time of the timeline")
            }
        case .boundary(let time, let other):
            guard time.isUsable, other.isUsable else {
                throw .malformed("the time is centuries away", remedy: "give times of the timeline")
            }
            guard time != other else {
                throw .malformed("the change is moved to where it is", remedy: "give two times")
            }
        case .name(let name, _): try Self.check(name: name)
        case .radius(let radius, _):
            guard radius > 0, radius <= VisitedPlace.greatestRadius else {
                throw .malformed(
                    "a place cannot have a radius of \(radius) m",
                    remedy: "give one above 0 and at most \(Int(proven: VisitedPlace.greatestRadius)) m")
            }
        case .samePlace(let place, let other):
            guard place != other else {
                throw .malformed("a place cannot be merged into itself", remedy: "give two places")
            }
        }
    }

    private static func check(name: String) throws(InputError) {
        guard !name.isEmpty else {
            throw .malformed("the name is empty", remedy: "give a name, or withdraw the correction that gave one")
        }
        guard !VisitedPlace.isTooLong(name) else {
            throw .limitExceeded(
                "the name has more than \(VisitedPlace.longestName) characters", remedy: "give a shorter one")
        }
    }
}
