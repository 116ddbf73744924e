// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayTimeline

/// A timeline as it may be shown: without what must not be told, with names, of the days that were asked for.
package struct ShownTimeline {
    package var timeline: TimelineDocument
    /// Nil for a log without a wall clock.
    package var days: [TimelineDay]?
    /// The zones of days and times.
    package var zones: TravelZones
    /// What was wrong behind what is shown.
    package var fault: InputError?

    /// Cuts what zones of a file hide, drops places that nothing visits, and gives the others their names.
    ///
    /// - Parameter program: names what the circles leave without a name. Its fault is that of the timeline.
    package mutating func disclose(
        _ circles: [NamedCircle], _ program: NamingProgram?, hiding zones: [PrivacyZone], of file: String?,
        fillsGaps: Bool
    ) throws {
        timeline = timeline.hiding(zones, fillsGaps: fillsGaps)
        guard !timeline.items.isEmpty else {
            throw InputError(
                .empty, source: file, problem: "the zones hide all that is asked for",
                remedy: "ask for other days, or give smaller zones")
        }
        timeline.leaveOutUnvisitedPlaces()
        timeline.namePlaces(by: circles)
        let fault = program.flatMap { timeline.namePlaces(by: $0) }
        self.fault = self.fault ?? fault
        timeline.findTowns()
    }
}

extension TimelineDocument {
    /// Names the places without a name. Names of corrections and of apps stay.
    ///
    /// - Returns: the fault of the program, whose names are then all dropped.
    fileprivate mutating func namePlaces(by program: NamingProgram) -> InputError? {
        let questions = PlaceQuestions(self)
        guard questions.count > 0 else { return nil }
        do throws(InputError) {
            let answers = try program.answers(to: questions.lines)
            namePlaces(try questions.names(in: answers, source: program.source))
            return nil
        } catch {
            return error
        }
    }
}
