import ArgumentParser
import TimelineStore

extension TripsCommand {
    /// Looks through the store that was given, and says how much is in it.
    func checkStore() throws {
        guard let path = store.store else { throw ValidationError("--check goes with --store") }
        let contents = try TimelineDatabase(path: path, creation: .never).check()
        var output = StandardOutput()
        try output.write(
            "sound: \(contents.fixes) fixes, \(contents.reports) reports, \(contents.items) items, "
                + "\(contents.places) places, \(contents.corrections) corrections\n")
        try output.flush()
    }
}
