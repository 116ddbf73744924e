// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayLiveSessions

/// A source of samples that the server drives itself, such as a replay: a pure state machine.
package protocol SampleFeed: AnyObject {
    /// The kind of source, as sessions name it.
    var kind: String { get }
    /// The session's name for people.
    var name: String { get }
    /// True if the feed has ended.
    var isDone: Bool { get }
    /// The news at `now` by this machine's clock; called many times a second.
    func take(at now: Int64, wall: Timestamp) -> [FeedPiece]
    /// The news in the answer to the feed's last request.
    func answer(_ result: Result<[UInt8], PhoneFault>, at now: Int64, wall: Timestamp) -> [FeedPiece]
}

extension SampleFeed {
    /// Nothing: a feed without requests gets no answer.
    package func answer(_ result: Result<[UInt8], PhoneFault>, at now: Int64, wall: Timestamp) -> [FeedPiece] { [] }
}

/// One piece of a feed's news.
package enum FeedPiece: Sendable {
    case message(LiveMessage)
    /// A line for the person who started the server.
    case note(String)
    /// The session with that identifier is over.
    case end(session: String)
    /// The server must send this request, and pass the answer to the feed.
    case ask(PhoneRequest)
}

/// An HTTP request that the server sends to a phone.
package struct PhoneRequest: Sendable, Hashable {
    package var host: String
    package var port: UInt16
    package var path: String
}

/// Why a phone gave no answer, in words for people.
package struct PhoneFault: Error, Sendable, Hashable {
    package let problem: String

    /// A fault with its description.
    package init(problem: String) { self.problem = problem }
}
