// SPDX-License-Identifier: Apache-2.0
package import GaitwayAlerts
import GaitwayBase
package import GaitwayReplay

/// Plays a ride whose activity stream or track comes while it is played, and writes each decision as soon as it is
/// certain.
package struct LiveSimulation {
    /// What is played, without what still comes.
    package let scene: RideScene
    private var replay: LiveReplay
    private let pipes = InputPipes()
    private var stream: Int?
    private var track: PipedTrack?
    private var output = StandardOutput()

    /// Reads all that does not come while it is played.
    package init(_ input: SimulationInput, policy: GatePolicy, strategy: MonitoringStrategy) throws {
        let streamName = input.activities.map(StandardInput.name(of:))
        if input.hasPipedTrack, let path = input.track.first {
            track = try PipedTrack(path, pipes)
        }
        if var track, track.isTable {
            let ride = try track.ride()
            self.track = track
            scene = RideScene(ride, simulator: input.simulator)
            replay = try LiveReplay(
                ride, simulator: input.simulator, policy: policy, strategy: strategy, stream: streamName)
        } else {
            let known = try track?.whole(input.options)
            track = nil
            scene = try input.scene(known: known)
            replay = try LiveReplay(scene, policy: policy, strategy: strategy, stream: streamName)
        }
        if let activities = input.activities { stream = try pipes.open(activities) }
        if stream == nil, track != nil {
            // The pipes may never end: this is said at once.
            Diagnostics.note("\(RideNote.drivingUnknown(of: scene.ride.source))")
        }
    }

    /// What came of it, once it is played.
    package var result: ReplayResult? { replay.result }

    /// Plays what comes to its end; what `text` makes of decisions is written at once.
    package mutating func play(_ text: (GateDecision) -> String) throws {
        // What was noted is said whether or not all goes well.
        defer { Diagnostics.notes((track?.notes ?? []) + replay.notes) }
        for fix in track?.takeFixes() ?? [] { try write(replay.append(fix), text) }
        while let input = try pipes.next() {
            let bytes = try pipes.read(input)
            if input == stream {
                if !bytes.isEmpty { try write(replay.append(bytes), text) }
                // Lines after one that breaks the format are ignored.
                guard bytes.isEmpty || replay.fault != nil else { continue }
                pipes.leave(input)
                try write(replay.endStream(), text)
            } else {
                try track?.take(bytes)
                for fix in track?.takeFixes() ?? [] { try write(replay.append(fix), text) }
            }
        }
        try write(replay.finish(), text)
    }

    private mutating func write(_ decisions: [GateDecision], _ text: (GateDecision) -> String) throws {
        guard !decisions.isEmpty else { return }
        for decision in decisions { try output.write(text(decision)) }
        try output.flush()
    }

    /// Writes what closes the result, and ends with the fault of the stream if it has one.
    package mutating func end(_ text: String) throws {
        try output.write(text)
        try output.flush()
        if let fault = replay.fault { throw fault }
    }
}
