// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// An experiment of the phyphox app, as its remote access describes it (phyphox.org/wiki, Remote-interface
/// communication).
///
/// Times are seconds since the start of the experiment, without pauses.
package struct PhyphoxExperiment: Sendable, Hashable {
    /// The buffers of one sensor.
    package struct Buffers: Sendable, Hashable {
        package var sensor: LiveSensor
        package var time: String
        /// One for each axis, or one for a scalar.
        package var values: [String]
    }

    /// The buffers of the sensors that Gaitway uses.
    package private(set) var buffers: [Buffers] = []

    private static let sensors: [String: LiveSensor] = [
        "accelerometer": .acceleration, "linear_acceleration": .linearAcceleration, "gravity": .gravity,
        "gyroscope": .rotationRate, "pressure": .pressure,
    ]

    /// Reads the answer to `/config`, which names the buffers of each sensor.
    ///
    /// - Throws: `InputError` if the bytes are not such an answer, or if the experiment has no acceleration.
    package init(config bytes: [UInt8]) throws(InputError) {
        guard bytes.count <= Self.longestConfig else {
            throw .limitExceeded("the phone's description of its experiment is too long")
        }
        var reader = JSONReader(bytes)
        let config = try reader.element()
        for input in config["inputs"]?.elements ?? [] {
            guard let sensor = input["source"]?.text.flatMap({ Self.sensors[$0] }) else { continue }
            var outputs: [String: String] = [:]
            for output in input["outputs"]?.elements ?? [input["outputs"]].compactMap(\.self) {
                for member in output.members ?? [] { outputs[member.key] = member.value.text }
            }
            let axes = sensor == .pressure ? ["x"] : ["x", "y", "z"]
            let values = axes.compactMap { outputs[$0] }
            guard let time = outputs["t"], values.count == axes.count else { continue }
            buffers.append(Buffers(sensor: sensor, time: time, values: values))
        }
        guard buffers.contains(where: { $0.sensor == .acceleration || $0.sensor == .linearAcceleration }) else {
            throw .unsupported(
                "the experiment on the phone has no acceleration",
                remedy: "open \"Acceleration (with g)\" or an experiment of your own with the accelerometer")
        }
    }

    /// The bytes of a description. Elements of JSON take up to a hundred times their bytes.
    private static let longestConfig = 1 << 20
    /// The numbers of an answer: some hours of a phone's sensors.
    private static let mostNumbers = 2_000_000

    /// The path that requests the readings after the last times, or all readings at first.
    package func path(after last: [LiveSensor: String]) -> String {
        var asked: [String] = []
        for buffers in buffers {
            let time = buffers.time.percentEncoded()
            guard let after = last[buffers.sensor] else {
                asked += ([time] + buffers.values.map { $0.percentEncoded() }).map { $0 + "=full" }
                continue
            }
            asked.append("\(time)=\(after)")
            asked += buffers.values.map { "\($0.percentEncoded())=\(after)%7C\(time)" }
        }
        return "/get?" + asked.joined(separator: "&")
    }

    /// The content of an answer to `/get`.
    package struct Readings: Sendable {
        /// The readings, whose times count from the experiment's start.
        package var message = LiveMessage()
        /// The newest time of each sensor, as the next request quotes it.
        package var last: [LiveSensor: String] = [:]
        /// Changes when the user clears the data or opens another experiment.
        package var session: String?
        /// True while the experiment runs.
        package var isMeasuring = false
    }

    /// Reads the answer to ``path(after:)``.
    package func answer(_ bytes: [UInt8]) throws(InputError) -> Readings {
        var answer = Readings()
        var contents: [String: [Double?]] = [:]
        var count = 0
        var reader = JSONReader(bytes)
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "buffer":
                try reader.object { (name, reader) throws(InputError) in
                    try reader.object { (key, reader) throws(InputError) in
                        guard key == "buffer" else { return try reader.skip() }
                        var numbers: [Double?] = []
                        try reader.array { (reader) throws(InputError) in
                            count += 1
                            guard count <= Self.mostNumbers else {
                                throw .limitExceeded(
                                    "the phone's answer has more than \(Self.mostNumbers) numbers",
                                    remedy: "clear the experiment's data on the phone")
                            }
                            numbers.append(reader.takeNull() ? nil : try reader.number())
                        }
                        contents[name] = numbers
                    }
                }
            case "status":
                try reader.object { (key, reader) throws(InputError) in
                    switch (key, reader.peek()) {
                    case ("session", UInt8(ascii: "\"")): answer.session = try reader.string()
                    case ("measuring", UInt8(ascii: "t")), ("measuring", UInt8(ascii: "f")):
                        answer.isMeasuring = try reader.boolean()
                    default: try reader.skip()
                    }
                }
            default: try reader.skip()
            }
        }
        for buffers in buffers {
            guard let times = contents[buffers.time] else { continue }
            let values = buffers.values.map { contents[$0] ?? [] }
            // phyphox fills a sensor's buffers one after the other, so the last reading may lack a value.
            let count = min(times.count, values.map(\.count).min() ?? 0)
            var newest = -Double.infinity
            for index in 0..<count {
                guard let time = times[index], time.magnitude < 1e9 else {
                    answer.message.unreadable += 1
                    continue
                }
                newest = max(newest, time)
                let reading = values.compactMap { $0[index] }
                guard reading.count == values.count else {
                    answer.message.unreadable += 1
                    continue
                }
                answer.message.add(
                    buffers.sensor, time: Nanoseconds.rounded(time), x: reading[0],
                    y: reading.count > 1 ? reading[1] : 0, z: reading.count > 2 ? reading[2] : 0)
            }
            if newest.isFinite { answer.last[buffers.sensor] = String(newest) }
        }
        return answer
    }
}
