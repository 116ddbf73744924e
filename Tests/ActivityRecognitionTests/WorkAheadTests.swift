// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import GaitwayRecognition

/// Pieces that are made ahead, and logs that are read so.
@Suite(.timeLimit(.minutes(5))) struct WorkAheadTests {
    /// Counts around those at which a thread begins, pieces are handed over and places are given back.
    private static let counts =
        [1, 2, 1000]
        + [0, 1, 2, 4, 5].flatMap { quarters in
            let count = WorkAhead<[Int]>.piecesBefore + quarters * WorkAhead<[Int]>.mostTogether
            return [count - 1, count, count + 1]
        }

    @Test(arguments: counts, [nil, false, true] as [Bool?])
    func piecesComeOnceAndInOrder(count: Int, threadIsLive: Bool?) {
        var next = 0
        let work = WorkAhead<[Int]>(hasThread: threadIsLive != nil, isLive: threadIsLive ?? false, blank: { [] }) {
            piece in
            piece = [next, -next]
            next += 1
            return next < count
        }
        var piece: [Int] = []
        for index in 0..<count {
            #expect(work.take(&piece))
            #expect(piece == [index, -index])
        }
        #expect(!work.take(&piece))
        #expect(!work.take(&piece))
        #expect(piece == [count - 1, 1 - count])
    }

    /// How far the maker has come, for the thread that takes the pieces.
    private final class Progress: Sendable {
        let made = Atomic(0)
        let taken = Atomic(0)
        let mostAhead = Atomic(0)

        /// Notes that another piece is being made.
        func make() {
            let ahead = made.load(ordering: .acquiring) - taken.load(ordering: .acquiring)
            mostAhead.max(ahead, ordering: .relaxed)
            made.add(1, ordering: .acquiringAndReleasing)
        }
    }

    @Test(arguments: [false, true]) func aMakerRunsAheadAndNotTooFar(isLive: Bool) {
        let progress = Progress()
        let work = WorkAhead<Int>(hasThread: true, isLive: isLive, blank: { 0 }) { _ in
            progress.make()
            return progress.made.load(ordering: .acquiring) < 500
        }
        var piece = 0
        func take() -> Bool {
            defer { progress.taken.add(1, ordering: .acquiringAndReleasing) }
            return work.take(&piece)
        }
        for _ in 0...WorkAhead<Int>.piecesBefore { #expect(take()) }
        // This ends only if pieces are made ahead of requests.
        let ahead = WorkAhead<Int>.piecesBefore + WorkAhead<Int>.mostWaiting
        while progress.made.load(ordering: .acquiring) < ahead { sched_yield() }
        while take() {}
        #expect(progress.made.load(ordering: .acquiring) == 500)
        // One more may be under way, while the taker has a piece that it did not count yet.
        #expect(progress.mostAhead.load(ordering: .acquiring) <= WorkAhead<Int>.mostWaiting + 1)
    }

    /// One end of a pipe as a file descriptor, closed at most once.
    private final class PipeEnd {
        private var number: Int32

        init(_ number: Int32) { self.number = number }

        deinit { close() }

        func close() {
            if number >= 0 { _ = Glibc.close(number) }
            number = -1
        }

        /// Writes `count` bytes.
        func write(_ count: Int) {
            #expect(Glibc.write(number, [UInt8](repeating: 1, count: count), count) == count)
        }

        /// The next byte; nil at the end.
        func read() -> UInt8? {
            var byte: UInt8 = 0
            while true {
                let count = Glibc.read(number, &byte, 1)
                if count < 0, errno == EINTR { continue }
                return count == 1 ? byte : nil
            }
        }
    }

    /// A pipe, as a pair of sockets: those are closed from the start in whatever program another test begins.
    private func pipe() throws -> (reading: PipeEnd, writing: PipeEnd) {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        return (PipeEnd(ends[0]), PipeEnd(ends[1]))
    }

    /// Closes its end of a pipe when it is released.
    private final class Witness {
        private let end: PipeEnd

        init(_ end: PipeEnd) { self.end = end }

        deinit { end.close() }
    }

    /// A maker that waits for missing bytes does not block others, and ends when they come.
    @Test(arguments: [false, true]) func lettingGoWaitsForNothing(isLive: Bool) throws {
        let (input, feed) = try pipe()
        let (ended, held) = try pipe()
        var made = 0
        var work: WorkAhead<Int>? = WorkAhead(hasThread: true, isLive: isLive, blank: { 0 }) {
            [witness = Witness(held)] piece in
            piece = made
            made += 1
            return withExtendedLifetime(witness) { made <= WorkAhead<Int>.piecesBefore || input.read() != nil }
        }
        var piece = 0
        for _ in 0..<WorkAhead<Int>.piecesBefore { #expect(work?.take(&piece) == true) }
        let together = isLive ? 1 : WorkAhead<Int>.mostTogether
        feed.write(together)
        #expect(work?.take(&piece) == true)
        #expect(piece == WorkAhead<Int>.piecesBefore)
        // The maker waits for another byte; of a file, with a piece that is kept back.
        if !isLive { feed.write(1) }
        work = nil
        feed.close()
        #expect(ended.read() == nil)
    }

    /// Rows of a quiet phone, one each 20 ms, with about 1 g in z.
    private static func rows(_ count: Int) -> String {
        (0..<count).map { "\(Double($0) / 50),0.1,0.2,\(9.81 + Double($0 % 7) / 1000)\n" }.joined()
    }

    private static let header = "t_s,ax (m/s^2),ay (m/s^2),az (m/s^2)\n"

    /// The steps of a log, without the parts that cannot be compared.
    private static func steps(_ source: MemorySource, hasThread: Bool) throws -> [[String]] {
        let reader = try RecordingReader(source: source, name: "log.csv")
        let work = WorkAhead<ReadStep>(hasThread: hasThread, isLive: reader.isLive, blank: ReadStep.init) { step in
            reader.read(into: &step, tellsRepairs: true)
            return !step.isLast
        }
        var step = ReadStep()
        var steps: [[String]] = []
        while work.take(&step) {
            steps.append([
                "\(step.batch.samples)", "\(step.end)", "\(step.repairs.entries)", "\(step.motionRepairs.entries)",
                step.fault?.description ?? "",
            ])
        }
        return steps
    }

    @Test(arguments: [false, true], [nil, 40_000] as [Int?])
    func aLogThatIsReadAheadGivesTheSameSteps(isLive: Bool, faultyRow: Int?) throws {
        var rows = Self.rows(45_000).split(separator: "\n").map(String.init)
        // What each step has to tell anew: rows that are put back, doubled, and no rows.
        for row in stride(from: 100, to: 39_000, by: 1_777) {
            rows.swapAt(row, row + 1)
            rows[row + 20] = "no row"
            rows[row + 30] = rows[row + 29]
        }
        if let faultyRow { rows[faultyRow] = String(repeating: "1", count: LineBuffer.longestLine + 1) }
        let bytes = Array((Self.header + rows.joined(separator: "\n") + "\n").utf8)
        func steps(hasThread: Bool) throws -> [[String]] {
            try Self.steps(MemorySource(bytes, chunk: isLive ? 30_000 : .max, isLive: isLive), hasThread: hasThread)
        }
        let alone = try steps(hasThread: false)
        #expect(alone.count > WorkAhead<ReadStep>.piecesBefore + WorkAhead<ReadStep>.mostWaiting || !isLive)
        #expect(alone.count > WorkAhead<ReadStep>.piecesBefore)
        #expect((alone.last?.last?.isEmpty == false) == (faultyRow != nil))
        #expect(try steps(hasThread: true) == alone)
    }

    /// A live source that gives a row only when it is asked to.
    private final class RowByRow: ByteSource, @unchecked Sendable {
        let isLive = true
        private let rows: [[UInt8]]
        private let permits: PipeEnd
        private var next = 0

        init(_ rows: [[UInt8]], permits: PipeEnd) {
            self.rows = rows
            self.permits = permits
        }

        func read(into buffer: inout [UInt8], at offset: Int) throws(InputError) -> Int {
            guard permits.read() != nil else { return 0 }
            buffer.replaceSubrange(offset..<offset + rows[next].count, with: rows[next])
            next += 1
            return rows[next - 1].count
        }
    }

    /// Each step of a live log comes before more of the log is there: were one kept back, this would not end.
    @Test func aLiveLogIsNotKeptBack() throws {
        let rows = Self.rows(2_000).split(separator: "\n").map { Array($0.utf8) + [UInt8(ascii: "\n")] }
        let (reading, writing) = try pipe()
        // To settle how the log is read, and the rows that wait for late ones, take this many.
        let first = 1_000
        writing.write(first + 1)
        let source = RowByRow([Array(Self.header.utf8)] + rows, permits: reading)
        let reader = try RecordingReader(source: source, name: "-")
        let work = WorkAhead<ReadStep>(hasThread: true, isLive: reader.isLive, blank: ReadStep.init) { step in
            reader.read(into: &step, tellsRepairs: false)
            return !step.isLast
        }
        var step = ReadStep()
        var count = 0
        while count < first - 20, work.take(&step) { count += step.batch.samples.count }
        for _ in first..<rows.count {
            writing.write(1)
            let before = count
            while count == before, work.take(&step) { count += step.batch.samples.count }
        }
        writing.close()
        while work.take(&step) { count += step.batch.samples.count }
        #expect(count == rows.count)
    }

    /// A walk of seven minutes between two rests, with a gap; or one that breaks off at a row.
    private static func walk(faultyRow: Int? = nil) -> [UInt8] {
        let samples = RecognizerTests.restWalkRest(seconds: 1200).filter { $0.sensor == .acceleration }
        var rows = samples.enumerated().map { index, sample in
            let seconds = sample.elapsed.inSeconds + (index > 40_000 ? 30 : 0)
            return "\(seconds),\(sample.value.x),\(sample.value.y),\(sample.value.z)"
        }
        if let faultyRow { rows[faultyRow] = String(repeating: "1", count: LineBuffer.longestLine + 1) }
        return Array((header + rows.joined(separator: "\n") + "\n").utf8)
    }

    /// The reports of a log that goes through the pipeline, and why it broke off.
    private static func recognized(
        _ bytes: [UInt8], _ options: Recognizer.Options, hasThreads: Bool
    ) throws -> (reports: [ActivityReport], fault: InputError?, windows: Int) {
        let reader = try RecordingReader(bytes: bytes, name: "walk.csv")
        let log = try LogRecognizer(reader, model: DefaultModel.load(), options: options, hasThreads: hasThreads)
        var reports: [ActivityReport] = []
        do throws(InputError) {
            while try log.next(into: &reports) {}
        } catch {
            return (reports, error, log.recognizer.windows)
        }
        return (reports, nil, log.recognizer.windows)
    }

    /// One thread, several, and a plain loop over the batches give the same reports.
    @Test(arguments: [Smoothing.causal, .viterbi], [nil, 45_000] as [Int?])
    func threadsGiveTheReportsOfOneThread(smoothing: Smoothing, faultyRow: Int?) throws {
        let bytes = Self.walk(faultyRow: faultyRow)
        let options = Recognizer.Options(smoothing: smoothing, reportsEveryWindow: true)
        var loop: [ActivityReport] = []
        var recognizer = try Recognizer(model: DefaultModel.load(), options: options)
        let reader = try RecordingReader(bytes: bytes, name: "walk.csv")
        var batch = SampleBatch()
        var fault: InputError?
        do throws(InputError) {
            while try reader.next(into: &batch) { recognizer.append(batch.samples) }
        } catch {
            recognizer.append(batch.samples)
            fault = error
        }
        recognizer.finish()
        recognizer.takeReports(into: &loop)
        #expect(loop.count > 200 && (fault != nil) == (faultyRow != nil))
        for hasThreads in [false, true] {
            let result = try Self.recognized(bytes, options, hasThreads: hasThreads)
            #expect(result.reports == loop && result.windows == recognizer.windows)
            #expect(result.fault?.description == fault?.description)
        }
    }
}
