// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// Plays a track against places, for one strategy or for all: what an app would have learned, and when.
public struct GeofenceSimulator: Sendable {
    /// The places that the phone watches.
    public let places: PlaceSet
    /// When the phone counts as inside or outside.
    public var policy = MonitorPolicy()
    /// How late the app learns of it.
    public var delay = DeliveryDelay.none
    /// What keeps the app from watching as it should.
    public var conditions = PhoneConditions()
    /// When the phone reports a significant change.
    package var change = SignificantChange()

    /// How long time passes after the last fix, so that an entry shortly before it can settle.
    static let runOn = Duration.seconds(60)

    /// A simulator with the phones' rules and without delay.
    public init(places: PlaceSet) { self.places = places }

    /// The outcome of one strategy.
    public struct Run: Sendable {
        /// The phone after the last fix.
        package var phone: PhoneModel
        /// Its events, by the time at which the app learns of them.
        public var events: [RegionEvent]
    }

    /// Plays a track, in order of time, to a minute after its end, in which the last entry settles.
    public func run(_ strategy: MonitoringStrategy, track: [Location]) -> Run {
        var phone = phone(strategy)
        var events: [RegionEvent] = []
        for fix in track { events += phone.receive(fix) }
        if !track.isEmpty { events += phone.advance(to: end(of: track)) }
        let order = events.indices.sorted { left, right in
            events[left].delivered != events[right].delivered
                ? events[left].delivered < events[right].delivered : left < right
        }
        return Run(phone: phone, events: order.map { events[$0] })
    }

    /// What a run cost the phone.
    package func use(of run: Run, track: [Location]) -> EnergyUse {
        var use = EnergyUse()
        let end = track.isEmpty ? .zero : end(of: track)
        if run.phone.strategy.trigger == .never {
            // It follows every fix, so nothing has to wake it.
            use.followed = track.first.map { end - $0.elapsed } ?? .zero
            return use
        }
        let following = run.phone.following(until: end)
        use.registrations = run.phone.registrations
        // The circle around a polygon wakes the app when it is entered and when it is left; what happens between, the
        // app sees itself.
        use.wakeUps = run.phone.wakeUps + 2 * following.count
        use.fixes = run.phone.choices.count
        use.followed = EnergyUse.length(of: following)
        return use
    }

    /// The phone before its first fix.
    package func phone(_ strategy: MonitoringStrategy) -> PhoneModel {
        PhoneModel(
            places: places, strategy: strategy, policy: policy, delay: delay, change: change, conditions: conditions)
    }

    /// Until when a track is played.
    package func end(of track: [Location]) -> Duration { (track.last?.elapsed ?? .zero) + Self.runOn }

    /// The entries that a strategy saw and missed, compared with the oracle.
    public func report(_ run: Run, oracle: Run, track: [Location]) -> CoverageReport {
        CoverageReport(run, oracle: oracle, places: places, fixes: AcceptedFixes(track, policy: policy))
    }
}
