// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition

/// Reads a recogniser's saved state, changed, with a valid checksum. The first byte chooses the state; patches follow.
///
/// An accepted state must be saved as it was read. The recogniser then gets more samples, a gap, and the end.
enum RecognizerStateTarget: FuzzTarget {
    static let name = "recognizer-state"

    private static let sensors: [Sensor] = [.acceleration, .rotationRate, .pressure, .speed]

    /// States of each kind of smoothing, saved in the middle of a window and after a gap.
    private static let states: [[UInt8]] = Smoothing.allCases.flatMap { smoothing in
        [Int64(4), 17].map { seconds in
            let options = Recognizer.Options(
                smoothing: smoothing, reportsEveryWindow: seconds == 4, origin: seconds == 4 ? Fixtures.noon : nil,
                usesSpeed: Fixtures.model.knowsSpeed, prior: try? ActivityPrior(parsing: "walking=0.3"))
            var recognizer = Fixtures.recognizer(Fixtures.model, options)
            recognizer.append(Fixtures.swing(seconds: 0..<seconds, of: sensors))
            if seconds > 4 { recognizer.append(Fixtures.swing(seconds: seconds + 2..<seconds + 4, of: sensors)) }
            var reports: [ActivityReport] = []
            recognizer.takeReports(into: &reports)
            do {
                return try recognizer.savedState(model: Fixtures.model, options: options, marks: [0, 1])
            } catch { fatalError("\(error)") }
        }
    }

    /// The bytes before the checksum, and after it.
    private static let head = "gaitway-recognizer-state\n".utf8.count + 2

    static func take(_ bytes: [UInt8]) {
        var state = states[Int(bytes.first ?? 0) % states.count]
        var body = Array(state[(head + 8)...])
        Patches(bytes.dropFirst()).apply(to: &body)
        let checksum = StateArchive.checksum(of: body)
        for byte in 0..<8 { state[head + byte] = UInt8(truncatingIfNeeded: checksum >> UInt64(8 * byte)) }
        state.replaceSubrange((head + 8)..., with: body)
        guard let (recognizer, options, marks) = try? Recognizer.restored(from: state, model: Fixtures.model) else {
            return
        }
        guard
            let saved = try? recognizer.savedState(model: Fixtures.model, options: options, marks: marks),
            let again = try? Recognizer.restored(from: saved, model: Fixtures.model),
            let second = try? again.recognizer.savedState(
                model: Fixtures.model, options: again.options, marks: again.marks)
        else { fatalError("a state that was read is not saved and read again") }
        precondition(second == saved && again.options == options && again.marks == marks, "a state changes by saving")
        goOn(recognizer)
    }

    private static func goOn(_ restored: Recognizer) {
        var reports: [ActivityReport] = []
        // Just after the saved samples, and long after them.
        for start in [Int64(21), 400_000] {
            var recognizer = restored
            recognizer.append(Fixtures.swing(seconds: start..<start + 7, of: sensors))
            recognizer.append(Fixtures.swing(seconds: start + 20..<start + 23, of: sensors))
            recognizer.finish()
            recognizer.takeReports(into: &reports)
        }
    }
}
