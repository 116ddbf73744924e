// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// The first and the last line of a phone's activity stream.
extension LiveSession {
    /// The header of the activity stream; nil before elapsed 0 is known.
    package var header: StreamHeader? { origin.map { _ in frame.header } }

    private var frame: StreamFrame {
        StreamFrame(
            source: name, model: settings.model.name, origin: wallOrigin, smoothing: settings.smoothing.rawValue,
            givesProvisionalAnswers: settings.smoothing == .causal)
    }

    /// The line that closes the activity stream.
    package var footer: StreamFooter {
        let all = total
        let repairs = [
            (kind: "duplicate", count: all.repeated), ("too-late", all.late),
            ("bad-row", all.unreadable + all.ofWrongClock),
            ("clock-reset", all.clocks),
        ]
        return frame.footer(
            end: elapsed ?? .zero, windows: recognizer?.windows ?? 0, steps: recognizer?.steps ?? 0, repairs: repairs)
    }
}
