// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition

/// The answers and doubts of a ride in a fixed number of parts. A pure value: windows go in, letters come out.
struct PredictionPicture: Sendable {
    /// The parts of a picture.
    static let parts = 96

    private var windows: [(middle: Double, answer: Prediction, doubt: Double)] = []

    /// Takes a window's report.
    mutating func append(_ report: ActivityReport) {
        guard let window = report.window else { return }
        let middle =
            (Nanoseconds.product(window.lowerBound.wholeNanoseconds)
                + Nanoseconds.product(window.upperBound.wholeNanoseconds)) / 2
        // The smoother's own probabilities are those of its path, nearly certain everywhere.
        let probabilities = report.probabilities
        let most = probabilities.map { all in ActivityClass.allCases.map { all[$0] }.max() ?? 0 } ?? 0
        windows.append((middle, Prediction(report.activity.flags), 1 - Double(most)))
    }

    /// The letters and digits for a ride of `duration` seconds.
    func texts(duration: Double) -> (answer: String, doubt: String) {
        guard duration > 0, !windows.isEmpty else { return ("", "") }
        let count = Self.parts
        var votes = [[Prediction: Int]](repeating: [:], count: count)
        var doubts = [(sum: Double, count: Int)](repeating: (0, 0), count: count)
        let width = duration / Double(count)
        for (index, window) in windows.enumerated() {
            // A window stands for the time to the next; short rides have fewer windows than parts.
            let next = index + 1 < windows.count ? windows[index + 1].middle : window.middle + Self.hop
            let end = min(next, window.middle + 2 * Self.hop)
            let first = max(0, min(count - 1, Int(clamping: (index == 0 ? 0 : window.middle) / width)))
            let last = max(first, min(count - 1, Int(clamping: (index + 1 == windows.count ? duration : end) / width)))
            for part in first...last {
                votes[part][window.answer, default: 0] += 1
                doubts[part].sum += window.doubt
                doubts[part].count += 1
            }
        }
        var (answer, doubt) = ("", "")
        for part in 0..<count {
            let most = votes[part].max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
            answer.append(most.map { Self.letter($0.key) } ?? ".")
            let mean = doubts[part].count > 0 ? doubts[part].sum / Double(doubts[part].count) : 0
            doubt.append(String(Int(clamping: min(9, (mean * 10).rounded(.down)))))
        }
        return (answer, doubt)
    }

    /// The answers that the letters of ``texts(duration:)`` stand for; nil for a part without a window.
    static func answers(_ letters: String) -> [Prediction?] {
        letters.map { letter in letter == "." ? nil : Prediction.allCases.first { Self.letter($0) == letter } }
    }

    private static let hop = Nanoseconds.product(WindowGrid.hopDuration)

    private static func letter(_ answer: Prediction) -> Character {
        switch answer {
        case .noneOfThese: "n"
        default: answer.name.first ?? "u"
        }
    }
}
