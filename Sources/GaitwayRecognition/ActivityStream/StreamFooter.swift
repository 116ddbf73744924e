// SPDX-License-Identifier: Apache-2.0
/// The last line of an activity stream. A stream without it was cut.
public struct StreamFooter: Sendable, Hashable {
    /// The end of the log, since the first accelerometer sample.
    public var end: Duration
    /// How many windows had an estimate or a reason against one.
    public var windows: Int
    /// The repairs of the log, in the order of the repair report.
    public var repaired: [Repair]
    /// How many windows had an estimate that also rests on a speed; nil if speeds were not used.
    package var windowsWithSpeed: Int?
    /// Whole steps since the recording began; nil if they were not counted.
    package var steps: Int?

    /// One kind of repair and its count.
    public struct Repair: Sendable, Hashable {
        /// The kind, as the repair report calls it (`gap`, `duplicate`, …).
        public var kind: String
        /// How often it occurred.
        public var count: Int

        /// A kind with its count, not negative.
        public init(kind: String, count: Int) {
            self.kind = kind
            self.count = count
        }
    }

    /// A footer; `windowsWithSpeed` only for streams with speeds, `steps` only for those with steps.
    public init(end: Duration, windows: Int, repaired: [Repair], windowsWithSpeed: Int? = nil, steps: Int? = nil) {
        self.end = end
        self.windows = windows
        self.repaired = repaired
        self.windowsWithSpeed = windowsWithSpeed
        self.steps = steps
    }
}
