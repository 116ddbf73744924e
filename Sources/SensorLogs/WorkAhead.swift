import Glibc
import Synchronization

/// Makes pieces one after the other: when they are asked for and, once there prove to be many, ahead on a thread of its own. The pieces
/// and their order are the same.
///
/// Pieces that come as they happen can be taken as soon as they are made; nobody waits for a second one. Others are handed over several
/// at a time, as waking a thread costs as much as a piece may. Some wait to be taken, then their maker waits, too, so that memory is
/// bounded. Pieces go round: the memory of one that was used serves again.
///
/// Whoever takes them may let go at any time, and waits for nothing then: the thread ends with the piece that it is at. One that waits
/// for the bytes of a pipe ends with the process at the latest.
package final class WorkAhead<Piece> {
    /// How many pieces are asked for before there is a thread: where there are fewer, it costs more than it saves.
    package static var piecesBefore: Int { 8 }
    /// How many pieces wait to be taken, at the most: enough that threads on fewer processors find work for as long as they may run.
    package static var mostWaiting: Int { 48 }
    /// How many pieces that nobody waits for are handed over together.
    package static var mostTogether: Int { mostWaiting / 4 }

    private let make: (inout Piece) -> Bool
    private let blank: () -> Piece
    private let hasThread: Bool
    private let isLive: Bool
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
    ///   - isLive: whether pieces come as they happen, so that each is handed over at once.
    ///   - blank: an empty piece.
    ///   - make: makes the next piece in the memory of an old one; false if that is the last.
    package init(
        hasThread: Bool, isLive: Bool, blank: @escaping () -> Piece, make: @escaping (inout Piece) -> Bool
    ) {
        self.hasThread = hasThread
        self.isLive = isLive
        self.blank = blank
        self.make = make
    }

    deinit { line?.stop() }

    /// Exchanges `piece` for the next one, and waits for it if need be; false when the last was taken.
    package func take(_ piece: inout Piece) -> Bool {
        guard !hasEnded else { return false }
        if hasThread, taken == Self.piecesBefore {
            line = WaitingLine(
                (0..<Self.mostWaiting).map { _ in blank() }, together: isLive ? 1 : Self.mostTogether, make)
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
/// pieces at once. Pieces are handed over together where nobody waits for them. That keeps back at most a quarter of the places, and giving
/// back at most half, so that neither side waits for the other for ever.
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
    private let together: Int
    private let make: (inout Piece) -> Bool
    /// How many pieces were taken, and how many of their places are to be given back; the taker's.
    private var taken = 0
    private var emptied = 0

    /// Starts a thread, which holds the line until it ends; nil if there is none to be had.
    ///
    /// - Parameter together: how many pieces are handed over at a time, at most half of `pieces`.
    init?(_ pieces: [Piece], together: Int, _ make: @escaping (inout Piece) -> Bool) {
        precondition(together >= 1 && 2 * together <= pieces.count)
        self.together = together
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
        var keptBack = 0
        for index in 0... {
            free.lower()
            guard !isStopped.load(ordering: .relaxed) else { return }
            let place = places[index % places.count]
            let isLast = !make(&place.piece)
            place.isLast = isLast
            keptBack += 1
            guard isLast || keptBack == together else { continue }
            for _ in 0..<keptBack { made.raise() }
            keptBack = 0
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
