// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GRDBSQLite
import GaitwayBase
import Glibc

/// SQLite's access to files, with a seal on each page of a store. The seal is written with the page and checked at each
/// read.
///
/// It detects damage that SQLite cannot see, such as a flipped bit in a coordinate. It is a layer over the system's
/// files (a "VFS"); journals and temporary files pass through unchanged.
///
/// SQLite resolves links in a path, and opens what it found without following another. Below a confined folder the
/// layer resolves none, so that SQLite refuses a link in place of the file, whenever it was put there.
enum SealedFiles {
    private static let name: StaticString = "gaitway-sealed"

    /// The address by which SQLite opens a store through this layer, or a file as it is, without seals.
    ///
    /// - Throws: `InputError` if this machine's SQLite does not open files by address.
    static func address(of path: String, isSealed: Bool = true) throws(InputError) -> String {
        guard isRegistered else {
            throw .unsupported(
                "this machine's SQLite opens no files by address (URI)",
                remedy: "use an SQLite that was built with SQLITE_USE_URI", source: path)
        }
        let unreserved = Set("-._~/".utf8)
        let digits = Array("0123456789ABCDEF")
        let encoded = path.utf8.map { byte in
            let isPlain =
                unreserved.contains(byte) || Character(Unicode.Scalar(byte)).isLetter && byte < 128
                || (48...57).contains(byte)
            return isPlain
                ? String(Unicode.Scalar(byte)) : "%" + String(digits[Int(byte >> 4)]) + String(digits[Int(byte & 15)])
        }.joined()
        return "file:" + (path.hasPrefix("/") ? "//" : "") + encoded + "?vfs=\(name)&seals=\(isSealed)"
    }

