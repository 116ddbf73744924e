// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase

/// Turns errors of the database into errors about the store.
enum StoreFault {
    /// The error to throw for an error of a database access.
    static func inputError(_ error: any Error, path: String) -> InputError {
        switch error {
        case let error as InputError: error.inSource(path)
        case let error as DatabaseError: fault(error).inSource(path)
        case let error as OutputError:
            .unreadable(error.problem, remedy: error.remedy, source: path).passing
        // A value does not have the type of its column: another program wrote it.
        default: damage(String(describing: error)).inSource(path)
        }
    }

    private static func fault(_ error: DatabaseError) -> InputError {
        switch error.resultCode {
        case .SQLITE_NOTADB:
            .unsupported(
                "this is not a store: it is not an SQLite database",
                remedy: "give \(file: .store), or the name of a new one")
        case .SQLITE_CORRUPT: damage(error.message)
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_DATA:
            damage("a page is not as it was written")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            .unreadable(
                "another process is using the store",
                remedy: "wait until it is done and try again; nothing was changed"
            ).passing
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            .unreadable("the store cannot be written", remedy: "allow writing to the file and its folder").passing
        case .SQLITE_CANTOPEN: .unreadable("the store cannot be opened", remedy: "check that its folder exists")
        case .SQLITE_FULL:
            .limitExceeded(
                "there is no room left on the disk", remedy: "make room and try again; nothing was changed"
            ).passing
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_WRITE:
            .unreadable(
                "the store cannot be written: the disk failed, or a limit of file sizes",
                remedy: "see ulimit -f and try again; nothing was changed"
            ).passing
        case .SQLITE_IOERR:
            .unreadable(
                "the disk failed: " + (error.message ?? "input or output error"),
                remedy: "try again; nothing was changed"
            ).passing
        case .SQLITE_INTERRUPT:
            .limitExceeded(
                "a query takes more steps than any store of this size needs",
                remedy: "go back to a copy of it, or add the logs to a new store")
        default: damage(error.message)
        }
    }

    /// The content of the file was not written by this program.
    static func damage(_ detail: String?) -> InputError {
        .malformed(
            "the store is damaged: " + (detail ?? "unknown fault"),
            remedy: "go back to a copy of it, or add the logs to a new store")
    }
}
