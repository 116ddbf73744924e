// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReports
package import GaitwayTimeline

/// A timeline as one page of HTML: each day as a storyline with its map, and for several days a calendar, weeks and
/// months.
///
/// The page is self-contained unless the user named a server of map tiles. All figures are the timeline's; the script
/// only shows them.
package struct DayPage: Sendable {
    /// The page's title and origin.
    package struct Subject: Sendable, Hashable {
        /// The selection from a store, as `visits to Home`; nil for a whole timeline.
        package var selection: String?
        /// The command that gives this page again.
        package var command: String

        /// - Parameter selection: completes "This page shows … only".
        package init(selection: String? = nil, command: String) {
            self.selection = selection
            self.command = command
        }
    }

    /// A page larger than this is slow to open on a phone, in bytes.
    package static let comfortableSize = 10_000_000

    let timeline: TimelineDocument
    let days: [TimelineDay]
    let zones: TravelZones
    let subject: Subject
    let tiles: TileServer?
    /// The greatest distance of a point that was left out of a path from the drawn line, in metres.
    let tolerance: Double

    /// A page of some days of a timeline.
    ///
    /// - Parameters:
    ///   - timeline: items in order of time; this initialiser simplifies their paths.
    ///   - days: at least one.
    ///   - tolerance: the tolerance in metres with which the paths were simplified before; nil for full paths.
    ///   - zones: the zones of days and times.
    ///   - tiles: the server of map tiles; nil for a map without tiles.
    package init(
        timeline: TimelineDocument, tolerance: Double? = nil, days: [TimelineDay], zones: TravelZones, subject: Subject,
        tiles: TileServer? = nil
    ) {
        // A day's path is worth detail; years of paths would make a large file.
        self.tolerance = tolerance ?? (days.count <= 31 ? 2 : 5)
        var simple = tolerance == nil ? timeline.simplified(tolerance: self.tolerance) : timeline
        simple.leaveOutUnvisitedPlaces()
        simple.findTowns()
        self.timeline = simple
        self.days = days
        self.zones = zones
        self.subject = subject
        self.tiles = tiles
    }

    package var html: String { document.html }

    /// The security policy, for a server that sends it as a header.
    package var policy: String { document.policySource }

    private var document: PageDocument {
        let months = PeriodSums.sums(of: days, items: timeline.items, by: .month)
        let ground = MapGround(tiles: tiles, land: .parts(land))
        return PageDocument(
            title: "Timeline of " + heading,
            kicker: "Gaitway timeline" + (subject.selection.map { ": " + $0 } ?? ""),
            heading: heading,
            lead: "\(lead)",
            introduction: days.count > 1 ? headline : "",
            sections: sections(months),
            footer: """
                <p>\(clocks) Drawn paths lie within \(Markup.coordinate(tolerance)) m of the \
                recorded, smoothed \
                ones. Distances are those of the full paths.</p>
                \(PageDocument.footer(subject.command))
                """,
            styles: [.mapStyle, .dayStyle],
            script: PageScript(
                [.mapScript, .dayScript, .dayStartScript],
                data: DayPageData(page: self, months: months, ground: ground).json),
            permissions: ground.permissions())
    }

    /// The data of the page's script, as JSON. A page that is open shows other days with it.
    package var data: String { DayPageData(page: self, months: [], isEditable: true).json }

    /// The parts of the earth around all paths and places.
    private var land: [LandPart] {
        var parts = LandParts()
        for place in timeline.places { parts.add(place.latitude, place.longitude) }
        for case .move(let move) in timeline.items {
            for point in move.sections.lazy.flatMap(\.path).joined() { parts.add(point.latitude, point.longitude) }
        }
        return parts.parts
    }

    var heading: String {
        guard let first = days.first, let last = days.last, first != last else {
            return days.first.map { $0.weekday + ", " + $0.words } ?? "No day"
        }
        return first.words + " to " + last.words
    }

    /// From the first midnight to the last; nil without days.
    var whole: TimeSpan? {
        guard let first = days.first, let last = days.last else { return nil }
        return TimeSpan(start: first.span.start, end: last.span.end)
    }

    /// Whose clocks the times are by.
    private var clocks: String {
        let names = whole.map { zones.names(during: $0) } ?? []
        return names.count == 1
            ? "Times are in the zone \(names[0])."
            : "Times are by the clocks of where the person was: \(names.joined(separator: ", "))."
    }

    var lead: String {
        var counts = (visits: 0, moves: 0, gaps: 0)
        for item in timeline.items {
            switch item {
            case .visit: counts.visits += 1
            case .move: counts.moves += 1
            case .gap: counts.gaps += 1
            }
        }
        var parts = days.count > 1 ? [FigureText.count(days.count, "day", "days")] : []
        if counts.visits > 0 {
            parts.append(
                FigureText.count(counts.visits, "visit", "visits") + " to "
                    + FigureText.count(timeline.places.count, "place", "places"))
        }
        if counts.moves > 0 { parts.append(FigureText.count(counts.moves, "move", "moves")) }
        if counts.gaps > 0 {
            parts.append(FigureText.count(counts.gaps, "stretch", "stretches") + " without data")
        }
        if let steps = whole.flatMap({ FigureText.steps(TimelineDay.steps(of: timeline.items, in: $0)) }) {
            parts.append(steps)
        }
        let what = subject.selection.map { "This page shows \($0) only. " } ?? ""
        return what + parts.joined(separator: ", ") + "."
    }

    /// Time and distance of each activity over all days.
    private var headline: Markup {
        guard let whole else { return "" }
        let parts = TimelineDay.summary(of: timeline.items, in: whole).filter { $0.activity != .stationary }
            .map { total -> Markup in
                """
                <div class="\(total.activity.rawValue)"><dt><span class="swatch"></span>\(total.activity.rawValue)</dt>\
                <dd><b>\(FigureText.duration(total.duration.inSeconds))</b>\
                <span class="note">\(DayText.note(of: total))</span></dd></div>

                """
            }
        return parts.isEmpty
            ? ""
            : """
            <dl class="headline">
            \(parts)</dl>

            """
    }

    private func sections(_ months: [PeriodSums]) -> [PageSection] {
        let story = PageSection(
            identifier: "day", title: days.count > 1 ? "Day by day" : "The day",
            content: """
                <noscript>\
                <p class="notes">Storyline and map need the page’s script. Your browser does not run scripts. \
                The command prints the same items as a table.</p></noscript>
                <div id="storyline"></div>
                <p class="aside">Point at an item to see it on the map, or at the map to find the item. Click an item \
                to zoom to it. \(days.count > 1 ? "The arrow keys go to the day before and after." : "")</p>

                """,
            isTitleHidden: days.count == 1)
        guard days.count > 1 else { return [story] }
        let known = Activity.allCases.filter { activity in
            activity != .stationary && months.contains { $0.totals.contains { $0.activity == activity } }
        }
        let keys = known.map { activity -> Markup in
            """
            <span class="\(activity.rawValue)"><span class="swatch"></span>\(activity.rawValue)</span>
            """
        }
        let calendar = PageSection(
            identifier: "calendar", title: "Calendar",
            lead: "Time spent moving each day: the taller the bar, the longer. Click a day to see its storyline.",
            content: """
                <p class="keys">\(keys)</p>
                <div id="months"></div>

                """)
        return [story, calendar, SumsSection(months: months, days: days, items: timeline.items).section]
    }
}
