import MotionTypes
import ZipReading

/// Opens any bytes as a zip archive and unpacks all of it: an `InputError` is an answer, and the archive throws nothing else.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(InputError) {
        let archive = try ZipArchive(bytes: bytes)
        var buffer = [UInt8](repeating: 0, count: 4096)
        for entry in archive.entries {
            do throws(InputError) {
                let reader = try archive.reader(for: entry)
                var total = 0
                while case let count = try reader.read(into: &buffer), count > 0 { total += count }
                precondition(total == entry.uncompressedSize)
            } catch {
                // The other entries may be whole.
            }
        }
    } catch {
        // Refused, as most bytes are.
    }
    return 0
}
