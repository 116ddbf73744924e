import Foundation
import TestSupport
import Testing

/// The command on real days with expected trips: trips are found and none is invented.
@Suite(.enabled(if: Days.areAvailable, Comment(rawValue: Days.reason))) struct RealDaysTests {
    @Test func tripsAreFoundAndNoneInvented() throws {
        let folder = try TemporaryFolder()
        let result = try Command.run(["trips", "--evaluate", Days.folder ?? "", "--format", "json"], in: folder)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        let root = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
        let pooled = try #require(root["pooled"] as? [[String: Any]])
        func figures(_ name: String) throws -> [String: Any] {
            try #require(pooled.first { $0["name"] as? String == name })
        }
        let still = try figures("all still")
        #expect(still["invented"] as? Int == 0)
        let moving = try figures("all with trips")
        let expected = Double(try #require(moving["expected"] as? Int))
        #expect(moving["invented"] as? Int == 0)
        #expect(Double(try #require(moving["missed"] as? Int)) <= 0.04 * expected)
        #expect(Double(try #require(moving["wrong_cuts"] as? Int)) <= 0.07 * expected)
        #expect(try #require(moving["right_share"] as? Double) > 0.9)
        for (edge, median) in [("start_error_s", 90.0), ("end_error_s", 60)] {
            let error = try #require(moving[edge] as? [String: Double])
            #expect(try #require(error["median"]) < median)
        }
    }
}
