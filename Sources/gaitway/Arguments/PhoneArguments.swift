// SPDX-License-Identifier: Apache-2.0
public import ArgumentParser
public import GaitwayAlerts
import GaitwayBase

/// The simulated phone: when it counts as inside a place, when an app may choose its regions again, and how late events
/// come.
struct PhoneArguments: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long the phone must be inside before an entry counts, or outside before an exit, in seconds, 0 to "
                + "3600. Default: 20, so that a place of 100 m is not entered above 8 m/s.", valueName: "seconds"))
    var settle: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many regions the platform lets an app monitor at a time, 2 to 1000: 20 on iOS, 100 on Android. "
                + "Default: 20.", valueName: "count"))
    var regions: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The largest accuracy radius of a fix that is used, in metres, 1 to 100000. Default: 100.",
            valueName: "metres"))
    var accuracy: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How far the phone moves before it reports a significant change, in metres, 0 to 1000000. Default: 500. "
                + "The strategies nearest and difference then choose their regions again.", valueName: "metres"))
    var changeDistance: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The shortest time between two significant changes, in seconds, 0 to 86400. Default: 300.",
            valueName: "seconds"))
    var changeInterval: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The mean delay of region events, in seconds, 0 to 86400; 240 is usual on phones.", valueName: "seconds"))
    var delay: Double = 0

    @Option(help: ArgumentHelp("The seed of the random delays.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "If the phone is inside a region that an app registers: report an entry at once, or only after the phone "
                + "has left and come back. Default: report; ignore for the profile here, whose app does not ask for "
                + "the state.", valueName: "report|ignore"))
    var alreadyInside: MonitorPolicy.AlreadyInside?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The app does not run in the background: events and choices wait until the person opens it. Give the time "
                + "between two openings in seconds, 1 to 604800.", valueName: "seconds"))
    var foreground: Double?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "The phone restarts at this time of the track, in seconds, and forgets its regions. Repeat it for more.",
            valueName: "seconds"))
    var restart: [Double] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The app may only have an approximate location: a position of a grid of this width in metres, 100 to "
                + "100000, with that accuracy. Such fixes are used only with --accuracy.", valueName: "metres"))
    var approximate: Double?

    @Option(
        help: ArgumentHelp(
            "Android's initial trigger: what a region gives at once when an app registers it. enter if the phone is "
                + "inside, dwell if it stays there for the loitering delay, exit if it is outside; several with "
                + "commas, or none.",
            valueName: "enter,dwell,exit|none"), completion: .list(["enter", "dwell", "exit", "none"]))
    var initialTrigger: InitialTrigger?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Android's loitering delay: the app learns of an entry once the phone has been inside for this much "
                + "longer, in seconds, 0 to 86400.", valueName: "seconds"))
    var loiteringDelay: Double = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Android's responsiveness: the phone reports a crossing at the next multiple of this time, in seconds, 0 "
                + "to 86400.", valueName: "seconds"))
    var responsiveness: Double = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Android's expiration: a region ends this long after its registration, in seconds, 1 to 10000000. Default: "
                + "regions stay.", valueName: "seconds"))
    var regionLifetime: Double?

    func validate() throws {
        try Self.check("--settle", settle, 0...3600, "seconds")
        try Self.check("--regions", regions.map(Double.init), 2...1000, "regions")
        try Self.check("--accuracy", accuracy, 1...100_000, "metres")
        try Self.check("--change-distance", changeDistance, 0...1_000_000, "metres")
        try Self.check("--change-interval", changeInterval, 0...86400, "seconds")
        try Self.check("--foreground", foreground, 1...604_800, "seconds")
        for moment in restart { try Self.check("--restart", moment, 0...1_000_000_000, "seconds") }
        try Self.check("--approximate", approximate, 100...100_000, "metres")
        try Self.check("--delay", delay, 0...86400, "seconds")
        try Self.check("--loitering-delay", loiteringDelay, 0...86400, "seconds")
        if initialTrigger != nil, alreadyInside != nil {
            throw ValidationError("give --initial-trigger or --already-inside, which is a part of it")
        }
        if initialTrigger?.inside == .dwell, loiteringDelay == 0 {
            throw ValidationError("--initial-trigger dwell needs a --loitering-delay")
        }
        try Self.check("--responsiveness", responsiveness, 0...86400, "seconds")
        try Self.check("--region-lifetime", regionLifetime, 1...10_000_000, "seconds")
    }

    private static func check(
        _ option: String, _ value: Double?, _ range: ClosedRange<Double>, _ unit: String
    ) throws {
        guard let value, !range.contains(value) else { return }
        throw ValidationError(
            "\(option) must be between \(Int(proven: range.lowerBound)) and "
                + "\(Int(proven: range.upperBound)) \(unit)"
        )
    }
}

