// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayRecognition

/// The origin of a ride's page: log, model, zone and command.
package struct RideSubject: Sendable {
    /// The log's name, without the folders of one machine.
    package var name: String
    /// The recording's source, sensors and origin.
    package var header: RecordingHeader
    /// All repairs, those of fixes included.
    package var repairs: RepairReport
    /// The model that classified it.
    package var model: String
    /// The smoother that joined its windows.
    package var smoothing: Smoothing
    /// The zone whose clock is shown.
    package var zone: LocalZone
    /// The command that makes the page again.
    package var command: String
    /// Sentences for the top of the page: faults and guesses.
    package var notes: [String]
    /// What a manifest states, above the answer: seconds since the first acceleration, and a label's name.
    package var labels: [(from: Double, to: Double, activity: String)] = []
    /// The labels that a person set while recording.
    package var annotations: [Annotation] = []
    /// What the phone's own recognition said, by time.
    package var phoneActivities: [PhoneActivity] = []

    /// - Parameter notes: plain text; names in it are escaped.
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

    /// The seconds that the zone's clock is ahead of UTC, by the elapsed second from which on they hold: one pair, and
    /// one more for each change of clocks until `end`. Nothing for a log without a clock.
    func offsets(until end: Duration) -> [(from: Double, seconds: Int)] {
        guard let origin = header.origin else { return [] }
        return zone.offsets(from: origin, to: origin + end).map { (($0.start - origin).inSeconds, $0.seconds) }
    }
}
