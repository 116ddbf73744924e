import ActivityFeatures
import ActivityRecognition
import ArgumentParser
import FileWriting
import Geofencing
import LiveServer
import LiveSessions
import MotionTypes
import NotificationGate
import Pages
import SensorLogs
import TextFormats

/// `gaitway serve`: phones live, their page and their streams.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Shows what phones are doing while they stream to it.",
        discussion: """
            A page shows each phone's activity, its probabilities, the last minutes and what the gate would do with an alert. Samples come from \
            Sensor Logger (its HTTP push, to /push), from phyphox (its remote access, polled), from any program as NDJSON (to /samples, by POST \
            or WebSocket), or from a recorded ride that is replayed. What came late, twice or out of order is put right and counted.

            /sessions lists the phones. /sessions/ID/stream is a phone's activity stream while it goes on, the same as that of classify, and \
            /sessions/ID/events has more, for pages.

            Only programs of this machine can connect. For phones give --host 0.0.0.0: the server then asks for a token.

            With --record what came is kept, a folder for each session, which classify reads with the same answer.

            EXAMPLES
              gaitway serve --replay Datasets/commute --speed 10
              gaitway serve --host 0.0.0.0 --record rides
              gaitway serve --phyphox http://192.168.0.12:8080
              gaitway serve --host 0.0.0.0 --places places.geojson --profile here
              curl -N 'http://127.0.0.1:8080/sessions/ID/stream' | gaitway simulate --activities - --track day.gpx --places places.geojson
            """)

    @Option(help: ArgumentHelp("The port of the page; 0 for any that is free.", valueName: "number"))
    var port: UInt16 = 8080

    @Option(help: ArgumentHelp("The address to listen to; 0.0.0.0 for all of this machine.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(
        help: ArgumentHelp(
            "What phones and browsers must give; made if not given where others than this machine can connect.",
            valueName: "text"))
    var token: String?

    @Option(
        help: ArgumentHelp(
            "Play a recorded ride as if its phone sent it now; repeat the option for several.", valueName: "log"))
    var replay: [String] = []

    @Option(
        help: ArgumentHelp(
            "Ask the phyphox app at this address for its samples, as its remote access shows it; repeat the option for several phones.",
            valueName: "url"))
    var phyphox: [String] = []

    @Option(help: ArgumentHelp("How many seconds of a ride are played in a second.", valueName: "number"))
    var speed: Double = 1

    @Option(help: ArgumentHelp("Keep what came in this folder, a log for each session.", valueName: "dir"))
    var record: String?

    @Option(
        help: ArgumentHelp(
            "Places, GeoJSON or CSV: the page tells what the gate decides when a phone enters one.", valueName: "file"))
    var places: String?

    @Option(help: ArgumentHelp("The gate's rules.", valueName: "name"))
    var profile: SimulationArguments.Profile = .gaitway

    @Option(help: ArgumentHelp("How windows are joined over time: none, causal or lag (10 s).", valueName: "name"))
    var smoothing: Smoothing = .causal

    @Option(
        help: ArgumentHelp(
            "The most sessions at once; a phone that is silent for a minute gives way.", valueName: "number"))
    var sessions = 100

    @OptionGroup var modelArgument: ModelArgument
    @OptionGroup var reading: ReadingArguments

    func validate() throws {
        guard speed > 0, speed <= 10_000 else { throw ValidationError("--speed must be above 0 and at most 10000") }
        guard smoothing != .viterbi else {
            throw ValidationError("--smoothing viterbi answers at the end of a log; give none, causal or lag")
        }
        guard (1...1000).contains(sessions) else { throw ValidationError("--sessions must be from 1 to 1000") }
        if let token {
            guard token.utf8.count >= 8, token.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
                throw ValidationError("--token needs at least 8 letters, digits and signs, without blanks")
            }
        }
        guard !replay.contains("-") else {
            throw ValidationError("--replay needs a file or folder, not standard input")
        }
    }

    func run() throws {
        let model = try modelArgument.load()
        let page = LivePage(model: model.name, windowDuration: Nanoseconds.seconds(WindowGrid.duration))
        var options = ServerOptions(
            settings: LiveSession.Settings(
                model: model, smoothing: smoothing,
                policy: GatePolicy.profile(named: profile.rawValue) ?? .gaitway, places: try placeSet(),
                keepsLog: record != nil),
            page: page.html, pagePolicy: page.policy)
        options.host = host
        options.port = port
        options.recordFolder = record
        options.mostSessions = sessions
        let isAlone = ServerOptions.isLoopback(host)
        options.token = try token ?? (isAlone ? nil : AccessToken.random())
        let feeds = try replay.enumerated().map { number, log in
            try ReplayFeed(log: log, number: number + 1, speed: speed, options: reading.options)
        }
        let phones = try phyphox.map { try PhyphoxFeed(url: $0) }
        let server = try LiveServer(options) { Diagnostics.error($0) }
        greet(options.token, port: server.port, isAlone: isAlone)
        for feed in feeds { server.add(feed) }
        for phone in phones { server.add(phone) }
        server.run()
    }

    private func placeSet() throws -> PlaceSet? {
        guard let places else { return nil }
        return try PlaceSet(
            decoding: FileBytes.places(places), source: places)
    }

    /// Says where the page is, and what to enter on a phone.
    private func greet(_ token: String?, port: UInt16, isAlone: Bool) {
        let isAnywhere = host == "0.0.0.0" || host == "::"
        let name = isAnywhere ? "127.0.0.1" : host.contains(":") ? "[\(host)]" : host
        let query = token.map { "?token=" + $0 } ?? ""
        Diagnostics.error("the page is at http://\(name):\(port)/\(query)")
        guard !isAlone else {
            Diagnostics.error("only this machine can connect; for phones give --host 0.0.0.0")
            return
        }
        let address = isAnywhere ? "this machine's address" : name
        Diagnostics.error("in Sensor Logger, Data Streaming: HTTP Push to http://\(address):\(port)/push\(query)")
    }
}
