import MotionTypes
import NotificationGate
import RideReplay

/// Plays an activity stream while it comes from standard input, and writes each decision as soon as it is certain.
struct LiveSimulation {
    /// What is played, without the stream.
    let scene: RideScene
    private var replay: LiveReplay
    private var output = StandardOutput()

    /// Whether the options name a stream that comes while it is played.
    static func isNamed(by simulation: SimulationArguments) -> Bool { simulation.activities == "-" }

    /// Reads all but the stream.
    init(_ simulation: SimulationArguments) throws {
        let policy = try simulation.gatePolicy()
        scene = try simulation.scene(joinsStream: false)
        replay = try LiveReplay(scene, policy: policy, strategy: simulation.monitoring, stream: "standard input")
    }

    /// What came of it, once it is played.
    var result: ReplayResult? { replay.result }

    /// Plays the stream to its end; what `text` makes of decisions is written at once.
    mutating func play(_ text: (GateDecision) -> String) throws {
        // What was noted is said whether or not the stream can be joined.
        defer { Diagnostics.notes(replay.notes) }
        try FileBytes.read("-", remedy: "give an activity stream") { chunk in
            try write(replay.append(chunk), text)
            // What stands behind a line that breaks the format is nobody's business.
            return replay.fault == nil
        }
        try write(replay.endStream(), text)
        try write(replay.finish(), text)
    }

    private mutating func write(_ decisions: ArraySlice<GateDecision>, _ text: (GateDecision) -> String) throws {
        guard !decisions.isEmpty else { return }
        for decision in decisions { try output.write(text(decision)) }
        try output.flush()
    }

    /// Writes what closes the result, and ends with the fault of the stream if it has one.
    mutating func end(_ text: String) throws {
        try output.write(text)
        try output.flush()
        if let fault = replay.fault { throw fault }
    }
}
