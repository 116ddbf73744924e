// SPDX-License-Identifier: Apache-2.0
extension GatePolicy {
    /// The rules of the shipped app: skip while driving, for 120 s after it, and while the activity is unknown, and all
    /// flags false counts as unknown. A restart loses the activity. No entry waits, no cap applies, and a place alerts
    /// once in 10,000 days.
    public static let here: GatePolicy = {
        var policy = GatePolicy(name: "here")
        policy.drivingOnset = .zero
        policy.vehicleSpeed = nil
        policy.noFlags = .unknown
        policy.whenUnauthorised = .hold
        policy.lostHardware = .deliver
        policy.whenRestarted = .forget
        policy.staleAfter = nil
        policy.cycling = .deliver
        policy.whenHeld = .skip
        policy.passengerOverride = .zero
        policy.shortCap = nil
        policy.longCap = nil
        policy.collapseWindow = .zero
        return policy
    }()

    /// The rules of the article about the app: only the unknown flag and the missing report count as unknown.
    public static let article: GatePolicy = {
        var policy = here
        policy.name = "article"
        policy.noFlags = .moving
        return policy
    }()

    /// The default, which corrects those rules. Each field says how.
    public static let gaitway = GatePolicy(name: "gaitway")

    /// The built-in profiles.
    public static let profiles: [GatePolicy] = [here, article, gaitway]

    /// The built-in profile of that name, or nil.
    package static func profile(named name: String) -> GatePolicy? { profiles.first { $0.name == name } }
}
