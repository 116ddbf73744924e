// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayRecognition

@Suite struct BadTableTests {
    private let header = "time (s),ax (m/s^2),ay (m/s^2),az (m/s^2)\n"

    @Test func saysWhatIsMissing() throws {
        #expect(LogFixture.fault("")?.code == .empty)
        #expect(LogFixture.fault("\n\n")?.code == .empty)
        #expect(LogFixture.fault(header)?.code == .empty)
        #expect(LogFixture.fault("hello\nworld\n")?.code == .malformed)
        #expect(LogFixture.fault("time,lux\n1,2\n")?.code == .malformed)
        #expect(LogFixture.fault("time,gx,gy,gz\n0,1,2,3\n0.02,1,2,3\n")?.code == .unsupported)
        #expect(LogFixture.fault("ax,ay,az\n1,2,3\n")?.code == .unsupported)
        #expect(throws: InputError.self) { try Recording(path: "/nowhere/at/all.csv") }
        let empty = try LogFixture(["notes.md": "no log"])
        #expect(throws: InputError.self) { try empty.read() }
        let two = try LogFixture(["a.csv": header, "b.csv": header])
        #expect { try two.read() } throws: { ($0 as? InputError)?.code == .ambiguous }
    }

    @Test func pointsAtTheFirstBadRow() throws {
        let fault = try #require(LogFixture.fault(header + "0,1,two,3\n" + "0.1,x,y,z\n"))
        #expect(fault.code == .malformed)
        #expect(fault.line == 2 && fault.column == 3)
    }

    @Test func countsBadRowsAmongGoodOnes() throws {
        let text = header + LogFixture.rows(50) + "1,2\n1.0,x,0,0\n,,,,\n1.1,0.1,0.2,9.8\n"
        let recording = try LogFixture.read(text)
        #expect(recording[.acceleration].count == 51)
        #expect(recording.repairs[.badRow] == 3)
    }

    @Test func leavesOutACutRow() throws {
        let recording = try LogFixture.read(header + LogFixture.rows(50) + "1.0,0.1")
        #expect(recording[.acceleration].count == 50)
        #expect(recording.repairs[.cutRow] == 1)
        let whole = try LogFixture.read(header + LogFixture.rows(50) + "1.0,0.1,0.2,9.8")
        #expect(whole[.acceleration].count == 51)
    }

    @Test func refusesEndlessLines() {
        let text = header + LogFixture.rows(50) + String(repeating: "7", count: 200_000) + "\n"
        #expect(LogFixture.fault(text)?.code == .limitExceeded)
        #expect(LogFixture.fault(String(repeating: "7,", count: 200_000))?.code == .limitExceeded)
    }

    @Test(arguments: [1, 7, 64, 1000, 65536])
    func chunksDoNotMatter(_ chunk: Int) throws {
        let text =
            "\u{FEFF}time,ax,ay,az,gx,gy,gz,pressure\r\n"
            + LogFixture.rows(900) { ",0.1,\($0 % 3 == 0 ? "NaN" : "0.2"),0.3,\(1000 + $0 / 100)" }
            + "18.0,0.1,0.2"
        let expected = try LogFixture.read(text)
        for isLive in [false, true] {
            let recording = try LogFixture.read(text, chunk: chunk, isLive: isLive)
            #expect(recording.contents == expected.contents)
            #expect(recording.repairs == expected.repairs)
            #expect(recording.header == expected.header)
        }
    }

    /// Bytes that fail to be read once `readsLeft` is used up.
    private final class FailingSource: ByteSource {
        let isLive = false
        private let memory: MemorySource
        private var readsLeft: Int

        init(_ text: String, readsLeft: Int) {
            memory = MemorySource(Array(text.utf8), chunk: 100)
            self.readsLeft = readsLeft
        }

        func read(into buffer: inout [UInt8], at offset: Int) throws(InputError) -> Int {
            guard readsLeft > 0 else { throw InputError(.unreadable, problem: "cannot read") }
            readsLeft -= 1
            return try memory.read(into: &buffer, at: offset)
        }
    }

    @Test func everyReadMayFail() throws {
        let text = header + LogFixture.rows(100)
        var reads = 0
        while reads < 100 {
            let source = FailingSource(text, readsLeft: reads)
            do throws(InputError) {
                let recording = try Recording(RecordingReader(source: source, name: "log.csv"))
                #expect(recording[.acceleration].count == 100)
                break
            } catch {
                #expect(error.code == .unreadable)
            }
            reads += 1
        }
        #expect(reads == (text.utf8.count + 99) / 100 + 1)
    }

    @Test func aLiveLogIsDeliveredAsItArrives() throws {
        let text = "t_s,ax (m/s^2),ay (m/s^2),az (m/s^2)\n" + LogFixture.rows(2000)
        let source = MemorySource(Array(text.utf8), chunk: 500, isLive: true)
        let reader = try RecordingReader(source: source, name: "-")
        var batch = SampleBatch()
        var sizes: [Int] = []
        while try reader.next(into: &batch) { sizes.append(batch.samples.count) }
        #expect(sizes.reduce(0, +) == 2000)
        #expect((sizes.max() ?? 0) < 200)
    }

    @Test(arguments: 0..<Rounds.count(240))
    func noBytesTrap(_ seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let texts = [
            header + LogFixture.rows(60),
            "time;gFx;gFy;gFz;\n" + (0..<60).map { "11:41:59:\($0 * 7);0,05;0,43;0,94;\n" }.joined(),
            "time,seconds_elapsed,z,y,x\n"
                + (0..<60).map { "\(1_686_332_225_704_273_000 + $0 * 5_000_000),0.1,9.8,0.1,0.2\n" }.joined(),
            "Timestamp,accelX(g),accelY(g),accelZ(g),accelUserX(g),accelUserY(g),accelUserZ(g)\n"
                + (0..<60).map { "04-Feb-2024 11:07:47.\($0 + 100), 0.1, 0.2, 0.9,0,0,0\n" }.joined(),
        ]
        for text in texts {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...40, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                case 2:
                    bytes.insert(
                        Array("0,.\n\r\"E-;:NaN9".utf8).randomElement(using: &generator) ?? 0, at: place)
                default: bytes.replaceSubrange(place..., with: bytes[place...].prefix(2000))
                }
            }
            let recording = try? LogFixture.read(
                bytes, chunk: Int.random(in: 1...300, using: &generator),
                options: LogOptions(readsLocation: true))
            guard let recording else { continue }
            for sensor in Sensor.allCases {
                let times = recording[sensor].nanoseconds
                #expect(zip(times.dropFirst(), times).allSatisfy { $0 >= $1 })
                #expect(recording[sensor].values.allSatisfy { $0.x.isFinite || abs($0.x) > 1e30 })
            }
        }
    }

    @Test(arguments: 0..<Rounds.count(120))
    func noNoiseTraps(_ seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed) + 99)
        let bytes = (0..<3000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        _ = try? LogFixture.read(bytes, chunk: 100)
    }
}
