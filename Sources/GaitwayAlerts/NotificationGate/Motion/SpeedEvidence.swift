// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Whether the fixes show a vehicle's speed. Saved with the gate's state.
///
/// A fix that states such a speed counts until the next one states another, for a minute at most. The person counts
/// as having driven only after two in a row, or after three positions that are far apart: a single bad fix lies far
/// from the one before it and from the one after it, and those two lie close together.
struct SpeedEvidence: Hashable, Codable {
    /// Where the phone was, with the radius that it may be off by.
    struct Position: Hashable, Codable {
        var time: Timestamp
        var latitude: Double
        var longitude: Double
        var accuracy: Double

        /// The least mean speed from another position to this one: both may be off towards each other.
        func leastSpeed(from other: Position) -> Double {
            let metres = Sphere.distance(other.latitude, other.longitude, latitude, longitude)
            let seconds = Nanoseconds.product((time - other.time).wholeNanoseconds)
            return seconds > 0 ? max(0, metres - accuracy - other.accuracy) / seconds : 0
        }
    }

    /// When a fix last showed a speed.
    private(set) var told: Timestamp?
    /// That speed in metres per second; nil before the first, and in an older state.
    private(set) var shown: Double?
    /// Whether that was a vehicle's.
    private(set) var isFast = false
    /// Whether the one before it was, too.
    private(set) var isConfirmed = false
    /// When the fixes last showed that the person drives.
    private(set) var lastDriven: Timestamp?
    /// The last two positions, some way apart in time.
    private(set) var trail: [Position] = []

    /// How long a fix counts.
    static let reach = Duration.seconds(60)
    /// Fast fixes count as consecutive only if they are at most this far apart.
    private static let longestPause = Duration.seconds(600)
    /// Positions nearer in time show a speed poorly; positions farther apart show an old one.
    private static let shortestStep = Duration.seconds(10)
    private static let longestStep = Duration.seconds(120)

    /// All times in it, to check them.
    var times: [Timestamp] { [told, lastDriven].compactMap(\.self) + trail.map(\.time) }

    /// Whether the positions are numbers.
    var isFinite: Bool {
        shown?.isFinite ?? true
            && trail.allSatisfy { $0.latitude.isFinite && $0.longitude.isFinite && $0.accuracy.isFinite }
    }

    /// Takes a fix; `limit` is the speed of a vehicle in metres per second.
    mutating func take(_ fix: GateFix, at now: Timestamp, limit: Double) {
        guard fix.isUsable else { return }
        let leastSpeed = leastSpeedAlongTrail(fix, at: now, limit: limit)
        let alongTrail = leastSpeed.map { $0 >= limit }
        // What the phone states comes from the signal itself; it is better than what positions make of it.
        guard let speed = fix.statedSpeed ?? leastSpeed else { return }
        let isFastNow = speed >= limit
        shown = speed
        let isInRow = isFast && told.map { now - $0 <= Self.longestPause } ?? false
        isConfirmed = isFastNow && (isInRow || alongTrail == true)
        isFast = isFastNow
        told = now
        if isConfirmed { lastDriven = now }
    }

    /// Moves what was shown after `now` to `now`, and forgets positions of later times.
    mutating func rebase(to now: Timestamp) {
        told = told.map { min($0, now) }
        lastDriven = lastDriven.map { min($0, now) }
        if trail.contains(where: { $0.time > now }) { trail = [] }
    }

    /// The end of what the newest fix shows; nil unless it is a vehicle's speed.
    func end(at now: Timestamp) -> Timestamp? {
        guard isFast, let told, told + Self.reach > now else { return nil }
        return told + Self.reach
    }

    /// Whether the fixes show that the person drives.
    func isDriving(at now: Timestamp) -> Bool { isConfirmed && end(at: now) != nil }

    /// Since the person drove by the fixes: zero while they show it; nil if they never did.
    func sinceDriving(at now: Timestamp) -> Duration? { isDriving(at: now) ? .zero : lastDriven.map { now - $0 } }

    /// The least mean speed between the last two positions and that of `fix`, in metres per second; nil when it is too
    /// early to tell.
    private mutating func leastSpeedAlongTrail(_ fix: GateFix, at now: Timestamp, limit: Double) -> Double? {
        guard let latitude = fix.latitude, let longitude = fix.longitude, latitude.isFinite, longitude.isFinite else {
            return nil
        }
        let position = Position(time: now, latitude: latitude, longitude: longitude, accuracy: fix.assumedAccuracy)
        guard let last = trail.last, now - last.time <= Self.longestStep else {
            trail = [position]
            return nil
        }
        // Coarser positions need a longer way to show a speed.
        let needed = Duration(inSeconds: min(60, 2 * (position.accuracy + last.accuracy) / limit))
        guard now - last.time >= max(Self.shortestStep, needed) else { return nil }
        let first = trail.count > 1 ? trail[0] : nil
        trail = [last, position]
        guard let first else { return nil }
        return [last.leastSpeed(from: first), position.leastSpeed(from: last), position.leastSpeed(from: first)].min()
    }
}
