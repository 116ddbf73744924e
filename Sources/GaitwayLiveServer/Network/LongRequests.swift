// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// Requests for the program that the server carries. Those with long bodies wait for each other.
struct LongRequests {
    struct Waiting {
        let connection: Connection
        let head: RequestHead
        let request: ServedRequest

        /// The bytes of the body if it is long, else 0.
        var longBytes: Int { request.body.count > Bounds.short ? request.body.count : 0 }
    }

    /// The bytes of long bodies that the program reads.
    private(set) var reading = 0
    private var short = CircularBuffer<Waiting>()
    private var long = CircularBuffer<Waiting>()

    /// Adds a request behind those of its kind.
    mutating func add(_ waiting: Waiting) {
        if waiting.longBytes == 0 { short.append(waiting) } else { long.append(waiting) }
    }

    /// The next request that the program may read now.
    mutating func next() -> Waiting? {
        if let next = short.popFirst() { return next }
        guard let next = long.first, reading == 0 || reading + next.longBytes <= Bounds.mostRead else { return nil }
        reading += next.longBytes
        return long.popFirst()
    }

    /// Notes that the program has answered a request.
    mutating func finish(_ longBytes: Int) { reading -= longBytes }

    /// Drops the requests of a connection that has ended.
    mutating func forget(_ connection: Connection) {
        guard long.contains(where: { $0.connection === connection }) else { return }
        long.removeAll { $0.connection === connection }
    }
}
