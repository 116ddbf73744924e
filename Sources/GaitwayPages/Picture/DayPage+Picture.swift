// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import GaitwayReports
import GaitwayTimeline

extension DayPage {
    /// The most days of a picture.
    package static let mostPicturedDays = 31

    /// The days' paths and places on a map, and a bar for each day.
    ///
    /// - Throws: `InputError` for more days than ``mostPicturedDays``.
    package func picture() throws(InputError) -> Picture {
        guard days.count <= Self.mostPicturedDays else {
            throw InputError(
                .limitExceeded, problem: "a picture shows at most \(Self.mostPicturedDays) days, not \(days.count)",
                remedy: "choose days with --day, or with --from and --to")
        }
        let frame = PictureMap.Frame(left: Picture.margin, top: Picture.top, width: Picture.width - 80, height: 520)
        let map = PictureMap(timeline: timeline, frame: frame)
        let bars = dayBars(top: map == nil ? Picture.top + 20 : frame.top + frame.height + 44)
        let totals = whole.map { TimelineDay.summary(of: timeline.items, in: $0) } ?? []
        let legend = Picture.legend(
            totals.map { total in
                let time = FigureText.duration(total.duration.inSeconds)
                return (Prediction(total.activity), "\(total.activity.rawValue) \(time), \(DayText.note(of: total))")
            }, top: bars.bottom + 20)
        return Picture(
            title: heading, lead: lead, bottom: legend.bottom,
            content: "\(map?.markup ?? "")\(bars.markup)\(legend.markup)")
    }

    /// Visits, moves and gaps by the clock, a line for each day.
    private func dayBars(top: Double) -> (markup: Markup, bottom: Double) {
        let (left, right, height) = (170.0, Picture.width - Picture.margin, 26.0)
        let axis = PictureAxis(left: left, right: right, seconds: 86_400)
        let titles = Dictionary(timeline.places.map { ($0.identifier, $0.title) }) { first, _ in first }
        var markup = Markup()
        for (index, day) in days.enumerated() {
            let y = top + (height + 6) * Double(index)
            markup += """
                <text class="end" x="\(left - 14)" y="\(y + 18)">\(day.date)</text>

                """
            for item in timeline.items[timeline.items.range(of: day.span)] {
                markup += bar(of: item, in: day.span, titles, axis, y: y, height: height)
            }
        }
        let bottom = top + (height + 6) * Double(days.count)
        for hour in stride(from: 0, through: 24, by: 3) {
            let x = axis.x(Double(hour) * 3600)
            markup += """
                <path class="line" d="M\(x) \(bottom)V\(bottom + 6)"/>\
                <text class="tick middle" x="\(x)" y="\(bottom + 22)">\(hour):00</text>

                """
        }
        return (markup, bottom + 28)
    }

    /// What the clock shows, in seconds: on a day when it is set, other ones than since midnight.
    private func clock(_ time: Timestamp, in day: TimeSpan) -> Double {
        time.seconds(since: day.start) + Double(zones.offset(at: time) - zones.offset(at: day.start))
    }

    private func bar(
        of item: TimelineItem, in day: TimeSpan, _ titles: [String: String], _ axis: PictureAxis, y: Double,
        height: Double
    ) -> Markup {
        func place(_ span: TimeSpan) -> (from: Double, to: Double) {
            (axis.x(clock(span.start, in: day)), axis.x(clock(span.end, in: day)))
        }
        func rectangle(_ span: TimeSpan, _ style: String) -> Markup {
            let (from, to) = place(span)
            return """
                <rect class="\(style)" x="\(from)" y="\(y)" width="\(max(to - from, 0.5))" height="\(height)"/>

                """
        }
        switch item {
        case .visit(let visit):
            let (from, to) = place(visit.span)
            let name = visit.placeIdentifier.flatMap { titles[$0] }
            guard let name, Picture.width(of: name, size: 12) + 8 <= to - from else {
                return rectangle(visit.span, "bar")
            }
            return """
                \(rectangle(visit.span, "bar"))\
                <text class="small middle" x="\((from + to) / 2)" y="\(y + 17)">\(name)</text>

                """
        case .move(let move):
            let sections = move.sections.map { rectangle($0.span, Prediction($0.activity).name) }
            return "\(sections)"
        case .gap(let gap): return rectangle(gap.span, "outline")
        }
    }
}
