/// The line that closes an activity stream; a stream without it was cut.
public struct StreamFooter: Sendable, Hashable {
    /// When the log ended, since the first accelerometer sample.
    public var end: Duration
    /// How many windows had an estimate or a reason against one.
    public var windows: Int
    /// What was repaired in the log: the kind and how many, in the order of the repair report.
    public var repaired: [Repair]
    /// How many windows had an estimate that rests on a speed, too; nil where speeds were not used.
    public var windowsWithSpeed: Int?

    /// One kind of repair and its count.
    public struct Repair: Sendable, Hashable {
        /// What was done, as the repair report calls it (`gap`, `duplicate`, …).
        public var kind: String
        /// How often.
        public var count: Int

        /// A count of repairs.
        public init(kind: String, count: Int) {
            self.kind = kind
            self.count = count
        }
    }

    /// A footer.
    public init(end: Duration, windows: Int, repaired: [Repair], windowsWithSpeed: Int? = nil) {
        self.end = end
        self.windows = windows
        self.repaired = repaired
        self.windowsWithSpeed = windowsWithSpeed
    }
}
