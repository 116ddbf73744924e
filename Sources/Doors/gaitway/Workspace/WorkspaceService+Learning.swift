import Formats
import LiveServer
import MotionTypes

/// What to label next, and the map of windows.
extension WorkspaceService {
    func next() throws -> ServedAnswer {
        .json { json in
            json.object { json in
                json.add("measure", "")
                json.array("stretches") { _ in }
            }
        }
    }

    var map: ServedAnswer {
        .json { $0.object { $0.add("state", "none") } }
    }
}
