// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
package import GaitwayTimeline

/// How a timeline is written: a table for a terminal, or a file.
package enum TripsFormat: String, CaseIterable, Sendable {
    case table, json, geojson, gpx, moves, csv, kml

    /// A timeline of some days as a file of this form; nil for a table, which is for a terminal.
    package func text(_ timeline: TimelineDocument, days: [TimelineDay], zones: TravelZones) -> String? {
        switch self {
        case .table: nil
        case .json:
            TimelineExport.json(
                timeline, days: days, timeZone: zones.onlyName,
                localZone: zones.onlyName == nil ? { zones.zone(at: $0).name } : nil)
        case .geojson: TimelineExport.geoJSON(timeline)
        case .gpx: TimelineExport.gpx(timeline)
        case .moves: TimelineExport.moves(timeline, days: days, offset: zones.offset(at:))
        case .csv: TimelineExport.csv(timeline, offset: zones.offset(at:))
        case .kml: TimelineExport.kml(timeline)
        }
    }
}
