// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import GaitwayLiveSessions

/// Requests new readings from a phone with phyphox, four times a second, through the app's remote access.
///
/// phyphox counts seconds from the start of its experiment. The newest reading of the first answer gets the time of
/// that answer.
package final class PhyphoxFeed: SampleFeed {
    package let kind = "phyphox"
    package let name: String
    package let isDone = false

    private let address: PhyphoxAddress
    private var experiment: PhyphoxExperiment?
    private var last: [LiveSensor: String] = [:]
    private var session: String?
    /// The offset from the phone's times to nanoseconds since 1970; nil before the first readings.
    private var base: Int64?
    private var number = 0
    private var isAsking = false
    private var nextRequest: Int64 = 0
    /// The last note about the phone, which is not repeated.
    private var said: String?

    private static let interval = Nanoseconds.perSecond / 4
    private static let intervalAfterFault = 2 * Nanoseconds.perSecond

    /// A phone at an address such as `http://192.168.0.12:8080`.
    package init(url: String) throws(InputError) {
        address = try PhyphoxAddress(url: url)
        name = address.host
    }

    package func take(at now: Int64, wall: Timestamp) -> [FeedPiece] {
        guard !isAsking, now >= nextRequest else { return [] }
        nextRequest = now + Self.interval
        isAsking = true
        let path = experiment?.path(after: last) ?? "/config"
        return [.ask(PhoneRequest(host: address.host, port: address.port, path: path))]
    }

    package func answer(_ result: Result<[UInt8], PhoneFault>, at now: Int64, wall: Timestamp) -> [FeedPiece] {
        isAsking = false
        let bytes: [UInt8]
        switch result {
        case .failure(let fault): return self.fault(fault.problem, now: now)
        case .success(let body): bytes = body
        }
        do throws(InputError) {
            return try use(bytes, wall: wall)
        } catch {
            experiment = nil
            return fault(error.description, now: now)
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
            // The user cleared the data or opened another experiment, whose buffers have other names.
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

/// The address of a phone.
struct PhyphoxAddress: Sendable {
    let host: String
    let port: UInt16

    init(url: String) throws(InputError) {
        var rest = Substring(url)
        if rest.hasPrefix("http://") { rest = rest.dropFirst(7) }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        let port = parts.count == 2 ? UInt16(parts[1], in: 1...65535) : 80
        guard let port, (1...2).contains(parts.count), !parts[0].isEmpty,
            parts[0].utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "/") })
        else {
            throw .malformed(
                "\(quoted: url) is not the address of a phone",
                remedy: "give what phyphox shows as its remote access, as http://192.168.0.12:8080")
        }
        host = String(parts[0])
        self.port = port
    }
}
