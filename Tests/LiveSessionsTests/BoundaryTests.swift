// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayLiveSessions

/// Numbers and times that a client supplies, at the limits of their types: none of them may stop the server.
@Suite struct BoundaryTests {
    static let numbers: [Int] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
    static let times: [Int64] = [
        .min, .min + 1, -1_000_000_000_000_000_001, -1_000_000_000_000_000_000, -999_999_999_999_999_999, -1, 0, 1,
        LiveSessionTests.origin, (1 << 62) - 1, 1 << 62, (1 << 62) + 1, .max - 1, .max,
    ]

    private func session() throws -> LiveSession {
        LiveSession(
            identifier: "a", name: "a", source: "samples", device: nil, settings: try LiveSessionTests.settings.get(),
            at: 0)
    }

    @Test(arguments: numbers, numbers) func anyNumberOfAMessageIsTaken(first: Int, second: Int) throws {
        var numbers = MessageNumbers()
        for number in [first, second, first, 5, second] { numbers.note(number) }
        numbers.waitNoLonger()
        #expect(numbers.isComplete == true)
        var session = try session()
        for number in [first, second] {
            var message = LiveMessage()
            message.number = number
            message.readings = [.init(sensor: .acceleration, time: LiveSessionTests.origin, value: SIMD3(0, 0, 9.8))]
            session.take(message, at: 0)
        }
        session.finish()
        #expect(session.total.repeated == 1)
    }

    @Test func theLastNumberIsComplete() {
        var numbers = MessageNumbers()
        numbers.note(.max - 2)
        numbers.note(.max)
        #expect(numbers.isComplete == false)
        numbers.note(.max - 1)
        #expect(numbers.isComplete == true)
        numbers.note(.max)
        #expect(numbers.isComplete == true)
    }

    @Test(arguments: [
        "9223372036854775807", "-9223372036854775808", "9223372036854775806", "9223372036854775808", "1e300", "-1e300",
        "1e-300",
        "0.5", "99999999999999999999999999",
    ])
    func aHeaderWithAnyNumberIsTakenOrRefused(_ number: String) throws {
        var lines = SampleLines()
        let text = #"{"gaitway":"samples","version":1,"session":"s","message":\#(number)}"#
        let message = try? lines.message(Array(text.utf8))
        #expect((message != nil) == (Int(number, in: .any) != nil))
        for key in ["time", "ns"] {
            var lines = SampleLines()
            let text =
                #"{"gaitway":"samples","version":1,"session":"s"}"# + "\n"
                + #"{"sensor":"acceleration","\#(key)":\#(number),"x":0,"y":0,"z":9.8}"#
            guard let message = try? lines.message(Array(text.utf8)) else { continue }
            #expect(message.readings.allSatisfy { LiveMessage.isUsable($0.time) })
            var session = try session()
            session.take(message, at: 0)
            session.finish()
        }
    }

    /// Readings and fixes at any two times, and then ones of today: the session goes on.
    @Test(arguments: times, times) func anyTimeIsTakenOrLeftOut(first: Int64, second: Int64) throws {
        var session = try session()
        for (index, time) in [first, second, first, second].enumerated() {
            var message = LiveMessage()
            message.number = index
            for sensor in LiveSensor.allCases {
                message.readings.append(.init(sensor: sensor, time: time, value: SIMD3(0, 0, 9.8)))
            }
            message.fixes = [Location(elapsed: .nanoseconds(time), latitude: 47, longitude: 8)]
            session.take(message, at: Int64(index) * 1_000_000_000)
            session.pass(to: Int64(index) * 3_000_000_000)
            _ = session.takeEvents()
        }
        for message in LiveSessionTests.messages(
            LiveSessionTests.readings(seconds: 20), length: 1_000_000_000, numbered: false)
        {
            session.take(message, at: 20_000_000_000)
        }
        session.pass(to: 40_000_000_000)
        session.finish()
        let known = session.total
        #expect(known.late >= 0 && known.ofWrongClock >= 0 && known.unreadable >= 0)
        #expect(session.hasEnded)
    }

    /// A clock that is set again and again cannot push the line of time out of its range.
    @Test func aClockThatJumpsForEverStaysInRange() {
        var clock = PhoneClock()
        var generator = SeededGenerator(seed: 9)
        for round in 0..<Rounds.count(40_000) {
            clock.begin(at: Int64(round) * (1 << 40))
            guard let time = Self.times.filter(LiveMessage.isUsable).randomElement(using: &generator) else { continue }
            for step in 0..<3 as Range<Int64> {
                let reading = time &+ step * 1_000_000_000
                guard LiveMessage.isUsable(reading) else { continue }
                switch clock.place(reading) {
                case .time(let placed), .first(let placed):
                    #expect(LiveMessage.isUsable(placed))
                    if Bool.random(using: &generator) { clock.took(placed) } else { clock.wasLate(placed) }
                case .wrong: break
                }
            }
        }
    }

    // MARK: What is accepted is kept

    /// More fixes than may wait: those that find no place are counted, and the log keeps them.
    @Test func fixesBeyondTheBoundAreKeptInTheLog() throws {
        var message = LiveMessage()
        message.readings = LiveSessionTests.readings(seconds: 4)
        message.fixes = (0..<5000).map {
            Location(
                elapsed: .nanoseconds(LiveSessionTests.origin + Int64($0) * 1_000_000), latitude: 47,
                longitude: 8 + Double($0) * 1e-6)
        }
        let outcome = try LiveSessionTests.play([message])
        let late = (outcome.rows.tables[.late] ?? []).count { $0 == 10 }
        #expect(late > 0 && outcome.faults?.late == late)
        #expect((outcome.rows.tables[.location] ?? []).count { $0 == 10 } + late == 5000)
    }

    /// A phone that was offline sends ten minutes at once: every reading counts.
    @Test(arguments: [true, false]) func aLongMessageIsTakenWhole(bySensor: Bool) throws {
        let readings = LiveSessionTests.readings(seconds: 550)
        #expect(readings.count > 50_000)
        var message = LiveMessage()
        message.number = 0
        message.readings = bySensor ? readings.sorted { $0.sensor.rawValue < $1.sensor.rawValue } : readings
        message.fixes = (0..<500).map {
            Location(
                elapsed: .nanoseconds(LiveSessionTests.origin + Int64($0) * 1_000_000_000),
                latitude: 47 + Double($0) * 1e-5,
                longitude: 8)
        }
        let outcome = try LiveSessionTests.play([message])
        let faults = try #require(outcome.faults)
        #expect((faults.late, faults.unreadable, faults.repeated, faults.ofWrongClock) == (0, 0, 0, 0))
        #expect(try outcome.reports == LiveSessionTests.expected(readings, everyWindow: true))
        #expect(outcome.rows.tables[.location]?.count { $0 == 10 } == 500)
    }
}
