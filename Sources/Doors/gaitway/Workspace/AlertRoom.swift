import Formats
import LiveServer
import MotionTypes

/// Places and policies, tried on the rides of the workspace.
final class AlertRoom: Sendable {}

extension WorkspaceService {
    func alertRoom() throws -> ServedAnswer { .notFound }
    func tryPolicy(_ body: JSONElement) throws -> ServedAnswer { .notFound }
    func savePolicy(_ body: JSONElement) throws -> ServedAnswer { .notFound }
    func savePlaces(_ body: JSONElement) throws -> ServedAnswer { .notFound }
}
