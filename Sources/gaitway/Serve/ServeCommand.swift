// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayAlerts
import GaitwayBase
import GaitwayLiveServer
import GaitwayLiveSessions
import GaitwayPages
import GaitwayRecognition
import GaitwayStore
import GaitwayTimeline
import GaitwayWorkspace

/// `gaitway serve`: phones live, their page and their streams.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Shows what phones are doing while they stream to it.",
        discussion: """
            A page shows each phone's activity, its probabilities and the last minutes. It also shows what the gate \
            would do with an alert now. Samples come from a phone's browser at /phone, from Sensor Logger (HTTP push \
            to /push), from phyphox (the server polls its remote access), or from any program (NDJSON to /samples, by \
            POST or WebSocket). --replay plays a recorded ride. The server sorts samples that come late, twice or out \
            of order, and counts them.

            /sessions lists the phones. /sessions/ID/stream is a phone's activity stream while it grows; classify \
            prints the same for a log. /sessions/ID/events adds what the page shows.

            By default only programs on this machine can connect. For phones give --host 0.0.0.0.

            With a folder, the page is a workspace: it records, labels, trains, judges and tries policies. The folder \
            holds plain files that every other command reads, too: rides/, manifest.csv, models/, policies/ and \
            places.geojson. The server makes what is missing. --read-only only shows it. Its maps show coast lines, \
            borders and towns; --tiles draws them over the tiles of a server, or of an MBTiles file, which needs no \
            network.

            The server asks for a token. The address that it prints has the token, and a cookie keeps it in the \
            browser. Programs send it as Authorization: Bearer TOKEN. Without an option the server makes a token at \
            each start.

            --record keeps each session as a log in a folder of its own, which other users of this machine cannot \
            read. classify gives the same answer for that log.

            EXAMPLES
              gaitway serve walks --host 0.0.0.0
              gaitway serve walks --read-only
              gaitway serve --replay Datasets/commute --speed 10
              gaitway serve --host 0.0.0.0 --record rides --token-file token.txt
              gaitway serve --phyphox http://192.168.0.12:8080
              gaitway serve --host 0.0.0.0 --places Datasets/day/places.csv --profile here
            """)

    @Argument(
        help: ArgumentHelp("A workspace. Without it, the page shows phones alone.", valueName: "dir"),
        completion: .directory)
    var folder: String?

    @Flag(help: "Show the workspace, and refuse changes.")
    var readOnly = false

    @Option(
        help: ArgumentHelp(
            "With --read-only: serve the page of this day of the folder's life.gaitway, and nothing else. "
                + "The zones of privacy.geojson are cut.", valueName: "date"))
    var share: LocalDate?

    @Option(help: ArgumentHelp("The port of the page; 0 chooses a free one.", valueName: "number"))
    var port = 8080

    @Option(help: ArgumentHelp("The address to listen to; 0.0.0.0 accepts other machines.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(
        help: ArgumentHelp(
            "Play a recorded ride as if its phone sent it now. Repeat the option for several rides.", valueName: "log"),
        completion: .file())
    var replay: [String] = []

    @Option(
        help: ArgumentHelp(
            "Poll the phyphox app at this address, which its remote access shows. "
                + "Repeat the option for several phones.", valueName: "url"))
    var phyphox: [String] = []

    @Option(help: ArgumentHelp("The speed of --replay, in seconds of the ride per second.", valueName: "number"))
    var speed: Double = 1

    @Option(help: ArgumentHelp("Keep each session as a log in this folder.", valueName: "dir"), completion: .directory)
    var record: String?

    @Option(
        help: ArgumentHelp(
            "Places, as GeoJSON or CSV. The page shows what the gate decides when a phone enters one.",
            valueName: "file"), completion: .file(extensions: ["geojson", "json", "csv"]))
    var places: String?

    @Option(help: ArgumentHelp("The gate's policy.", valueName: "name"))
    var profile: SimulationArguments.Profile = .gaitway

    @Option(help: ArgumentHelp("The smoothing over time: none, causal or lag (10 s).", valueName: "name"))
    var smoothing: Smoothing = .causal

    @Option(
        help: ArgumentHelp(
            "The largest number of sessions at once. A phone that is silent for a minute gives way.",
            valueName: "number"))
    var sessions = 100

    @Flag(name: .customLong("public"), help: "Let other users of this machine read the logs of --record.")
    var isPublic = false

    @Option(
        help: ArgumentHelp(
            "The server that the page asks for names of streets, after a yes on the page: one like Nominatim. "
                + "Default: that of OpenStreetMap.", valueName: "url"))
    var placeNames: String?

    @OptionGroup var map: TilesArguments
    @OptionGroup var access: AccessArguments
    @OptionGroup var modelArgument: ModelArgument
    @OptionGroup var reading: ReadingArguments

    func validate() throws {
        guard speed > 0, speed <= 10_000 else { throw ValidationError("--speed must be above 0 and at most 10000") }
        try require(smoothing != .viterbi, "--smoothing viterbi needs a whole log; give none, causal or lag")
        try require(UInt16(exactly: port) != nil, "--port must be from 0 to \(UInt16.max), not \(port)")
        try require((1...1000).contains(sessions), "--sessions must be from 1 to 1000")
        guard !access.noToken || ServerOptions.isLoopback(host) else {
            throw ValidationError("--no-token needs a --host that only this machine can reach")
        }
        try require(!readOnly || folder != nil, "--read-only needs a folder")
        guard share == nil || map.file == nil else {
            throw ValidationError("--share gives one page without a file of tiles; give a server of tiles instead")
        }
        try require(share == nil || readOnly, "--share needs a folder and --read-only")
        try require(
            record == nil || folder == nil, "give a folder or --record, not both: a workspace records in its rides/")
        guard modelArgument.model == nil || folder == nil else {
            throw ValidationError("give a folder or --model, not both: choose the workspace's model on its page")
        }
        try require(map.tiles == nil || folder != nil, "--tiles needs a folder: only a workspace has maps")
        try require(placeNames == nil || folder != nil, "--place-names needs a folder: only a workspace names places")
        _ = try streetNames()
        try require(!replay.contains("-"), "--replay reads a file or folder, not standard input")
    }

    func run() throws {
        let workspace = folder.map { WorkspaceFolder(path: $0) }
        workspace?.confine()
        let shared = try share.map { try sharedPage(of: $0) }
        let isAlone = ServerOptions.isLoopback(host)
        let ground = try map.ground()
        if let workspace {
            for line in try (readOnly ? [] : workspace.create()) + workspace.links { Diagnostics.error(line) }
        }
        let token = try access.chosen(keptIn: readOnly ? nil : workspace.map { $0.notes + "/token" })
        let service =
            try shared != nil
            ? nil
            : workspace.map {
                try WorkspaceService(
                    folder: $0, isReadOnly: readOnly, program: WorkspacePage.program, ground: ground,
                    streetNames: streetNames(),
                    train: { order, progress in _ = try await TrainingRun(order).write(progress: progress) })
            }
        let model = try service?.model ?? modelArgument.load()
        let window = Nanoseconds.seconds(WindowGrid.duration)
        let (html, policy): (String, String)
        var otherPage: (@Sendable () -> (html: [UInt8], policy: String)?)?
        if let shared {
            (html, policy) = (shared.html, shared.policy)
        } else if let workspace {
            var page = WorkspacePage(name: workspace.name, windowDuration: window, tiles: ground.tiles)
            page.hasStreets = service?.hasStreets.map { _ in false }
            page.streetNames = service?.streetNames.map { ($0.service, false) }
            (html, policy) = (page.html, page.policy)
            if let service, !readOnly { otherPage = Self.pages(page, service) }
        } else {
            let page = LivePage(model: model.name, windowDuration: window)
            (html, policy) = (page.html, page.policy)
        }
        let record = readOnly ? nil : workspace.map { $0.isUsable($0.rides) ? $0.rides : nil } ?? record
        var options = ServerOptions(
            settings: LiveSession.Settings(
                model: model, smoothing: smoothing,
                policy: GatePolicy.profile(named: profile.rawValue) ?? .gaitway, places: try placeSet(),
                keepsLog: record != nil),
            page: html, pagePolicy: policy)
        options.isPageOnly = shared != nil
        options.otherPage = otherPage
        if shared == nil, !readOnly {
            let phone = PhonePage(windowDuration: window, mayLabel: workspace != nil && record != nil)
            options.phonePage = (phone.html, phone.policy)
        }
        options.host = host
        options.port = UInt16(port)
        options.recordFolder = record
        options.mostSessions = sessions
        options.token = token
        options.application = service
        options.recordsForOthers = isPublic
        options.problemPage = { fault in
            let page = ProblemPage(problem: fault.problem, place: fault.place, remedy: fault.remedy)
            return (page.html, page.policy)
        }
        let feeds = try replay.enumerated().map { number, log in
            try ReplayFeed(log: log, number: number + 1, speed: speed, options: reading.options)
        }
        let phones = try phyphox.map { try PhyphoxFeed(url: $0) }
        let stop = StopSignal.caught()
        let server = LiveServer(options) { Diagnostics.error($0) }
        let listened = try server.listen()
        var reach = ServerReach(host: host, port: listened, token: token, isLoopback: isAlone)
        reach.command = Self.commandForPhones
        reach.greet(host: host, port: listened, isLoopback: isAlone)
        service?.begin(reach)
        for feed in feeds { server.add(feed) }
        for phone in phones { server.add(phone) }
        server.run(until: stop)
    }

    /// Chooses the page by what a person said yes to: streets on maps, names of streets.
    private static func pages(
        _ page: WorkspacePage, _ service: WorkspaceService
    ) -> @Sendable () -> (html: [UInt8], policy: String)? {
        let pages = [(true, false), (false, true), (true, true)].map { hasStreets, hasNames in
            var page = page
            if hasStreets, page.hasStreets != nil { (page.hasStreets, page.tiles) = (true, .openStreetMap) }
            page.streetNames?.isAllowed = hasNames
            return (html: Array(page.html.utf8), policy: page.policy)
        }
        return {
            switch (service.hasStreets == true, service.streetNames?.isAllowed == true) {
            case (false, false): nil
            case (true, false): pages[0]
            case (false, true): pages[1]
            case (true, true): pages[2]
            }
        }
    }

    private func streetNames() throws -> StreetNames {
        do throws(InputError) {
            return try placeNames.map { server throws(InputError) in try StreetNames(server: server) } ?? .openStreetMap
        } catch {
            throw ValidationError("--place-names: \(error.forCommandLine)")
        }
    }

    /// The page of a day of the workspace, without what its zones hide.
    private func sharedPage(of date: LocalDate) throws -> DayPage {
        let folder = WorkspaceFolder(path: folder ?? "")
        let database = try TimelineDatabase(path: folder.life, creation: .never)
        let clocks = TravelZones(try database.positions(), otherwise: .current)
        guard let day = clocks.day(date.days) else {
            throw ValidationError("\(date.text) does not exist by the clocks of where the person was")
        }
        return try DayDisclosure(folder: folder, clocks: clocks).page(of: day, in: database, tiles: try map.server())
    }

    private func placeSet() throws -> PlaceSet? {
        guard let places else { return nil }
        return try PlaceSet(
            decoding: FileBytes.places(places), source: places)
    }

    /// This process's command with a host that phones reach.
    private static var commandForPhones: String {
        var words = CommandLine.words.filter { !$0.hasPrefix("--host=") }
        if let option = words.firstIndex(of: "--host") {
            words.removeSubrange(option..<min(option + 2, words.endIndex))
        }
        return (["gaitway"] + words + ["--host", "0.0.0.0"]).map(ShellWord.quoted).joined(separator: " ")
    }
}
