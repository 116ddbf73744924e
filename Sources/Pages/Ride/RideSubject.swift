package import ActivityRecognition
internal import MotionTypes
package import SensorLogs
package import Timeline

/// What a ride's page says of where it comes from.
package struct RideSubject: Sendable {
    /// The log's name, without the folders of one machine.
    package var name: String
    /// What is known of the recording.
    package var header: RecordingHeader
    /// What was repaired in all, fixes included.
    package var repairs: RepairReport
    /// The model that classified it.
    package var model: String
    /// How its windows were joined.
    package var smoothing: Smoothing
    /// The zone whose clock is shown.
    package var zone: LocalZone
    /// The command that makes the page again.
    package var command: String
    /// What a reader needs to know first: faults and guesses.
    package var notes: [String]

    /// What a page is about.
    package init(
        name: String, header: RecordingHeader, repairs: RepairReport, model: String, smoothing: Smoothing,
        zone: LocalZone, command: String, notes: [String]
    ) {
        self.name = name
        self.header = header
        self.repairs = repairs
        self.model = model
        self.smoothing = smoothing
        self.zone = zone
        self.command = command
        self.notes = notes
    }

    /// The seconds that the zone's clock is ahead of UTC, by the elapsed second from which on they hold: one pair, and one more for each
    /// change of clocks until `end`. Nothing for a log without a clock.
    func offsets(until end: Duration) -> [(from: Double, seconds: Int)] {
        guard let origin = header.origin else { return [] }
        return zone.offsets(from: origin, to: origin + end).map { (($0.start - origin).inSeconds, $0.seconds) }
    }
}
