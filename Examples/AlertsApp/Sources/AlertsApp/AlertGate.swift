// SPDX-License-Identifier: Apache-2.0
public import GaitwayAlerts
public import GaitwayBase

/// The app's gate: what the phone tells goes in, and the alerts to show come out.
public struct AlertGate: Sendable {
    private var gate: Gate

    /// The policy that the tests play: the same bytes.
    public static func policy() throws -> GatePolicy { try GatePolicy(json: PackageResources.policy_json) }

    /// A gate before its first input, or one that goes on from what ``savedState()`` gave.
    public init(savedState: [UInt8]? = nil) throws {
        let policy = try Self.policy()
        gate = try savedState.map { try Gate(policy: policy, savedState: $0) } ?? Gate(policy: policy)
    }

    /// Takes an input that arrives at `now`, and returns the places whose alerts are to be shown.
    public mutating func take(_ input: GateInput, at now: Timestamp) -> [String] {
        var decisions = gate.advance(to: now) + gate.handle(input, at: now)
        // A clock that was set back, or one input that was ahead of its time: this time is right.
        if let jump = gate.clockJump, jump < .zero { decisions += gate.handle(.rebase, at: now) }
        return decisions.filter { $0.kind == .deliver }.map(\.place)
    }

    /// When to call ``take(_:at:)`` with a tick, if no input comes before.
    public var wakeUp: Timestamp? { gate.wakeUp }

    /// The gate's memory, to be kept while the app does not run.
    public func savedState() throws -> [UInt8] { try gate.savedState() }
}
