// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline

extension TripsResultArguments.Format {
    /// A timeline of some days as a file of this form; nil for a table, which is for a terminal.
    func text(_ timeline: TimelineDocument, days: [TimelineDay], zone: LocalZone) -> String? {
        switch self {
        case .table: nil
        case .json: TimelineExport.json(timeline, days: days, timeZone: zone.name)
        case .geojson: TimelineExport.geoJSON(timeline)
        case .gpx: TimelineExport.gpx(timeline)
        case .moves: TimelineExport.moves(timeline, days: days, offset: zone.offset(at:))
        case .csv: TimelineExport.csv(timeline, offset: zone.offset(at:))
        case .kml: TimelineExport.kml(timeline)
        }
    }
}
