import Glibc
import Synchronization

/// Makes pieces one after the other: when they are asked for and, once there prove to be many, ahead on a thread of its own. The pieces
/// and their order are the same.
///
/// A piece can be taken as soon as it is made; nobody waits for a second one. A few wait to be taken, then their maker waits, too, so
/// that memory is bounded. Pieces go round: the memory of one that was used serves again.
///
/// Whoever takes them may let go at any time, and waits for nothing then: the thread ends with the piece that it is at. One that waits
/// for the bytes of a pipe ends with the process at the latest.
package final class WorkAhead<Piece> {
    /// How many pieces are asked for before there is a thread: where there are fewer, it costs more than it saves.
    package static var piecesBefore: Int { 8 }
    /// How many pieces wait to be taken, at the most: enough that threads on fewer processors find work for as long as they may run.
    package static var mostWaiting: Int { 12 }

    private let make: (inout Piece) -> Bool
    private let blank: () -> Piece
    private let hasThread: Bool
    /// The pieces that the thread makes; nil without one.
    private var line: WaitingLine<Piece>?
    private var taken = 0
    private var hasEnded = false

    /// Pieces that are made by `make`.
    ///
    /// Once there is a thread, `make` and all that it holds belong to that.
    ///
    /// - Parameters:
    ///   - hasThread: whether there may be a thread.
    ///   - blank: an empty piece.
    ///   - make: makes the next piece in the memory of an old one; false if that is the last.
    package init(hasThread: Bool, blank: @escaping () -> Piece, make: @escaping (inout Piece) -> Bool) {
        self.hasThread = hasThread
        self.blank = blank
        self.make = make
    }

    deinit { line?.stop() }

    /// Exchanges `piece` for the next one, and waits for it if need be; false when the last was taken.
    package func take(_ piece: inout Piece) -> Bool {
        guard !hasEnded else { return false }
        if hasThread, taken == Self.piecesBefore {
            line = WaitingLine((0..<Self.mostWaiting).map { _ in blank() }, make)
        }
        let isLast = line?.take(&piece) ?? !make(&piece)
        taken += 1
        hasEnded = isLast
        return true
    }
}

/// Pieces between the thread that makes them and the one that takes them.
///
/// Each place for one is the maker's until its piece is made, then the taker's until that is taken, and so on. Two counts, of pieces
/// made and of places free, say whose it is. Places are given back several at a time, so that a maker that had to wait is woken for several
/// pieces at once; pieces are handed over one by one.
private final class WaitingLine<Piece>: @unchecked Sendable {
    private final class Place {
        var piece: Piece
        var isLast = false

        init(_ piece: Piece) { self.piece = piece }
    }

    private let places: [Place]
    private let made = Count(0)
    private let free: Count
    private let isStopped = Atomic(false)
    private let make: (inout Piece) -> Bool
    /// How many pieces were taken, and how many of their places are to be given back; the taker's.
    private var taken = 0
    private var emptied = 0

    /// Starts a thread, which holds the line until it ends; nil if there is none to be had.
    init?(_ pieces: [Piece], _ make: @escaping (inout Piece) -> Bool) {
        places = pieces.map(Place.init)
        free = Count(UInt32(pieces.count))
        self.make = make
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return nil }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let work = Unmanaged.passRetained(Work { self.run() })
        var thread = pthread_t()
        let code = pthread_create(
            &thread, &attributes,
            { work in
                if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            work.release()
            return nil
        }
    }

    /// Exchanges `piece` for the next one; true if that is the last.
    func take(_ piece: inout Piece) -> Bool {
        made.lower()
        let place = places[taken % places.count]
        taken += 1
        swap(&piece, &place.piece)
        let isLast = place.isLast
        emptied += 1
        if 2 * emptied >= places.count {
            for _ in 0..<emptied { free.raise() }
            emptied = 0
        }
        return isLast
    }

    /// Nobody takes pieces any more.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        free.raise()
    }

    private func run() {
        for index in 0... {
            free.lower()
            guard !isStopped.load(ordering: .relaxed) else { return }
            let place = places[index % places.count]
            let isLast = !make(&place.piece)
            place.isLast = isLast
            made.raise()
            if isLast { return }
        }
    }
}

/// What a thread does: the C function that begins one cannot be generic.
private final class Work {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
}

/// A count that one thread raises, and that another lowers and waits for.
private final class Count: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init(_ value: UInt32) {
        semaphore.initialize(to: sem_t())
        sem_init(semaphore, 0, value)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func raise() { sem_post(semaphore) }

    /// Waits until the count is above 0, and lowers it.
    func lower() { while sem_wait(semaphore) != 0, errno == EINTR {} }
}
