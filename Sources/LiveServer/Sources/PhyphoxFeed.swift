import Glibc
import LiveSessions
package import MotionTypes

/// Asks a phone with phyphox for what it has measured, four times a second, by its remote access.
///
/// phyphox counts seconds since the experiment was started; what it has measured last when it first answers counts as measured at that moment.
package final class PhyphoxFeed: SampleFeed {
    package let kind = "phyphox"
    package let name: String
    package let isDone = false

    private let request: PhyphoxRequest
    private var experiment: PhyphoxExperiment?
    private var last: [LiveSensor: String] = [:]
    private var session: String?
    /// What is added to the phone's times to get nanoseconds since 1970; nil before its first readings.
    private var base: Int64?
    private var number = 0
    private var exchange: ClientExchange?
    private var nextRequest: Int64 = 0
    /// What was said last about the phone, so that it is said once.
    private var said: String?

    private static let interval = Nanoseconds.perSecond / 4
    private static let intervalAfterFault = 2 * Nanoseconds.perSecond

    /// A phone at an address such as `http://192.168.0.12:8080`.
    ///
    /// - Throws: `InputError` for what is no such address.
    package init(url: String) throws(InputError) {
        request = try PhyphoxRequest(url: url)
        name = request.host
    }

    package var awaits: (Int32, Int16)? { exchange?.awaits }

    package func take(at now: Int64, wall: Timestamp) -> [FeedPiece] {
        guard let exchange else {
            guard now >= nextRequest else { return [] }
            nextRequest = now + Self.interval
            let path = experiment?.path(after: last) ?? "/config"
            self.exchange = ClientExchange(request, path: path, now: now)
            return []
        }
        switch exchange.go(on: now) {
        case .waiting: return []
        case .failed(let problem):
            self.exchange = nil
            return fault(problem, now: now)
        case .answer(let bytes):
            self.exchange = nil
            do throws(InputError) {
                return try use(bytes, wall: wall)
            } catch {
                experiment = nil
                return fault(error.description, now: now)
            }
        }
    }

    private func use(_ bytes: [UInt8], wall: Timestamp) throws(InputError) -> [FeedPiece] {
        guard let experiment else {
            self.experiment = try PhyphoxExperiment(config: bytes)
            last = [:]
            return []
        }
        var answer = try experiment.answer(bytes)
        var pieces: [FeedPiece] = []
        if let session, answer.session != session {
            // The data were cleared, or another experiment was opened: its buffers have other names.
            pieces.append(.end(session: SessionList.identifier(sessionName, source: kind)))
            self.session = nil
            self.experiment = nil
            base = nil
            return pieces
        }
        session = answer.session ?? ""
        pieces += note(
            answer.isMeasuring ? "phyphox at \(name) sends" : "phyphox at \(name) does not measure; start it there")
        guard let newest = answer.message.readings.map(\.time).max() else { return pieces }
        last.merge(answer.last) { _, new in new }
        let base = self.base ?? wall.nanoseconds - newest
        self.base = base
        for index in answer.message.readings.indices { answer.message.readings[index].time += base }
        answer.message.session = sessionName
        answer.message.device = "phyphox at " + name
        answer.message.number = number
        number += 1
        pieces.append(.message(answer.message))
        return pieces
    }

    private var sessionName: String { "phyphox-" + name + "-" + (session ?? "") }

    private func fault(_ problem: String, now: Int64) -> [FeedPiece] {
        nextRequest = now + Self.intervalAfterFault
        return note("phyphox at \(name): \(problem)")
    }

    private func note(_ text: String) -> [FeedPiece] {
        guard text != said else { return [] }
        said = text
        return [.note(text)]
    }
}

/// Where a phone is.
struct PhyphoxRequest: Sendable {
    let host: String
    let port: UInt16

    init(url: String) throws(InputError) {
        var rest = Substring(url)
        if rest.hasPrefix("http://") { rest = rest.dropFirst(7) }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        let port = parts.count == 2 ? UInt16(parts[1]) : 80
        guard let port, port > 0, (1...2).contains(parts.count), !parts[0].isEmpty,
            parts[0].utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "/") })
        else {
            throw InputError(
                .malformed, problem: "\(quoted: url) is no address of a phone",
                remedy: "give what phyphox shows as its remote access, as http://192.168.0.12:8080")
        }
        host = String(parts[0])
        self.port = port
    }
}
