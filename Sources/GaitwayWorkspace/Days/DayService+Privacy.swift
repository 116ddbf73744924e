// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
package import GaitwayLiveServer
import GaitwayPages
import GaitwayReplay
import GaitwayStore
import GaitwayTimeline

/// What leaves the workspace, and the zones that it does not show.
extension DayService {
    private func disclosure() throws -> DayDisclosure { DayDisclosure(folder: folder, clocks: try clocks()) }

    /// The greatest radius of a zone that is drawn, in metres.
    private static let greatestRadius = 20_000.0

    /// The zones, and a hash of their file. A file that is wrong is told; exports refuse it.
    package func zones() throws -> ServedResponse {
        var (zones, hash, problems): ([PrivacyZone], String?, [InputError]) = ([], nil, [])
        do {
            zones = try DayDisclosure.zones(in: folder)
            hash = WorkspaceService.hash(try WorkspaceContents.text(folder.privacyZones))
        } catch let error as InputError {
            problems.append(error)
        }
        return .json { json in
            json.object { json in
                json.add("hash", hash)
                json.add(problems: problems, in: folder)
                json.objects("zones", zones) { zone, json in
                    json.add("latitude", zone.latitude)
                    json.add("longitude", zone.longitude)
                    json.add("radius", zone.radius)
                }
            }
        }
    }

    /// The change of the file that replaces the zones.
    func zonesChange(_ body: JSONElement) throws -> ChangeHistory.Change {
        guard let elements = body["zones"]?.elements else { throw body.fault("zones is missing") }
        let zones = try elements.map { element in
            guard let latitude = element["latitude"]?.number, let longitude = element["longitude"]?.number,
                let radius = element["radius"]?.number, latitude.magnitude <= 90, longitude.magnitude <= 180,
                radius >= 1,
                radius <= Self.greatestRadius
            else { throw body.fault("a zone needs latitude, longitude and a radius of 1 to 20000 m") }
            return PrivacyZone(latitude: latitude, longitude: longitude, radius: radius)
        }
        // A file that the page could not show is not overwritten.
        _ = try DayDisclosure.zones(in: folder)
        let text = try WorkspaceContents.text(folder.privacyZones)
        guard body["hash"]?.text == WorkspaceService.hash(text) else {
            throw WorkspaceRefusal(409, "privacy.geojson has changed meanwhile.", "Look at the zones that it has now.")
        }
        var change = ChangeHistory.Change(name: "private zones")
        // A file without zones is an error for the commands, so that a mistake does not show all.
        change.files = [
            .init(path: "privacy.geojson", before: text, after: zones.isEmpty ? nil : Self.text(of: zones))
        ]
        return change
    }

    /// The file of zones that `--privacy-zones` reads.
    private static func text(of zones: [PrivacyZone]) -> String {
        JSONWriter.line { json in
            json.object { json in
                json.add("type", "FeatureCollection")
                json.array("features", of: zones) { zone, json in
                    json.newLine()
                    json.object { json in
                        json.add("type", "Feature")
                        json.object("geometry") { json in
                            json.add("type", "Point")
                            json.array("coordinates") { json in
                                json.append(zone.longitude)
                                json.append(zone.latitude)
                            }
                        }
                        json.object("properties") { $0.add("radius", zone.radius) }
                    }
                }
            }
        }
    }

    /// A day as a file to give away: its page, or what `gaitway trips --format` writes.
    package func export(_ request: ServedRequest) throws -> ServedResponse {
        let day = try asked(request)
        let format = request.query["format"] ?? "html"
        let answer = try store.read { database -> ServedResponse in
            let disclosure = try disclosure()
            if format == "html" { return .html(try disclosure.page(of: day, in: database).html) }
            let timeline = try disclosure.timeline(of: day, in: database, without: DayDisclosure.zones(in: folder))
            guard let text = TripsFormat(rawValue: format)?.text(timeline, days: [day], zones: try clocks())
            else {
                throw WorkspaceRefusal(400, "There is no such format.", "Give html, gpx, geojson, kml, csv or json.")
            }
            return ServedResponse(type: "application/octet-stream", body: Array(text.utf8))
        }
        guard var answer else { throw WorkspaceRefusal.noDays }
        answer.fileName = day.date + "." + format
        return answer
    }
}
