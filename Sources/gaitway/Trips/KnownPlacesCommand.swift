// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayStore
import GaitwayWorkspace

/// `gaitway trips places`: the places of a store.
struct KnownPlacesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places",
        abstract: "Lists the places of a store, with the nearest town, and likely home and work.",
        discussion: """
            A place keeps its number for life; one without a name is shown as near Littau (6). That is the nearest \
            town of more than 15,000 people within 50 km, from a list of GeoNames (CC BY 4.0) that is built in. \
            Nothing is looked up elsewhere; for street names, see --name-places.

            Home is likely the place of most nights, work the other place of most hours from nine to five on weekdays. \
            trips correct name gives a place its name, trips correct radius its radius.

            EXAMPLES
              gaitway trips places --store life.gaitway
            """)

    @ParentCommand var trips: TripsCommand
    @OptionGroup var store: StoreArguments
    @OptionGroup var local: ZoneArguments

    func run() throws {
        try TripsCommand.refuseOptions(of: Self.self, below: "trips", but: ["--output", "--force"])
        try ResultArguments.check(trips.output, endings: ["txt"])
        try trips.checkOutputs("--output")
        let database = try store.database()
        let list = try PlaceList(of: database, zones: local.zones(of: database.positions()))
        guard !list.isEmpty else { return Diagnostics.error("no places") }
        try trips.write(list.table(width: TerminalWidth.columns))
        for (role, identifier) in list.nameless {
            Diagnostics.error(
                "to name it: gaitway trips correct name \(identifier) \(role) --store \(store.store ?? "")")
        }
    }
}
