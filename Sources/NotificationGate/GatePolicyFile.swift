internal import MotionTypes

/// A policy, version 1, as it stands in JSON; POLICY.md describes it. Times are in seconds.
///
/// A field that is absent is that of the profile which `base` names; without a base every field must be there.
struct GatePolicyFile: Codable {
    static let kind = "gate-policy"
    static let currentVersion = 1
    /// About 31 years: longer than any time that makes sense, and far from the ends of the clock.
    static let longestSeconds: Int64 = 1_000_000_000

    enum CodingKeys: String, CodingKey, CaseIterable {
        case gaitway, version, base, name, revision
        case afterDriving = "after_driving"
        case noFlags = "no_flags"
        case whenUnknown = "when_unknown"
        case whenUnauthorised = "when_unauthorised"
        case staleAfter = "stale_after"
        case whenStale = "when_stale"
        case cycling, running
        case minimumConfidence = "minimum_confidence"
        case whenHeld = "when_held"
        case passengerOverride = "passenger_override"
        case deferralLimit = "deferral_limit"
        case expiry
        case minimumDwell = "minimum_dwell"
        case quietHours = "quiet_hours"
        case shortCap = "short_cap"
        case longCap = "long_cap"
        case whenCapped = "when_capped"
        case pendingLimit = "pending_limit"
        case collapseWindow = "collapse_window"
        case priorityStories = "priority_stories"
        case placeCooldown = "place_cooldown"
        case laterInterval = "later_interval"
        case storyCooldown = "story_cooldown"
        case snoozeInterval = "snooze_interval"
    }

    let policy: GatePolicy

    init(_ policy: GatePolicy) { self.policy = policy }

    init(from decoder: any Decoder) throws {
        var fields = try FieldReader<CodingKeys>(decoder, in: "the policy")
        guard try fields.value(.gaitway, String.self) == Self.kind else {
            throw InputError(
                .unsupported, problem: "this is no policy",
                remedy: "it must begin with \"gaitway\": \"\(Self.kind)\"")
        }
        guard try fields.value(.version, Int.self) == Self.currentVersion else {
            throw InputError(
                .unsupported, problem: "the policy is of another version than \(Self.currentVersion)",
                remedy: "write it again with this version")
        }
        try fields.refuseUnknown()
        var policy = GatePolicy(name: "")
        if let base = try fields.optional(.base, String.self) {
            guard let profile = GatePolicy.profile(named: base) else {
                throw InputError(
                    .unsupported, problem: "unknown profile \"\(base)\" as base",
                    remedy: "use " + GatePolicy.profiles.map(\.name).joined(separator: ", "))
            }
            policy = profile
            fields.mayBeAbsent = true
        }
        try fields.read(.name, into: &policy.name)
        try fields.read(.revision, into: &policy.revision)
        try fields.readSeconds(.afterDriving, into: &policy.afterDriving)
        try fields.readWord(.noFlags, into: &policy.noFlags)
        try fields.readWord(.whenUnknown, into: &policy.whenUnknown)
        try fields.readWord(.whenUnauthorised, into: &policy.whenUnauthorised)
        try fields.readSeconds(.staleAfter, into: &policy.staleAfter)
        try fields.readWord(.whenStale, into: &policy.whenStale)
        try fields.readWord(.cycling, into: &policy.cycling)
        try fields.readWord(.running, into: &policy.running)
        try fields.read(.minimumConfidence, into: &policy.minimumConfidence)
        try fields.readWord(.whenHeld, into: &policy.whenHeld)
        try fields.readSeconds(.passengerOverride, into: &policy.passengerOverride)
        try fields.readSeconds(.deferralLimit, into: &policy.deferralLimit)
        try fields.readSeconds(.expiry, into: &policy.expiry)
        try fields.readSeconds(.minimumDwell, into: &policy.minimumDwell)
        try fields.read(.quietHours, into: &policy.quietHours)
        try fields.read(.shortCap, into: &policy.shortCap)
        try fields.read(.longCap, into: &policy.longCap)
        try fields.readWord(.whenCapped, into: &policy.whenCapped)
        try fields.read(.pendingLimit, into: &policy.pendingLimit)
        try fields.readSeconds(.collapseWindow, into: &policy.collapseWindow)
        try fields.read(.priorityStories, into: &policy.priorityStories)
        try fields.readSeconds(.placeCooldown, into: &policy.placeCooldown)
        try fields.readSeconds(.laterInterval, into: &policy.laterInterval)
        try fields.readSeconds(.storyCooldown, into: &policy.storyCooldown)
        try fields.readSeconds(.snoozeInterval, into: &policy.snoozeInterval)
        self.policy = policy
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(Self.kind, forKey: .gaitway)
        try fields.encode(Self.currentVersion, forKey: .version)
        try fields.encode(policy.name, forKey: .name)
        try fields.encode(policy.revision, forKey: .revision)
        try fields.encode(policy.afterDriving.inSeconds, forKey: .afterDriving)
        try fields.encode(policy.noFlags, forKey: .noFlags)
        try fields.encode(policy.whenUnknown, forKey: .whenUnknown)
        try fields.encode(policy.whenUnauthorised, forKey: .whenUnauthorised)
        try fields.encode(policy.staleAfter?.inSeconds, forKey: .staleAfter)
        try fields.encode(policy.whenStale, forKey: .whenStale)
        try fields.encode(policy.cycling, forKey: .cycling)
        try fields.encode(policy.running, forKey: .running)
        try fields.encode(policy.minimumConfidence, forKey: .minimumConfidence)
        try fields.encode(policy.whenHeld, forKey: .whenHeld)
        try fields.encode(policy.passengerOverride.inSeconds, forKey: .passengerOverride)
        try fields.encode(policy.deferralLimit.inSeconds, forKey: .deferralLimit)
        try fields.encode(policy.expiry.inSeconds, forKey: .expiry)
        try fields.encode(policy.minimumDwell.inSeconds, forKey: .minimumDwell)
        try fields.encode(policy.quietHours, forKey: .quietHours)
        try fields.encode(policy.shortCap, forKey: .shortCap)
        try fields.encode(policy.longCap, forKey: .longCap)
        try fields.encode(policy.whenCapped, forKey: .whenCapped)
        try fields.encode(policy.pendingLimit, forKey: .pendingLimit)
        try fields.encode(policy.collapseWindow.inSeconds, forKey: .collapseWindow)
        try fields.encode(policy.priorityStories, forKey: .priorityStories)
        try fields.encode(policy.placeCooldown.inSeconds, forKey: .placeCooldown)
        try fields.encode(policy.laterInterval.inSeconds, forKey: .laterInterval)
        try fields.encode(policy.storyCooldown.inSeconds, forKey: .storyCooldown)
        try fields.encode(policy.snoozeInterval.inSeconds, forKey: .snoozeInterval)
    }
}

extension Duration {
    var inSeconds: Double { Double(wholeNanoseconds) / 1e9 }
}