    /// Whether pages of a database have room for seals.
    static func areReserved(_ db: Database) -> Bool {
        // A negative number only asks.
        var bytes: Int32 = -1
        sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes)
        return bytes == Int32(PageSeal.length)
    }

    /// Reserves room for seals in the pages of a new database.
    static func reserve(_ db: Database) {
        var bytes = Int32(PageSeal.length)
        sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes)
    }

    /// The number of the first page of a file that does not match its seal or cannot be read; nil if all match.
    ///
    /// A page of zeros holds nothing: it became free before it was written. No database has a page at its lock byte.
    static func firstBroken(of count: Int64, size: Int32, _ db: Database) -> Int64? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard let file, let read = file.pointee.pMethods?.pointee.xRead, size >= 512 else { return 1 }
        let page = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(size), alignment: 8)
        defer { page.deallocate() }
        let lockPage = lockByte / Int64(size)
        for number in 0..<count where number != lockPage {
            let code = read(file, page.baseAddress, size, number * Int64(size))
            guard code == SQLITE_OK || code == ResultCode.SQLITE_IOERR_DATA.rawValue && page.allSatisfy({ $0 == 0 })
            else { return number + 1 }
        }
        return nil
    }

    private static let lockByte: Int64 = 1 << 30

    // MARK: The layer

    private struct Layer: @unchecked Sendable {
        // Written once, before any use.
        var system: UnsafeMutablePointer<sqlite3_vfs>
        var own: UnsafeMutablePointer<sqlite3_vfs>
        var methods: UnsafeMutablePointer<sqlite3_io_methods>
    }

    /// The layer, made once and never removed; nil if SQLite has no file access.
    private static let layer: Layer? = {
        guard let system = sqlite3_vfs_find(nil) else { return nil }
        let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        // Functions that are not replaced are those of the system.
        own.initialize(to: system.pointee)
        own.pointee.pNext = nil
        own.pointee.szOsFile = system.pointee.szOsFile + Int32(headLength)
        own.pointee.zName = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
        own.pointee.xOpen = { SealedFiles.open($1, $2, $3, $4) }
        own.pointee.xFullPathname = { SealedFiles.fullPath($1, $2, $3) }
        let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        methods.initialize(to: SealedFiles.methods)
        return Layer(system: system, own: own, methods: methods)
    }()

    private static let isRegistered: Bool = {
        guard let layer, sqlite3_compileoption_used("USE_URI") == 1 else { return false }
        return sqlite3_vfs_register(layer.own, 0) == SQLITE_OK
    }()

    /// A file's memory begins with our part, the table of functions. The system's file follows.
    private static let headLength = 16

    private static func open(
        _ path: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
        _ outcome: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        guard let layer, let file, let systemOpen = layer.system.pointee.xOpen else { return SQLITE_CANTOPEN }
        guard flags & SQLITE_OPEN_MAIN_DB != 0, sqlite3_uri_boolean(path, "seals", 1) != 0 else {
            return systemOpen(layer.system, path, file, flags, outcome)
        }
        file.pointee.pMethods = nil
        let code = systemOpen(layer.system, path, inner(file), flags, outcome)
        guard code == SQLITE_OK else { return code }
        file.pointee.pMethods = UnsafePointer(layer.methods)
        return SQLITE_OK
    }

    /// The whole path of a file. Links are resolved, but for those below a confined folder.
    private static func fullPath(
        _ path: UnsafePointer<CChar>?, _ size: Int32, _ result: UnsafeMutablePointer<CChar>?
    ) -> Int32 {
        guard let layer, let path, let result, let resolve = layer.system.pointee.xFullPathname else {
            return SQLITE_CANTOPEN
        }
        let text = String(cString: path)
        guard ConfinedFolders.contain(text) else { return resolve(layer.system, path, size, result) }
        var whole = text
        if !text.hasPrefix("/") {
            guard let folder = getcwd(nil, 0) else { return SQLITE_CANTOPEN }
            whole = String(cString: folder) + "/" + text
            free(folder)
        }
        let bytes = whole.utf8CString
        guard bytes.count <= size else { return SQLITE_CANTOPEN }
        for (index, byte) in bytes.enumerated() { result[index] = byte }
        return SQLITE_OK
    }

    private static func inner(_ file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<sqlite3_file> {
        (UnsafeMutableRawPointer(file) + headLength).assumingMemoryBound(to: sqlite3_file.self)
    }

    /// The system's file behind one of ours, and its functions.
    private static func system(_ file: UnsafeMutablePointer<sqlite3_file>?)
        -> (file: UnsafeMutablePointer<sqlite3_file>, methods: sqlite3_io_methods)?
    {
        guard let file, let methods = inner(file).pointee.pMethods else { return nil }
        return (inner(file), methods.pointee)
    }

    /// The number of the page at an offset and length; nil if they are not a page, such as a read of the header.
    ///
    /// If the header has a wrong page size, SQLite reads other ranges, whose seals are then wrong.
    private static func page(_ count: Int32, _ offset: Int64) -> UInt32? {
        guard count >= 512, offset % Int64(count) == 0 else { return nil }
        return UInt32(exactly: offset / Int64(count) + 1)
    }

    private static func read(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeMutableRawPointer?, _ count: Int32, _ offset: Int64
    ) -> Int32 {
        guard let system = system(file), let read = system.methods.xRead else { return SQLITE_IOERR }
        let code = read(system.file, bytes, count, offset)
        guard code == SQLITE_OK, let number = page(count, offset) else { return code }
        let isWhole = PageSeal.holds(UnsafeRawBufferPointer(start: bytes, count: Int(count)), number: number)
        return isWhole ? SQLITE_OK : ResultCode.SQLITE_IOERR_DATA.rawValue
    }

    private static func write(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: Int64
    ) -> Int32 {
        guard let system = system(file), let write = system.methods.xWrite else { return SQLITE_IOERR }
        if let number = page(count, offset), let bytes {
            // SQLite reserves these bytes for us. The seal goes into its own page, so that its journal has it, too.
            let page = UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(mutating: bytes), count: Int(count))
            PageSeal.write(to: page, number: number)
        }
        return write(system.file, bytes, count, offset)
    }

    /// Version 1: without shared memory and mapped files, which would bypass the seals.
    private static let methods = sqlite3_io_methods(
        iVersion: 1, xClose: { SealedFiles.call($0, \.xClose) { $0($1) } }, xRead: { SealedFiles.read($0, $1, $2, $3) },
        xWrite: { SealedFiles.write($0, $1, $2, $3) },
        xTruncate: { file, size in SealedFiles.call(file, \.xTruncate) { $0($1, size) } },
        xSync: { file, flags in SealedFiles.call(file, \.xSync) { $0($1, flags) } },
        xFileSize: { file, size in SealedFiles.call(file, \.xFileSize) { $0($1, size) } },
        xLock: { file, lock in SealedFiles.call(file, \.xLock) { $0($1, lock) } },
        xUnlock: { file, lock in SealedFiles.call(file, \.xUnlock) { $0($1, lock) } },
        xCheckReservedLock: { file, result in SealedFiles.call(file, \.xCheckReservedLock) { $0($1, result) } },
        xFileControl: { file, what, value in
            SealedFiles.call(file, \.xFileControl, orElse: SQLITE_NOTFOUND) { $0($1, what, value) }
        },
        xSectorSize: { SealedFiles.call($0, \.xSectorSize) { $0($1) } },
        xDeviceCharacteristics: { SealedFiles.call($0, \.xDeviceCharacteristics, orElse: 0) { $0($1) } },
        xShmMap: nil, xShmLock: nil, xShmBarrier: nil, xShmUnmap: nil, xFetch: nil, xUnfetch: nil)

    private static func call<Function>(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ function: KeyPath<sqlite3_io_methods, Function?>,
        orElse code: Int32 = SQLITE_IOERR, _ body: (Function, UnsafeMutablePointer<sqlite3_file>) -> Int32
    ) -> Int32 {
        guard let system = system(file), let function = system.methods[keyPath: function] else { return code }
        return body(function, system.file)
    }
}
