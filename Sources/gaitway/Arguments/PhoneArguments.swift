public import ArgumentParser
public import Geofencing
import MotionTypes

/// The simulated phone: how it takes itself to be inside a place, when an app may choose its regions anew, and how late it is told.
struct PhoneArguments: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long the phone must be inside (or outside) before an entry (or exit) counts, in seconds, 0 to 3600; 20 if not given. "
                + "At 20 a place of 100 m is not entered above 8 m/s.",
            valueName: "seconds"))
    var settle: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The largest radius of accuracy of a fix that is used, in metres, 1 to 100000; 100 if not given.",
            valueName: "metres"))
    var accuracy: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How far the phone moves before it reports a significant change, in metres, 0 to 1000000; 500 if not given. "
                + "nearest and difference register regions anew on it.",
            valueName: "metres"))
    var changeDistance: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How much time lies between two reports of a significant change, in seconds, 0 to 86400; 300 if not given.",
            valueName: "seconds"))
    var changeInterval: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How late region events are on average, in seconds, 0 to 86400; 240 is usual.", valueName: "seconds"))
    var delay: Double = 0

    @Option(help: ArgumentHelp("The seed of the random delays.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "What to do when the phone is already inside a region as it is registered: report an entry, or ignore it until the phone comes back.",
            valueName: "report|ignore"))
    var alreadyInside: MonitorPolicy.AlreadyInside = .report

    func validate() throws {
        try Self.check("--settle", settle, 0...3600, "seconds")
        try Self.check("--accuracy", accuracy, 1...100_000, "metres")
        try Self.check("--change-distance", changeDistance, 0...1_000_000, "metres")
        try Self.check("--change-interval", changeInterval, 0...86400, "seconds")
        try Self.check("--delay", delay, 0...86400, "seconds")
    }

    private static func check(
        _ option: String, _ value: Double?, _ range: ClosedRange<Double>, _ unit: String
    ) throws {
        guard let value, !range.contains(value) else { return }
        throw ValidationError(
            "\(option) must be between \(Int(range.lowerBound)) and \(Int(range.upperBound)) \(unit)")
    }
}

extension MonitorPolicy.AlreadyInside: ExpressibleByArgument {}

extension PhoneArguments {
    /// Whether anything is said of the phone.
    var isGiven: Bool {
        settle != nil || accuracy != nil || changesSignificance || delay != 0 || seed != 1 || alreadyInside != .report
    }

    /// Whether the options say when the phone reports a significant change.
    var changesSignificance: Bool { changeDistance != nil || changeInterval != nil }

    /// A phone among places.
    func simulator(_ places: PlaceSet) -> GeofenceSimulator {
        var simulator = GeofenceSimulator(places: places)
        simulator.policy.alreadyInside = alreadyInside
        if let settle { simulator.policy.settleTime = Duration(inSeconds: settle) }
        if let accuracy { simulator.policy.maximumAccuracy = accuracy }
        if let changeDistance { simulator.change.minimumDistance = changeDistance }
        if let changeInterval { simulator.change.minimumInterval = Duration(inSeconds: changeInterval) }
        if delay > 0 { simulator.delay = .random(mean: Duration(inSeconds: delay), seed: seed) }
        return simulator
    }
}

extension QuotedCommand {
    /// Adds what was said of the phone.
    mutating func add(_ phone: PhoneArguments) {
        add("--settle", phone.settle)
        add("--accuracy", phone.accuracy)
        add("--change-distance", phone.changeDistance)
        add("--change-interval", phone.changeInterval)
        if phone.delay > 0 {
            add("--delay", phone.delay)
            add("--seed", "\(phone.seed)")
        }
        add("--already-inside", phone.alreadyInside == .report ? nil : phone.alreadyInside.rawValue)
    }
}
