import Foundation

/// How often property tests try, from the environment: `GAITWAY_ROUNDS=full` is what `make thorough` sets, a number multiplies
/// the usual rounds.
public enum Rounds {
    private static let wish = ProcessInfo.processInfo.environment["GAITWAY_ROUNDS"] ?? "1"

    /// The rounds to do.
    ///
    /// - Parameters:
    ///   - usual: the rounds that are enough for each change.
    ///   - full: the rounds of a thorough run.
    public static func count(_ usual: Int, inFull full: Int) -> Int {
        if wish == "full" { return full }
        return max(1, Int((Double(usual) * (Double(wish) ?? 1)).rounded()))
    }
}
