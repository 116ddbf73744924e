// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayTimeline
import GaitwayWorkspace

/// A span of time by the clock of where the person was.
struct SpanArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The first day: 2026-05-01, or a week (2026-W18), month (2026-05) or year. A correction also takes a time, "
                + "2026-05-01T08:10, with or without an offset.", valueName: "date"))
    var from: TimeBound?

    @Option(help: ArgumentHelp("The last day, week, month or year, written as for --from.", valueName: "date"))
    var to: TimeBound?

    /// Whether either end is given.
    var isGiven: Bool { from != nil || to != nil }

    /// The span between two moments. Both must be given.
    func span(_ zones: TravelZones) throws -> TimeSpan { try TimeBound.span(from, to, in: zones) }
}

extension LocalDate: ExpressibleByArgument {}
extension LocalMoment: ExpressibleByArgument {}
extension TimeBound: ExpressibleByArgument {}

/// A position as an argument: `52.52,13.405`, latitude and longitude in degrees.
struct PositionArgument: ExpressibleByArgument {
    let latitude: Double
    let longitude: Double

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1], latitude.magnitude <= 90,
            longitude.magnitude <= 180
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}
