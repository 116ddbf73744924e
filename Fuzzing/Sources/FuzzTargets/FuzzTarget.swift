// SPDX-License-Identifier: Apache-2.0
/// A reader of bytes, and the code that uses its result, for fuzzing.
package protocol FuzzTarget: Sendable {
    /// The name on the command line and of the folders of inputs.
    static var name: String { get }

    /// Takes any bytes. An `InputError` is a valid answer; a trap, an endless loop, unbounded memory and a
    /// contradictory result are faults.
    static func take(_ bytes: [UInt8])
}

/// Every target that `FuzzReplay` and libFuzzer can run.
package enum FuzzTargetList {
    /// The targets in the order of their names.
    package static let all: [any FuzzTarget.Type] = [
        ActivityModelTarget.self, ActivityStreamTarget.self, AlertLabelsTarget.self, CorrectionsTarget.self,
        ExchangeModelTarget.self, GateTarget.self, GateScenarioTarget.self, LiveFramesTarget.self,
        LiveMessagesTarget.self, LiveRequestTarget.self, LongInputsTarget.self, ManifestTarget.self, PlacesTarget.self,
        RecognizerStateTarget.self, ScoredTableTarget.self, SensorLogTarget.self, StoreTarget.self,
        StoreRowsTarget.self, TimelineTarget.self, TrackTarget.self, TrackerRequestTarget.self,
        ZipArchiveTarget.self, ZoneRulesTarget.self,
    ]

    /// The target with this name, or nil.
    package static func named(_ name: String) -> (any FuzzTarget.Type)? { all.first { $0.name == name } }
}
