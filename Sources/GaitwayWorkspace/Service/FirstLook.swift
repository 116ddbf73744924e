// SPDX-License-Identifier: Apache-2.0
import Dispatch
import GaitwayBase
import GaitwayRecognition
import Synchronization

/// What a model answers along long logs while they are read for the first time, for a picture that fills in. Each
/// answer knows only what came before it, so the whole page may differ.
///
/// Every call may come from any thread.
final class FirstLook: Sendable {
    /// What was read of the log.
    struct Picture: Sendable {
        /// The letters of ``PredictionPicture``.
        var answer = ""
        /// Seconds.
        var duration = 0.0
        /// Whether nothing more comes: the log ended, or has a fault.
        var isOver = false
    }

    private let pictures = Mutex<[String: Picture]>([:])
    private let queue = DispatchQueue(label: "workspace.look", qos: .userInitiated)
    private let hasEnded = Mutex(false)

    /// How often the picture changes.
    private static let step = Duration.milliseconds(500)

    /// The picture so far; the first call begins to read the log.
    func picture(of entry: RideEntry, _ log: FoundLog, by model: ActivityModel) -> Picture {
        let key = "\(entry.modified) \(model.name) \(entry.ride)"
        let known = pictures.withLock { pictures in
            defer { pictures[key] = pictures[key] ?? Picture() }
            return pictures[key]
        }
        if known == nil { queue.async { self.read(log, key, model) } }
        return known ?? Picture()
    }

    func end() { hasEnded.withLock { $0 = true } }

    private func read(_ log: FoundLog, _ key: String, _ model: ActivityModel) {
        var (picture, reports, last) = (PredictionPicture(), [ActivityReport](), ContinuousClock.now)
        func publish(until end: Double, isOver: Bool) {
            let answer = picture.texts(duration: end).answer
            pictures.withLock { $0[key] = Picture(answer: answer, duration: end, isOver: isOver) }
        }
        do throws(InputError) {
            let reading = try LogReading(model: model) { options throws(InputError) in
                try RecordingReader(log, options: options)
            }
            let recognition = try reading.recognizer(.causal)
            var goesOn = true
            while goesOn, !hasEnded.withLock({ $0 }) {
                goesOn = try recognition.next(into: &reports)
                for report in reports { picture.append(report) }
                reports.removeAll(keepingCapacity: true)
                guard !goesOn || .now - last > Self.step else { continue }
                publish(until: recognition.step.end.inSeconds, isOver: !goesOn)
                last = .now
            }
        } catch {
            // The whole page says what is wrong.
            pictures.withLock { $0[key]?.isOver = true }
        }
    }
}
