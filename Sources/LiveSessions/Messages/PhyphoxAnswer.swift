package import MotionTypes
import TextFormats

/// What phyphox's remote access answers (phyphox.org/wiki, Remote-interface communication): which buffers an experiment has, and what is
/// in them. Times are seconds since the experiment was started, pauses left out.
package struct PhyphoxExperiment: Sendable, Hashable {
    /// The buffers of one sensor.
    package struct Buffers: Sendable, Hashable {
        package var sensor: LiveSensor
        package var time: String
        /// One for each axis, or one for a scalar.
        package var values: [String]
    }

    /// The sensors that are of use.
    package private(set) var buffers: [Buffers] = []

    private static let sensors: [String: LiveSensor] = [
        "accelerometer": .acceleration, "linear_acceleration": .linearAcceleration, "gravity": .gravity,
        "gyroscope": .rotationRate, "pressure": .pressure,
    ]

    /// Reads the answer to `/config`, whose inputs name the buffers of each sensor.
    ///
    /// - Throws: `InputError` for what is none, and for an experiment without acceleration.
    package init(config bytes: [UInt8]) throws(InputError) {
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
            throw InputError(
                .unsupported, problem: "the experiment on the phone has no acceleration",
                remedy: "open \"Acceleration (with g)\" or an experiment of your own with the accelerometer")
        }
    }

    /// The path that asks for what came after the last times; everything at first.
    package func path(after last: [LiveSensor: String]) -> String {
        var asked: [String] = []
        for buffers in buffers {
            let time = Self.escaped(buffers.time)
            guard let after = last[buffers.sensor] else {
                asked += ([time] + buffers.values.map(Self.escaped)).map { $0 + "=full" }
                continue
            }
            asked.append("\(time)=\(after)")
            asked += buffers.values.map { "\(Self.escaped($0))=\(after)%7C\(time)" }
        }
        return "/get?" + asked.joined(separator: "&")
    }

    /// What one answer to `/get` holds.
    package struct Answer: Sendable {
        /// The readings, whose times count from the experiment's start.
        package var message = LiveMessage()
        /// The newest time of each sensor, as it is to be asked for.
        package var last: [LiveSensor: String] = [:]
        /// Changes when the data are cleared or another experiment is opened.
        package var session: String?
        /// Whether the experiment runs.
        package var isMeasuring = false
    }

    /// Reads the answer to ``path(after:)``.
    ///
    /// - Throws: `InputError` for what is none.
    package func answer(_ bytes: [UInt8]) throws(InputError) -> Answer {
        var answer = Answer()
        var contents: [String: [Double?]] = [:]
        var reader = JSONReader(bytes)
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "buffer":
                try reader.object { (name, reader) throws(InputError) in
                    try reader.object { (key, reader) throws(InputError) in
                        guard key == "buffer" else { return try reader.skip() }
                        var numbers: [Double?] = []
                        try reader.array { (reader) throws(InputError) in
                            numbers.append(reader.takeNull() ? nil : try reader.number())
                        }
                        contents[name] = numbers
                    }
                }
            case "status":
                let status = try reader.element()
                answer.session = status["session"]?.text
                answer.isMeasuring = status["measuring"]?.boolean ?? false
            default: try reader.skip()
            }
        }
        for buffers in buffers {
            guard let times = contents[buffers.time] else { continue }
            let values = buffers.values.map { contents[$0] ?? [] }
            // The buffers of a sensor are filled one after the other; the last reading may not be there in all of them.
            let count = min(times.count, values.map(\.count).min() ?? 0)
            var newest = -Double.infinity
            for index in 0..<count {
                guard let time = times[index], abs(time) < 1e9 else {
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
                    buffers.sensor, time: Int64((time * 1e9).rounded()), x: reading[0],
                    y: reading.count > 1 ? reading[1] : 0,
                    z: reading.count > 2 ? reading[2] : 0)
            }
            if newest.isFinite { answer.last[buffers.sensor] = String(newest) }
        }
        return answer
    }

    private static func escaped(_ name: String) -> String {
        name.utf8.map { byte in
            byte | 32 >= 97 && byte | 32 <= 122 || byte &- 48 < 10 || byte == 45 || byte == 95 || byte == 46
                ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
