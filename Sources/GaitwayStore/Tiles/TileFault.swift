// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase

/// Turns errors of the database into errors about a file of tiles.
enum TileFault {
    /// What to give instead of a file that cannot be used.
    static let wanted: Remedy = "give an MBTiles file of pictures: png, jpg or webp"

    /// The error to throw for an error of a database access.
    static func inputError(_ error: any Error, path: String) -> InputError {
        switch error {
        case let error as InputError: error.inSource(path)
        case let error as DatabaseError: fault(error).inSource(path)
        // A value does not have the type of its column.
        default: damage(String(describing: error)).inSource(path)
        }
    }

    private static func fault(_ error: DatabaseError) -> InputError {
        switch error.resultCode {
        case .SQLITE_NOTADB: .unsupported("this is not an SQLite database, which MBTiles are", remedy: wanted)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            .unreadable("the file of tiles cannot be opened", remedy: "allow reading the file")
        case .SQLITE_INTERRUPT:
            .limitExceeded("finding a tile takes more steps than any file of this size needs", remedy: wanted)
        case .SQLITE_IOERR:
            .unreadable("the disk failed: " + (error.message ?? "input or output error"), remedy: "try again")
        default: damage(error.message)
        }
    }

    /// The file does not hold what MBTiles hold.
    static func damage(_ detail: String?) -> InputError {
        .malformed(
            "the file of tiles is damaged: " + (detail ?? "unknown fault"), remedy: "copy it again, or make it again")
    }
}
