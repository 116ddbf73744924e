// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc

/// A program of the system that makes a file from a file, such as a compiler.
enum SystemProgram {
    /// Runs a program in a folder of its own, and returns what it wrote to the file of its output.
    ///
    /// The program's messages appear as they are.
    ///
    /// - Parameters:
    ///   - input: the bytes of its input.
    ///   - remedy: how to install it.
    ///   - words: the program and its arguments, by the paths of its input and its output.
    static func output(
        of input: [UInt8], ending: String, remedy: Remedy, task: String,
        _ words: (_ input: String, _ output: String) -> [String]
    ) throws -> [UInt8] {
        let scratch = try OutputFolder.createNew(in: ScratchFile.folder, name: "gaitway-\(getpid())", isPrivate: true)
        let (source, made) = (scratch + "/input." + ending, scratch + "/output")
        defer {
            unlink(source)
            unlink(made)
            rmdir(scratch)
        }
        try OutputFile.save(input, to: source, replaces: false)
        let words = words(source, made)
        let status = try run(words, remedy: remedy)
        guard status == 0 else {
            throw InputError(
                .unreadable, source: words[0], problem: "it cannot \(task): exit code \(status)", remedy: remedy)
        }
        return try InputFile(path: made).whole(limit: 256 << 20, remedy: "")
    }

    /// Runs a program and returns its exit code.
    private static func run(_ words: [String], remedy: Remedy) throws(InputError) -> Int32 {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, words[0], nil, nil, &arguments, environ)
        guard code == 0 else {
            throw InputError(
                .unreadable, source: words[0], problem: "it cannot be run: \(String(cString: strerror(code)))",
                remedy: remedy)
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + (status & 0x7f)
    }
}