extension MonitorPolicy.AlreadyInside: ExpressibleByArgument {
    /// `dwell` goes with a loitering delay: ``InitialTrigger``.
    public static var allValueStrings: [String] { [report, ignore].map(\.rawValue) }

    /// The value of a word of the option.
    public init?(argument: String) {
        guard Self.allValueStrings.contains(argument) else { return nil }
        self.init(rawValue: argument)
    }
}

/// What a region gives when it is registered, in Android's words.
struct InitialTrigger: ExpressibleByArgument {
    /// What it gives if the phone is inside.
    let inside: MonitorPolicy.AlreadyInside
    /// Whether it gives an exit if the phone is outside.
    let exits: Bool

    init?(argument: String) {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        let known: Set<Substring> = argument == "none" ? ["none"] : ["enter", "dwell", "exit"]
        guard Set(words).count == words.count, words.allSatisfy(known.contains) else { return nil }
        inside = words.contains("enter") ? .report : words.contains("dwell") ? .dwell : .ignore
        exits = words.contains("exit")
    }
}

extension PhoneArguments {
    /// Whether any of the options is given.
    var isGiven: Bool {
        settle != nil || regions != nil || foreground != nil || !restart.isEmpty || approximate != nil
            || accuracy != nil || responsiveness != 0 || regionLifetime != nil || changesSignificance || delay != 0
            || seed != 1 || alreadyInside != nil || initialTrigger != nil || loiteringDelay != 0
    }

    /// Whether the options say when the phone reports a significant change.
    var changesSignificance: Bool { changeDistance != nil || changeInterval != nil }

    /// What a region around the phone does when an app with a policy registers it.
    func alreadyInside(for policy: GatePolicy) -> MonitorPolicy.AlreadyInside {
        alreadyInside ?? initialTrigger?.inside ?? (policy.name == GatePolicy.here.name ? .ignore : .report)
    }

    /// A phone that monitors these places for an app with a policy.
    func simulator(_ places: PlaceSet, policy: GatePolicy) -> GeofenceSimulator {
        var simulator = GeofenceSimulator(places: places)
        simulator.policy.alreadyInside = alreadyInside(for: policy)
        if let settle { simulator.policy.settleTime = Duration(inSeconds: settle) }
        simulator.conditions.opening = foreground.map { Duration(inSeconds: $0) }
        simulator.conditions.restarts = restart.sorted().map { Duration(inSeconds: $0) }
        simulator.conditions.approximation = approximate
        simulator.conditions.initialExit = initialTrigger?.exits ?? false
        simulator.conditions.loiteringDelay = Duration(inSeconds: loiteringDelay)
        simulator.conditions.responsiveness = Duration(inSeconds: responsiveness)
        simulator.conditions.regionLifetime = regionLifetime.map { Duration(inSeconds: $0) }
        if let regions { simulator.policy.maximumRegions = regions }
        if let accuracy { simulator.policy.maximumAccuracy = accuracy }
        if let changeDistance { simulator.change.minimumDistance = changeDistance }
        if let changeInterval { simulator.change.minimumInterval = Duration(inSeconds: changeInterval) }
        if delay > 0 { simulator.delay = .random(mean: Duration(inSeconds: delay), seed: seed) }
        return simulator
    }
}
