/// A reader of bytes with what uses that which it read, for fuzzing.
package protocol FuzzTarget: Sendable {
    /// Its name on the command line, and that of the folders of its inputs.
    static var name: String { get }

    /// Takes any bytes. An `InputError` is an answer; a trap, an endless loop, unbounded memory and a result that contradicts itself are
    /// faults.
    static func take(_ bytes: [UInt8])
}

/// All targets.
package enum FuzzTargetList {
    /// By name.
    package static let all: [any FuzzTarget.Type] = [
        ActivityModelTarget.self, ActivityStreamTarget.self, AlertLabelsTarget.self, CorrectionsTarget.self,
        ExchangeModelTarget.self, GateTarget.self, GateScenarioTarget.self, LiveMessagesTarget.self,
        LiveRequestTarget.self, ManifestTarget.self, PlacesTarget.self, RecognizerStateTarget.self,
        ScoredTableTarget.self, SensorLogTarget.self, StoreTarget.self, TimelineTarget.self, TrackTarget.self,
        ZipArchiveTarget.self, ZoneRulesTarget.self,
    ]

    /// The target of a name.
    package static func named(_ name: String) -> (any FuzzTarget.Type)? { all.first { $0.name == name } }
}
