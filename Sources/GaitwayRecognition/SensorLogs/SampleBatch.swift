// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// A run of a recording's samples, in time order over all sensors. Reused from call to call, so that reading
/// allocates once.
public struct SampleBatch: Sendable {
    /// Sensor samples by ascending elapsed time; at equal times speed, then pressure, then rotation rate, then
    /// acceleration, so that a window that acceleration completes finds the others' samples.
    public var samples: [SensorSample] = []
    /// Location fixes by ascending elapsed time; empty unless asked for.
    public var fixes: [Location] = []

    /// An empty batch.
    public init() {}

    /// Empties the batch and keeps its memory.
    package mutating func removeAll() {
        samples.removeAll(keepingCapacity: true)
        fixes.removeAll(keepingCapacity: true)
    }
}
