// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayLiveSessions
import TestSupport
import Testing

@Suite struct MessageTests {
    @Test func readsSensorLoggersPush() throws {
        let message = try SensorLoggerPush.message(
            Array(
                #"""
                {"messageId":7,"sessionId":"a-b","deviceId":"d","payload":[
                 {"name":"accelerometer","time":1698501144401215077,"values":{"z":3.5,"x":1,"y":-0.25},"accuracy":3},
                 {"values":{"pressure":1013.25,"relativeAltitude":0.1},"time":"1698501144401215078","name":"barometer"},
                 {"name":"location","time":1698501144401215079,"values":{"latitude":47.1,"longitude":8.2,\#
                "speed":-1,"bearing":12,
                  "horizontalAccuracy":4.5,"altitude":450}},
                 {"name":"magnetometer","time":1,"values":{"x":1,"y":2,"z":3}},
                 {"name":"gyroscope","time":null,"values":{"x":1,"y":2,"z":3}}]}
                """#.utf8))
        #expect(message.session == "a-b")
        #expect(message.number == 7)
        #expect(
            message.readings == [
                .init(sensor: .linearAcceleration, time: 1_698_501_144_401_215_077, value: SIMD3(1, -0.25, 3.5)),
                .init(sensor: .pressure, time: 1_698_501_144_401_215_078, value: SIMD3(1013.25, 0, 0)),
            ])
        let fix = try #require(message.fixes.first)
        #expect(fix.elapsed == .nanoseconds(1_698_501_144_401_215_079))
        #expect((fix.speed, fix.course) == (nil, 12))
        #expect((message.unused, message.unreadable) == (1, 1))
    }

    @Test(arguments: [#""NaN""#, #""Infinity""#, #""-Infinity""#, "1e300", "-1e18"])
    func countsValuesThatNoSensorMeasures(_ value: String) throws {
        let message = try SensorLoggerPush.message(
            Array(
                """
                {"messageId":\(value),"sessionId":"a","payload":[
                 {"name":"accelerometer","time":1698501144401215077,"values":{"z":\(value),"x":1,"y":-0.25}},
                 {"name":"location","time":1698501144401215079,"values":{"latitude":\(value),"longitude":8.2}}]}
                """.utf8))
        #expect(message.readings.isEmpty && message.fixes.isEmpty)
        #expect(message.unreadable == 2)
    }

    @Test func readsOurOwnSamples() throws {
        var lines = SampleLines()
        let message = try lines.message(
            Array(
                """
                {"gaitway":"samples","version":1,"session":"s","device":"d","message":3}
                {"sensor":"acceleration","time":1777741200.020150101,"x":0.5,"y":-1,"z":9.75}
                {"sensor":"pressure","ns":5,"value":956.5}
                {"sensor":"location","time":-1.5,"latitude":1,"longitude":2,"accuracy":5}
                """.utf8))
        #expect((message.session, message.device, message.number) == ("s", "d", 3))
        #expect(
            message.readings == [
                .init(sensor: .acceleration, time: 1_777_741_200_020_150_101, value: SIMD3(0.5, -1, 9.75)),
                .init(sensor: .pressure, time: 5, value: SIMD3(956.5, 0, 0)),
            ])
        #expect(message.fixes.first?.elapsed == .nanoseconds(-1_500_000_000))
        // The header is given once.
        let next = try lines.message(Array(#"{"sensor":"gravity","ns":7,"x":1,"y":2,"z":3}"#.utf8))
        #expect(next.session == "s")
        #expect(next.readings.count == 1)
    }

    @Test(arguments: [
        (#"{"sensor":"acceleration","ns":1,"x":1,"y":2,"z":3}"#, "line 1: the first line is not a header"),
        (#"{"gaitway":"samples","version":9,"session":"s"}"#, "line 1: version 9 of the samples is not known"),
        (#"{"gaitway":"samples","version":1}"#, #"line 1: the header has no "session""#),
        (
            "{\"gaitway\":\"samples\",\"version\":1,\"session\":\"s\"}\n\n{\"sensor\":\"lidar\",\"ns\":1}",
            #"line 3: the sensor "lidar" is not known"#
        ),
        (
            "{\"gaitway\":\"samples\",\"version\":1,\"session\":\"s\"}\n{\"sensor\":\"gravity\",\"ns\":1,"
                + "\"x\":1e9,\"y\":0,\"z\":0}",
            "line 2: no sensor can measure this value"
        ),
    ])
    func refusesSamplesThatBreakTheFormat(_ text: String, _ problem: String) {
        var lines = SampleLines()
        let error = #expect(throws: InputError.self) { try lines.message(Array(text.utf8)) }
        #expect(error?.description.hasPrefix(problem) == true, "\(error?.description ?? "")")
    }

    @Test func asksPhyphoxForWhatIsNew() throws {
        let experiment = try PhyphoxExperiment(
            config: Array(
                #"""
                {"title":"x","inputs":[
                 {"source":"accelerometer","outputs":[{"x":"accX"},{"y":"accY"},{"z":"accZ"},{"t":"acc_time"}]},
                 {"source":"light","outputs":[{"x":"l"},{"t":"lt"}]},
                 {"source":"pressure","outputs":[{"x":"p"},{"t":"p time"}]}]}
                """#.utf8))
        #expect(
            experiment.path(after: [:])
                == "/get?acc_time=full&accX=full&accY=full&accZ=full&p%20time=full&p=full")
        let answer = try experiment.answer(
            Array(
                #"""
                {"buffer":{"acc_time":{"size":0,"updateMode":"full","buffer":[0.5,0.51,0.52]},
                 "accX":{"buffer":[1,2,3]},"accY":{"buffer":[4,null,6]},"accZ":{"buffer":[7,8]},"p":{"buffer":[]},"p \#
                time":{"buffer":[]}},
                 "status":{"session":"ab","measuring":true,"timedRun":false,"countDown":0}}
                """#.utf8))
        #expect(answer.message.readings == [.init(sensor: .acceleration, time: 500_000_000, value: SIMD3(1, 4, 7))])
        #expect(answer.message.unreadable == 1)
        #expect((answer.session, answer.isMeasuring) == ("ab", true))
        #expect(
            experiment.path(after: answer.last)
                == "/get?acc_time=0.51&accX=0.51%7Cacc_time&accY=0.51%7Cacc_time&"
                + "accZ=0.51%7Cacc_time&p%20time=full&p=full"
        )
        #expect(throws: InputError.self) { try PhyphoxExperiment(config: Array(#"{"inputs":[]}"#.utf8)) }
    }

    @Test func takesAnyBytesWithoutHarm() throws {
        var generator = SeededGenerator(seed: 5)
        let seeds = [
            #"{"messageId":1,"payload":[{"name":"gravity","time":1,"values":{"x":1,"y":2,"z":3}}]}"#,
            #"{"gaitway":"samples","version":1,"session":"s"}"# + "\n"
                + #"{"sensor":"gravity","time":1.5,"x":1,"y":2,"z":3}"#,
            #"{"buffer":{"a":{"buffer":[1,null]}},"status":{"session":"ab"}}"#,
        ].map { Array($0.utf8) }
        let experiment = try PhyphoxExperiment(
            config: Array(
                #"{"inputs":[{"source":"accelerometer","outputs":[{"x":"a","y":"a","z":"a","t":"a"}]}]}"#.utf8))
        var taken = 0
        for _ in 0..<Rounds.count(4000) {
            guard var bytes = seeds.randomElement(using: &generator) else { continue }
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 32...126, using: &generator)
            }
            var lines = SampleLines()
            if (try? SensorLoggerPush.message(bytes)) != nil { taken += 1 }
            if (try? lines.message(bytes)) != nil { taken += 1 }
            if (try? experiment.answer(bytes)) != nil { taken += 1 }
        }
        #expect(taken > 0)
    }
}
