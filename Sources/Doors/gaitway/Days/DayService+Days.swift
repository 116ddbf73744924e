import Formats
import LiveServer
import LocalTime
import MotionTypes
import Pages
import Synchronization
import Timeline
import TimelineStore

/// The calendar and the page of a day.
extension DayService {
    /// The seconds of each activity on each day that holds something.
    func calendar() throws -> ServedAnswer {
        let stamp = store.stamp
        if let known = knownCalendar.withLock({ $0 }), known.stamp == stamp { return known.answer }
        let items = try store.read { try $0.timeline(during: nil, withPaths: false) }?.items ?? []
        let span = items.first.map { first in
            TimeSpan(start: first.span.start, end: items.last?.span.end ?? first.span.end)
        }
        let answer = ServedAnswer.json { json in
            json.object { json in
                json.add("zone", zone.name)
                json.add("activities", Activity.allCases.map(\.rawValue))
                json.object("days") { json in
                    for day in span.map(zone.days(of:)) ?? [] {
                        let own = Array(items[items.range(of: day.span)])
                        let hasSomething = own.contains { if case .gap = $0 { false } else { true } }
                        guard hasSomething else { continue }
                        let totals = day.summary(of: own)
                        json.array(day.date) { json in
                            for activity in Activity.allCases {
                                let total = totals.first { $0.activity == activity }
                                json.append(Int(total?.duration.inSeconds ?? 0))
                            }
                        }
                    }
                }
            }
        }
        knownCalendar.withLock { $0 = (stamp, answer) }
        return answer
    }

    /// What the page of a day shows.
    func day(_ request: ServedRequest) throws -> ServedAnswer {
        let day = try asked(request)
        let timeline = try store.read { try $0.timeline(of: day) } ?? TimelineDocument(items: [])
        let page = DayPage(timeline: timeline, days: [day], zone: zone, subject: .init(command: ""))
        return ServedAnswer(body: Array(page.data.utf8))
    }

    /// The day that a request names.
    func asked(_ request: ServedRequest) throws -> TimelineDay {
        guard let period = request.query["date"].flatMap({ CalendarPeriod($0) }), period.first == period.last,
            let day = zone.day(period.first)
        else { throw WorkspaceRefusal(400, "A day needs its date.", "Give date=2026-05-01.") }
        return day
    }
}
