// SPDX-License-Identifier: Apache-2.0
import FuzzTargets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The function that libFuzzer calls with each input; it runs the target of `GAITWAY_FUZZ_TARGET`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.take(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

private let target: any FuzzTarget.Type = {
    let name = getenv("GAITWAY_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTargetList.named(name) else {
        fatalError(
            "GAITWAY_FUZZ_TARGET is '\(name)'; it is one of "
                + FuzzTargetList.all.map { $0.name }.joined(separator: ", "))
    }
    return target
}()
