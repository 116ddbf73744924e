// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayStore
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

extension PlaceReference.Position: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}
