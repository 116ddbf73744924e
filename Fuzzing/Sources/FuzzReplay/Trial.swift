// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import FuzzTargets
import Glibc

/// Tries the inputs of one target in this process.
struct Trial {
    let target: any FuzzTarget.Type
    let folder: String
    let note: String
    let seconds: Double

    /// The limit of a process's memory in bytes; OpenBLAS alone reserves a large part.
    private static let mostMemory: rlim_t = 4 << 30

    func run() {
        var limit = rlimit(rlim_cur: Self.mostMemory, rlim_max: Self.mostMemory)
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        guard let note = InputNote(path: note) else { fatalError("\(self.note) cannot be made") }
        let kept = ["regressions", "corpus"].flatMap { Self.inputs(in: folder + "/\($0)/" + target.name) }
        for input in kept { attempt(input, note) }
        var mutator = Mutator(seeds: kept.isEmpty ? [[]] : kept, seed: 1)
        let end = Self.now + seconds
        var count = 0
        while Self.now < end {
            attempt(mutator.next(), note)
            count += 1
        }
        print("\(target.name): \(kept.count) inputs kept, \(count) made up in \(seconds) s")
    }

    private func attempt(_ input: [UInt8], _ note: InputNote) {
        note.write(input)
        target.take(input)
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The files of a folder, by name; empty if the folder is missing.
    private static func inputs(in folder: String) -> [[UInt8]] {
        let files = FileManager.default
        let names = (try? files.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().compactMap { name in
            files.contents(atPath: folder + "/" + name).map(Array.init)
        }
    }
}
