// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayLiveServer
import GaitwayStore
import GaitwayTimeline
import Synchronization

/// Answers the requests about a workspace's days.
package final class DayService: Sendable {
    package let folder: WorkspaceFolder
    package let store: DayStore
    /// What is known of all days, in the state of the store that it shows.
    let known = Mutex<KnownHistory?>(nil)
    let heat: DayHeat

    init(folder: WorkspaceFolder, isReadOnly: Bool) {
        self.folder = folder
        store = DayStore(path: folder.life, policyPath: folder.timelinePolicy, isReadOnly: isReadOnly)
        heat = DayHeat(path: folder.life)
    }

    package func answer(_ route: DayRoute, _ request: ServedRequest, _ body: JSONElement) throws -> ServedResponse {
        switch route {
        case .calendar: try calendar()
        case .day: try day(request)
        case .export: try export(request)
        case .doubts: try doubts()
        case .zones: try zones()
        case .modes: try request.method == "POST" ? saveModes(body) : modes()
        case .places: try places()
        case .place: try place(request)
        case .years: try years(request)
        case .heat: try heat(request)
        case .correct: try correct(request)
        case .corrections: try corrections()
        case .withdraw: try withdraw(body)
        case .forget: try forget(body)
        }
    }
}
