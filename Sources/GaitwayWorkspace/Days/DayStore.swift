// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayStore
import GaitwayTimeline
import Synchronization

/// The store of a workspace's days, `life.gaitway`: opened when it is first asked for, and made by the first change.
///
/// Every call may come from any thread.
package final class DayStore: Sendable {
    /// The file of the store.
    package let path: String
    package let isReadOnly: Bool
    /// The file of the policy by which days are derived; it need not exist.
    let policyPath: String
    private let state = Mutex(State())

    private struct State {
        var opened: (database: TimelineDatabase, file: FileIdentity)?
        /// The changes of this server.
        var changes = 0
        var seen = ""
        var onChange: (@Sendable () -> Void)?
    }

    package init(path: String, policyPath: String, isReadOnly: Bool) {
        self.path = path
        self.policyPath = policyPath
        self.isReadOnly = isReadOnly
    }

    /// Sets what is called after each change, of this server or another program.
    func onChange(_ body: @escaping @Sendable () -> Void) {
        let seen = stamp
        state.withLock { state in
            state.onChange = body
            state.seen = seen
        }
    }

    /// Changes whenever the store may have other contents; empty without a store.
    var stamp: String {
        guard let status = FileStatus(path: path) else { return "" }
        return "\(status.modified)-\(status.size)-\(state.withLock { $0.changes })"
    }

    /// Refuses a change of days while the store does not exist, which a change would make.
    func requireDays() throws(WorkspaceRefusal) {
        guard stamp != "" else { throw WorkspaceRefusal.noDays }
    }

    /// Whether something lies at the path; an empty file counts as nothing.
    private var hasContent: Bool { FileStatus(path: path).map { $0.kind != .file || $0.size > 0 } ?? false }

    /// Reads the store; nil before its first day.
    ///
    /// - Throws: `InputError` for a file that is damaged or not a store.
    package func read<Value>(_ body: (TimelineDatabase) throws -> Value) throws -> Value? {
        guard hasContent else { return nil }
        return try body(database(creation: .never))
    }

    /// Reads much of the store by a connection of its own: other requests need not wait. Nil before its first day.
    ///
    /// - Throws: `InputError` as `read`.
    func readApart<Value>(_ body: (TimelineDatabase) throws -> Value) throws -> Value? {
        guard hasContent else { return nil }
        return try body(TimelineDatabase(path: path, creation: .never))
    }

    /// Changes the store, which is made if it does not exist, and tells waiting pages.
    ///
    /// - Throws: `WorkspaceRefusal` if the workspace is only shown, `InputError` as `read`.
    package func write<Value>(_ body: (TimelineDatabase) throws -> Value) throws -> Value {
        guard !isReadOnly else { throw WorkspaceRefusal.readOnly }
        let value = try body(database(creation: .ifMissing))
        publish()
        return value
    }

    /// The policy of the file; the default without one.
    ///
    /// - Throws: `InputError` for a file that is not a policy.
    func policy() throws(InputError) -> TimelinePolicy {
        guard FileStatus(path: policyPath) != nil else { return TimelinePolicy() }
        return try TimelinePolicy(
            json: FileBytes.read(policyPath, remedy: "give a policy of timelines here, or remove it"),
            source: policyPath)
    }

    /// Tells waiting pages that something beside the store has changed.
    func publish() {
        state.withLock { $0.changes += 1 }
        tellChanges()
    }

    /// Tells waiting pages if the store has changed since they were last told, as another program may write to it.
    func tellChanges() {
        let now = stamp
        let tell = state.withLock { state -> (@Sendable () -> Void)? in
            defer { state.seen = now }
            return state.seen == now ? nil : state.onChange
        }
        tell?()
    }

    private func database(creation: TimelineDatabase.Creation) throws(InputError) -> TimelineDatabase {
        // A reader derives nothing.
        let policy = creation == .never ? nil : try policy()
        return try state.withLock { state throws(InputError) in
            if let (database, file) = state.opened, FileIdentity(path: path) == file,
                policy == nil || database.policy == policy
            {
                return database
            }
            let database = try TimelineDatabase(path: path, creation: creation, policy: policy ?? TimelinePolicy())
            state.opened = FileIdentity(path: path).map { (database, $0) }
            return database
        }
    }
}
