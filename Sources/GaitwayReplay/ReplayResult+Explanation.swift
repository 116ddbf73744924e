// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
public import GaitwayBase

extension ReplayResult {
    /// Explains decisions: every reason and every input.
    ///
    /// - Parameters:
    ///   - entry: only those on the entry of this number, from 1.
    ///   - place: only those on this place.
    /// - Throws: `InputError` if there are none on what was asked for, which says why.
    public func explanation(entry: Int? = nil, place: String? = nil) throws(InputError) -> String {
        try explanation(entry: entry, place: place, clock: \.iso8601)
    }

    /// Explains decisions with times as `clock` writes them.
    package func explanation(entry: Int?, place: String?, clock: (Timestamp) -> String) throws(InputError) -> String {
        let chosen = decisions.filter { decision in
            (entry == nil || decision.entry == entry) && (place == nil || decision.place == place)
        }
        guard !chosen.isEmpty || (entry == nil && place == nil) else { throw nothing(entry: entry, place: place) }
        return chosen.map { $0.explanation(clock: clock) + "\n" }.joined(separator: "\n")
    }

    /// The error for an entry or place without a decision.
    package func nothing(entry: Int?, place: String?) -> InputError {
        if let missed = coverage.missed.first(where: { $0.place == place }), entry == nil {
            return .ambiguous(
                "the strategy \(strategy.name) missed \(quoted: missed.place): \(missed.reason.rawValue)",
                remedy: "choose another \(name: .strategy); the oracle sees every entry")
        }
        guard let last = tally.lastEntry else {
            return .ambiguous("no place was entered", remedy: "give places that the track passes")
        }
        return .ambiguous(
            place.map { "\(quoted: $0) has no such entry" } ?? "there is no such entry",
            remedy: "the entries are numbered 1 to \(last); \(file: .decisions) has them")
    }
}
