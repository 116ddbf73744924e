// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayLiveServer
import GaitwayTimeline

/// The heat map of all paths.
extension DayService {
    /// The greatest width and height of a box, in cells.
    private static let mostCells = 2048

    /// The cells of a box that paths crossed. The numbers of columns and rows are those of the zoom.
    func heat(_ request: ServedRequest) throws -> ServedResponse {
        // Maps that wrap around show the world at most four times.
        let farthest = -(4 << HeatCells.finest)...4 << HeatCells.finest
        let numbers = request.query["box"]?.split(separator: ",", omittingEmptySubsequences: false)
            .map { Int($0, in: farthest) }
        guard let zoom = request.query["zoom"].flatMap({ Int($0, in: 0...HeatCells.finest) }),
            let box = numbers.flatMap({ Self.box($0) })
        else {
            throw WorkspaceRefusal(
                400, "The heat map needs a zoom and a box.",
                "Give zoom from 0 to \(HeatCells.finest), and box=LEFT,TOP,RIGHT,BOTTOM in cells, at most "
                    + "\(Self.mostCells) wide and high.")
        }
        let answer = try heat.answer(at: store.stamp) { try history().days }
        return .json { json in
            json.object { json in
                json.add("zoom", zoom)
                json.add("share", answer.share, places: 3)
                json.add("most", answer.cells.most(zoom: zoom))
                json.array("cells", of: answer.cells.cells(zoom: zoom, in: box)) { cell, json in
                    json.append(cell.column)
                    json.append(cell.row)
                    json.append(cell.count)
                }
            }
        }
    }

    /// The box of left, top, right and bottom; nil if it is empty, too large or far from the map.
    private static func box(_ numbers: [Int?]) -> HeatCells.Box? {
        let numbers = numbers.compactMap(\.self)
        guard numbers.count == 4,
            (1...mostCells).contains(numbers[2] - numbers[0]), (1...mostCells).contains(numbers[3] - numbers[1])
        else { return nil }
        return HeatCells.Box(columns: numbers[0]..<numbers[2], rows: numbers[1]..<numbers[3])
    }
}
