// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayReports
import GaitwayStore
import GaitwayTimeline
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
        try TripsCommand.refuseOptions(
            of: "gaitway trips places", except: ["--store", "--time-zone", "--output", "--force"])
        try ResultArguments.check(trips.output, endings: ["txt"])
        try trips.checkOutputs()
        guard let path = store.store else { throw ValidationError("give the store with --store") }
        let database = try TimelineDatabase(path: path, creation: .never)
        let timeline = try database.timeline(during: nil, withPaths: false)
        let zones = try local.zones(of: database.positions())
        let likely = LikelyPlaces(timeline, offset: zones.offset(at:))
        var spent: [String: (first: Timestamp, time: Duration)] = [:]
        for case .visit(let visit) in timeline.items {
            guard let place = visit.placeIdentifier else { continue }
            let known = spent[place] ?? (visit.span.start, .zero)
            spent[place] = (known.first, known.time + visit.span.duration)
        }
        let places = try database.places().filter { spent[$0.place.identifier] != nil }.sorted { left, right in
            let (first, second) = (spent[left.place.identifier]?.first, spent[right.place.identifier]?.first)
            return (first ?? .init(nanoseconds: 0), left.place.identifier)
                < (second ?? .init(nanoseconds: 0), right.place.identifier)
        }
        guard !places.isEmpty else { return Diagnostics.line("gaitway: no places") }
        var table = TextTable(["place", "identifier", "radius", "visits", "time", ""], texts: 2)
        for stored in places {
            var place = stored.place
            place.findTown()
            // A place with a name has its town behind it here.
            let town = place.name == nil ? nil : Gazetteer.builtIn.nearest(place.latitude, place.longitude)?.name
            let role =
                place.identifier == likely.home ? "likely home" : place.identifier == likely.work ? "likely work" : ""
            table.add([
                place.title + (town.map { ", near " + $0 } ?? ""), place.identifier,
                DecimalText.text(place.radius, places: 0) + " m", "\(stored.visitCount)",
                DecimalText.text((spent[place.identifier]?.time ?? .zero).inSeconds / 3600, places: 1) + " h",
                place.name?.lowercased() == String(role.dropFirst(7)) ? "" : role,
            ])
        }
        try trips.write(table.text(width: TerminalWidth.columns))
        for (role, identifier) in [("Home", likely.home), ("Work", likely.work)] {
            guard let identifier, places.contains(where: { $0.place.identifier == identifier && $0.place.name == nil })
            else { continue }
            Diagnostics.line(
                "gaitway: to name it: gaitway trips correct name \(identifier) \(role) --store \(path)")
        }
    }
}
