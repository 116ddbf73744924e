// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import GaitwayBase

/// What is found wrong with outputs before anything is opened.
@Suite struct OutputPlanTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write("in", to: "rides/monday/a.csv")
        try folder.write("other", to: "other")
    }

    private func fault(_ path: String, inputs: [String] = [], replaces: Bool = true) -> String? {
        var files = InputFiles()
        for input in inputs { files.add(input) }
        var plan = OutputPlan(inputs: files)
        do throws(OutputError) {
            try plan.add(path, replaces: replaces)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func inputIsRefusedByWhateverName() throws {
        let input = folder.path("rides/monday/a.csv")
        #expect(symlink(input, folder.path("link")) == 0)
        #expect(symlink("rides", folder.path("folder")) == 0)
        #expect(link(input, folder.path("twin")) == 0)
        let names = ["rides/monday/a.csv", "rides/../rides/monday/./a.csv", "link", "folder/monday/a.csv", "twin"]
        for name in names {
            for given in [input, folder.path("rides"), folder.path("link"), folder.path("folder")] {
                #expect(fault(folder.path(name), inputs: [given])?.contains("files that are read") == true, "\(name)")
            }
        }
        #expect(fault(folder.path("other"), inputs: [folder.path("rides")]) == nil)
        #expect(fault(folder.path("rides/monday/b.csv"), inputs: [folder.path("rides")]) == nil)
        #expect(try folder.text("twin") == "in")
    }

    /// A store that is new is read and written by the same run.
    @Test func inputThatDoesNotExistYetIsRefused() throws {
        #expect(symlink("rides", folder.path("folder")) == 0)
        let new = folder.path("rides/new")
        for name in ["rides/new", "rides/monday/../new", "folder/new"] {
            #expect(fault(folder.path(name), inputs: [new])?.contains("files that are read") == true, "\(name)")
        }
        #expect(fault(folder.path("rides/newer"), inputs: [new]) == nil)
        #expect(fault(folder.path("new"), inputs: [new]) == nil)
    }

    @Test func loopOfLinksAmongInputsHasAnEnd() throws {
        #expect(symlink("..", folder.path("rides/monday/up")) == 0)
        #expect(symlink("a", folder.path("rides/a")) == 0)
        #expect(fault(folder.path("rides/monday/a.csv"), inputs: [folder.path("rides")]) != nil)
    }

    @Test func existingFileIsKeptUnlessItMayBeReplaced() {
        #expect(fault(folder.path("other"), replaces: false)?.contains("set force") == true)
        #expect(fault(folder.path("other"), replaces: true) == nil)
        #expect(fault(folder.path("new"), replaces: false) == nil)
    }

    @Test func oneFileForTwoResultsIsRefused() throws {
        #expect(symlink("other", folder.path("link")) == 0)
        for (first, second) in [("new", "./new"), ("other", "link"), ("new", "rides/../new")] {
            var plan = OutputPlan(inputs: InputFiles())
            try plan.add(folder.path(first), replaces: true)
            #expect(throws: OutputError.self) { try plan.add(folder.path(second), replaces: true) }
        }
        var plan = OutputPlan(inputs: InputFiles())
        for name in ["new", "other", "rides/new"] { try plan.add(folder.path(name), replaces: true) }
    }

    @Test func devicesAndStandardOutputAreFine() {
        for path in ["-", "/dev/null", "/dev/full", "/dev/stdout"] { #expect(fault(path, replaces: false) == nil) }
    }

    @Test func foldersAreCheckedBeforeTheyAreMade() throws {
        try OutputFolder.check(folder.path("a/b/c"))
        #expect(try folder.names() == ["other", "rides"])
        #expect(throws: OutputError.self) { try OutputFolder.check(folder.path("other/b")) }
        #expect(throws: OutputError.self) { try OutputFolder.check(folder.path("other")) }
        try OutputFolder.create(folder.path("a/b/c"))
        #expect(try folder.names("a/b") == ["c"])
    }

    @Test(.enabled(if: getuid() != 0, "root may write everywhere"))
    func protectedFilesAndFoldersAreRefused() {
        chmod(folder.path("other"), 0o400)
        chmod(folder.path("rides"), 0o500)
        defer { chmod(folder.path("rides"), 0o700) }
        #expect(fault(folder.path("other")) != nil)
        #expect(fault(folder.path("rides/new")) != nil)
    }
}
