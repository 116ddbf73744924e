// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayLiveServer
import GaitwayPages
import GaitwayStore
package import GaitwayTimeline

/// The calendar and the page of a day.
extension DayService {
    /// The seconds of each activity on each day that holds something.
    package func calendar() throws -> ServedResponse {
        try kept("calendar") { history in
            ServedResponse.json { json in
                json.object { json in
                    json.add("zone", history.zoneText)
                    json.add("activities", Activity.allCases.map(\.rawValue))
                    json.object("days") { json in
                        for (day, totals) in history.totals {
                            json.array(day.date) { json in
                                for activity in Activity.allCases {
                                    json.append(Int(clamping: totals.duration(of: activity).inSeconds))
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// What the page of a day shows.
    package func day(_ request: ServedRequest) throws -> ServedResponse {
        let day = try asked(request)
        let timeline = try store.read { try $0.timeline(of: day) } ?? TimelineDocument(items: [])
        let page = DayPage(timeline: timeline, days: [day], zones: try clocks(), subject: .init(command: ""))
        return ServedResponse(body: Array(page.data.utf8))
    }

    /// The day that a request names.
    package func asked(_ request: ServedRequest) throws -> TimelineDay {
        guard let period = request.query["date"].flatMap({ CalendarPeriod($0) }), period.first == period.last,
            let day = try clocks().day(period.first)
        else { throw WorkspaceRefusal(400, "A day needs its date.", "Give date=2026-05-01.") }
        return day
    }
}
