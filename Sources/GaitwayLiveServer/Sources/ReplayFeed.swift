// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import GaitwayLiveSessions
package import GaitwayRecognition

/// Replays a recorded ride as if its phone sent it now.
package final class ReplayFeed: SampleFeed {
    package let kind = "replay"
    package let name: String
    package private(set) var isDone = false

    private let reader: RecordingReader
    private let session: String
    /// Seconds of the ride per second.
    private let speed: Double
    private var start: Int64?
    /// The time of elapsed 0, in nanoseconds since 1970.
    private var origin: Int64 = 0
    private var batch = SampleBatch()
    private var next = 0
    private var nextFix = 0
    private var number = 0
    private var hasEnded = false

    /// A ride from its beginning.
    ///
    /// - Parameters:
    ///   - log: the log's path, as `classify` takes it.
    ///   - number: distinguishes several rides.
    ///   - speed: seconds of the ride per second, above 0.
    package init(log: String, number: Int, speed: Double, options: LogOptions) throws(InputError) {
        var options = options
        options.readsLocation = true
        reader = try RecordingReader(path: log, options: options)
        name = log.split(separator: "/").last.map(String.init) ?? log
        session = "replay-\(number)-" + name
        self.speed = speed
    }

    package func take(at now: Int64, wall: Timestamp) -> [FeedPiece] {
        guard !isDone else { return [] }
        let start = self.start ?? now
        if self.start == nil {
            self.start = start
            origin = (reader.header.origin ?? wall).nanoseconds
        }
        let reach = min(Double(now - start) * speed, 9e18)
        var message = LiveMessage()
        message.session = session
        message.device = reader.header.device
        number += 1
        message.number = number
        do throws(InputError) {
            try fill(&message, until: Nanoseconds.clamped(reach))
        } catch {
            isDone = true
            return [.message(message), .note(error.description), .end(session: identifier)]
        }
        guard hasEnded else { return [.message(message)] }
        isDone = true
        return [.message(message), .note("\(name): the replay is over"), .end(session: identifier)]
    }

    private var identifier: String { SessionList.identifier(session, source: kind) }

    private func fill(_ message: inout LiveMessage, until reach: Int64) throws(InputError) {
        while true {
            takeFixes(into: &message, until: .nanoseconds(reach))
            while next < batch.samples.count {
                let sample = batch.samples[next]
                guard sample.nanoseconds <= reach else { return }
                next += 1
                guard let sensor = Self.sensor(sample.sensor) else { continue }
                message.readings.append(.init(sensor: sensor, time: origin &+ sample.nanoseconds, value: sample.value))
            }
            // The fixes after the batch's last sample belong to the batch, too.
            takeFixes(into: &message, until: nil)
            next = 0
            nextFix = 0
            guard try reader.next(into: &batch) else {
                hasEnded = true
                return
            }
        }
    }

    /// Moves the batch's fixes up to `end`, or all that are left, to the message.
    private func takeFixes(into message: inout LiveMessage, until end: Duration?) {
        while nextFix < batch.fixes.count, end.map({ batch.fixes[nextFix].elapsed <= $0 }) ?? true {
            var fix = batch.fixes[nextFix]
            nextFix += 1
            fix.elapsed += .nanoseconds(origin)
            message.fixes.append(fix)
        }
    }

    private static func sensor(_ sensor: Sensor) -> LiveSensor? {
        switch sensor {
        case .acceleration: .acceleration
        case .linearAcceleration: .linearAcceleration
        case .rotationRate: .rotationRate
        case .pressure: .pressure
        case .speed: nil
        }
    }
}
