// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
package import GaitwayPages
import GaitwayReplay
package import GaitwayStore
package import GaitwayTimeline

/// Days of a workspace as others may see them: its privacy zones are cut.
package struct DayDisclosure {
    package let folder: WorkspaceFolder
    /// The time zones of its days.
    package let clocks: TravelZones

    package init(folder: WorkspaceFolder, clocks: TravelZones) {
        self.folder = folder
        self.clocks = clocks
    }

    /// The zones of `privacy.geojson`; none without the file.
    ///
    /// - Throws: `InputError` for a file that is wrong. A zone that cannot be read must not show what it hides.
    package static func zones(in folder: WorkspaceFolder) throws -> [PrivacyZone] {
        guard FileStatus(path: folder.privacyZones) != nil else { return [] }
        return try PlaceReader.privacyZones(FileBytes.read(folder.privacyZones), source: "privacy.geojson")
    }

    /// The timeline of a day without what the zones hide.
    ///
    /// - Throws: `InputError` if nothing is left.
    package func timeline(
        of day: TimelineDay, in database: TimelineDatabase, without zones: [PrivacyZone]
    ) throws -> TimelineDocument {
        let stored = try database.timeline(of: day)
        guard !stored.items.isEmpty else {
            throw InputError(
                .empty, source: folder.life, problem: "the store has nothing on \(day.date)",
                remedy: "choose a day that the calendar has")
        }
        var timeline = stored.hiding(zones)
        timeline.leaveOutUnvisitedPlaces()
        timeline.findTowns()
        guard !timeline.items.isEmpty else {
            throw InputError(
                .empty, source: folder.privacyZones, problem: "the zones hide all of \(day.date)",
                remedy: "choose another day, or make the zones smaller")
        }
        return timeline
    }

    /// The page of a day, as one file.
    package func page(of day: TimelineDay, in database: TimelineDatabase, tiles: TileServer? = nil) throws -> DayPage {
        let zones = try Self.zones(in: folder)
        let hiding = zones.isEmpty ? "" : " --privacy-zones privacy.geojson"
        return DayPage(
            timeline: try timeline(of: day, in: database, without: zones), days: [day], zones: clocks,
            subject: .init(
                command: "gaitway trips --store life.gaitway --day \(day.date)\(hiding) --report \(day.date).html"),
            tiles: tiles)
    }
}
