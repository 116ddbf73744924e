// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayExport

/// A model for web pages: the WebAssembly module, the script that calls it, and the script's types.
package enum WebModule {
    /// The names of the files.
    package static let names = ["gaitway.wasm", "gaitway.js", "gaitway.d.ts"]

    /// The compiler, and where Debian's `wasi-libc` is.
    private static let compiler = "clang"
    private static let (headers, libraries) = ("/usr/include/wasm32-wasi", "/usr/lib/wasm32-wasi")
    private static let remedy: Remedy =
        "install clang, wasm-ld and the C library: apt-get install clang lld wasi-libc"

    /// Compiles C, and returns the bytes of the files in the order of ``names``.
    ///
    /// - Throws: `InputError` without the compiler or its library.
    package static func files(of source: [UInt8]) throws -> [[UInt8]] {
        guard FileStatus(path: libraries + "/libm.a") != nil else {
            throw InputError(
                .unreadable, source: libraries, problem: "the C library of WebAssembly is missing", remedy: remedy)
        }
        let module = try SystemProgram.output(
            of: source, ending: "c", remedy: remedy, task: "compile for WebAssembly"
        ) { input, output in
            [
                compiler, "--target=wasm32-wasi", "-isystem", headers, "-std=c99", "-O2", "-ffp-contract=off",
                "-mbulk-memory", "-nostartfiles", "-nodefaultlibs", "-L" + libraries,
                "-Wl,--no-entry,--gc-sections,--strip-all",
                "-Wl,-z,stack-size=16384", input, "-lm", "-lc", "-o", output,
            ]
        }
        return [module, ModelExport.script, ModelExport.declarations]
    }
}
