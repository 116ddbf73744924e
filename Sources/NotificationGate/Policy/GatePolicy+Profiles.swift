extension GatePolicy {
    /// The rules of the shipped app: skip while driving, for 120 s after it, and while the activity is unknown, which all flags
    /// false is too; nothing waits, nothing is capped, and a place alerts once in 10,000 days.
    public static let here: GatePolicy = {
        var policy = GatePolicy(name: "here")
        policy.drivingOnset = .zero
        policy.vehicleSpeed = nil
        policy.noFlags = .unknown
        policy.whenUnauthorised = .hold
        policy.lostHardware = .deliver
        policy.staleAfter = nil
        policy.cycling = .deliver
        policy.whenHeld = .skip
        policy.passengerOverride = .zero
        policy.shortCap = nil
        policy.longCap = nil
        policy.collapseWindow = .zero
        return policy
    }()

    /// The rules as the article about the app has them: only the unknown flag and the missing report are unknown.
    public static let article: GatePolicy = {
        var policy = here
        policy.name = "article"
        policy.noFlags = .moving
        return policy
    }()

    /// The default: what those rules got wrong is mended. See each field.
    public static let gaitway = GatePolicy(name: "gaitway")

    /// The built-in profiles.
    public static let profiles: [GatePolicy] = [here, article, gaitway]

    /// The built-in profile of that name, or nil.
    package static func profile(named name: String) -> GatePolicy? {
        profiles.first { $0.name == name }
    }
}
