// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc
import Synchronization

/// Makes pieces one after the other: on request, or, once there are many, ahead of the requests on a thread of its own.
/// The pieces and their order are the same.
///
/// Live pieces can be taken as soon as they are made. Others are handed over in groups, since waking a thread may cost
/// as much as a piece. The number of pieces that wait is bounded, and so is memory. The memory of a used piece is used
/// again.
///
/// The taker may release the object at any time without waiting. The thread ends after its current piece. A thread that
/// waits for the bytes of a pipe ends with the process at the latest.
final class WorkAhead<Piece> {
    /// The pieces that are made before a thread starts. For fewer pieces, a thread costs more than it saves.
    static var piecesBefore: Int { 8 }
    /// The most pieces that wait to be taken: enough that threads on fewer processors find work for a whole time slice.
    static var mostWaiting: Int { 48 }
    /// The size of a group of pieces that are not live.
    static var mostTogether: Int { mostWaiting / 4 }

    private let make: (inout Piece) -> Bool
    private let blank: () -> Piece
    private let hasThread: Bool
    private let isLive: Bool
    /// The pieces that the thread makes; nil without a thread.
    private var line: WaitingLine<Piece>?
    private var taken = 0
    private var hasEnded = false

    /// Pieces that are made by `make`.
    ///
    /// Once a thread runs, `make` and everything that it captures belong to the thread.
    ///
    /// - Parameters:
    ///   - hasThread: whether there may be a thread.
    ///   - isLive: whether each piece is handed over at once.
    ///   - blank: an empty piece.
    ///   - make: makes the next piece in the memory of an old one; returns false for the last.
    init(hasThread: Bool, isLive: Bool, blank: @escaping () -> Piece, make: @escaping (inout Piece) -> Bool) {
        self.hasThread = hasThread
        self.isLive = isLive
        self.blank = blank
        self.make = make
    }

    deinit { line?.stop() }

    /// Exchanges `piece` for the next one, and waits for it if necessary. Returns false after the last.
    func take(_ piece: inout Piece) -> Bool {
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
/// A place belongs to the maker until its piece is made, then to the taker until the piece is taken, and so on. Two
/// counts, of made pieces and of free places, tell whose turn it is. Both sides hand over in groups, so that a waiting
/// thread is woken once for several pieces. The maker keeps back at most a quarter of the places and the taker at most
/// half, so that neither waits for ever.
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
    /// The taken pieces, and how many of their places are not yet given back. Only the taker uses these counts.
    private var taken = 0
    private var emptied = 0

    /// Starts a thread, which retains the line until it ends; nil if the system refuses one.
    ///
    /// - Parameter together: the size of a group, at most half of `pieces`.
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

    /// Exchanges `piece` for the next one; returns true for the last.
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

    /// Ends the thread: no more pieces are taken.
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

/// The work of a thread. The C function that starts one cannot be generic.
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
