import MotionTypes
import ZipReading

/// Opens any bytes as a zip archive and unpacks all of it: an `InputError` is an answer, everything else is a fault.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do {
        let archive = try ZipArchive(bytes: bytes)
        var buffer = [UInt8](repeating: 0, count: 4096)
        for entry in archive.entries {
            do {
                let reader = try archive.reader(for: entry)
                var total = 0
                while case let count = try reader.read(into: &buffer), count > 0 { total += count }
                precondition(total == entry.uncompressedSize)
            } catch is InputError {
                // The other entries may be whole.
            }
        }
    } catch is InputError {
    } catch {
        fatalError("not an InputError: \(error)")
    }
    return 0
}
