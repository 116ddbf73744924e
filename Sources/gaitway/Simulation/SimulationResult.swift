import Geofencing
import NotificationGate

/// What a strategy and a policy made of a track.
struct SimulationResult {
    let strategy: MonitoringStrategy
    let policy: String
    let run: GeofenceSimulator.Run
    let coverage: CoverageReport
    let decisions: [GateDecision]
    /// Entries without a final decision at the track's end.
    let waiting: Int
    /// The most entries that waited at once.
    let mostWaiting: Int

    /// How the entries ended.
    var tally: DecisionTally { DecisionTally(decisions) }
}
