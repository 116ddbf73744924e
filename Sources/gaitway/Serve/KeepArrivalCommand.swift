// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayTimeline
import GaitwayWorkspace
import Glibc

/// `gaitway keep-arrival`: what a server starts to derive the days from one file of arrivals apart from itself.
struct KeepArrivalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: ArrivalProcess.command, abstract: "Puts a file into a workspace's store, for the server.",
        shouldDisplay: false)

    @Argument(help: ArgumentHelp("The workspace.", valueName: "dir")) var folder: String
    @Argument(help: ArgumentHelp("The arrivals.", valueName: "file")) var file: String

    func run() throws {
        let folder = WorkspaceFolder(path: folder)
        let store = DayStore(path: folder.life, policyPath: folder.timelinePolicy, isReadOnly: false)
        do {
            try StandardOutput.print(ArrivalFile(path: file).keep(in: store, of: folder))
        } catch let fault as ArrivalFault {
            try StandardOutput.print(fault.text)
            throw ExitCode(fault.isStrange ? ArrivalProcess.strange : ArrivalProcess.refused)
        } catch {
            try StandardOutput.print(folder.message("\(error)"))
            throw ExitCode(ArrivalProcess.failed)
        }
    }
}
