import Formats
import LiveServer
import LocalTime
import MotionTypes
import Timeline
import TimelineStore
import Workspace

/// Answers the requests about a workspace's days.
final class DayService: Sendable {
    let folder: WorkspaceFolder
    let store: DayStore
    /// The zone of days and times.
    let zone = LocalZone.current

    init(folder: WorkspaceFolder, isReadOnly: Bool) {
        self.folder = folder
        store = DayStore(path: folder.life, isReadOnly: isReadOnly)
    }

    func answer(_ route: DayRoute, _ request: ServedRequest, _ body: JSONElement) throws -> ServedAnswer {
        switch route {
        case .calendar, .day, .correct, .corrections, .withdraw, .inbox, .forget: .notFound
        }
    }
}
