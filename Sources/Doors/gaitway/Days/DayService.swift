import Formats
import LiveServer
import LocalTime
import MotionTypes
import Synchronization
import Timeline
import TimelineStore
import Workspace

/// Answers the requests about a workspace's days.
final class DayService: Sendable {
    let folder: WorkspaceFolder
    let store: DayStore
    /// The zone of days and times.
    let zone = LocalZone.current
    /// The last calendar, and the state of the store that it shows.
    let knownCalendar = Mutex<(stamp: String, answer: ServedAnswer)?>(nil)

    init(folder: WorkspaceFolder, isReadOnly: Bool) {
        self.folder = folder
        store = DayStore(path: folder.life, isReadOnly: isReadOnly)
    }

    func answer(_ route: DayRoute, _ request: ServedRequest, _ body: JSONElement) throws -> ServedAnswer {
        switch route {
        case .calendar: try calendar()
        case .day: try day(request)
        case .export: try export(request)
        case .doubts: try doubts()
        case .zones: try request.method == "POST" ? saveZones(body) : zones()
        case .correct: try correct(request)
        case .corrections: try corrections()
        case .withdraw: try withdraw(body)
        case .forget: try forget(body)
        }
    }
}
