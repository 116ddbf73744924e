// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import GaitwayBase

/// Answers can be told apart by everyone, and what is written on their colours can be read.
struct ActivityPaletteTests {
    private static let kinds = ["light", "dark"]

    private static func shades(_ kind: String) -> [ActivityPalette.Shade] {
        Prediction.allCases.compactMap(ActivityPalette.colour).map { kind == "light" ? $0.light : $0.dark }
    }

    /// What each kind of eye makes of linear red, green and blue: all cones, then without those for long, middle and
    /// short waves (Machado et al., 2009, severity 1).
    private static let eyes: [[[Double]]] = [
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ]

    private static func linear(_ colour: String) throws -> [Double] {
        let number = try #require(Int(colour.dropFirst(), radix: 16))
        return [16, 8, 0].map { shift in
            let value = Double(number >> shift & 255) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
    }

    private static func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
        matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
    }

    /// CIE 1976 L*, a*, b* under daylight (D65).
    private static func laboratory(_ linear: [Double]) -> [Double] {
        let toXYZ = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
        let roots = zip(product(toXYZ, linear.map { min(max($0, 0), 1) }), [0.9505, 1, 1.089]).map { value, white in
            let share = value / white
            return share > 216.0 / 24389 ? cbrt(share) : (24389.0 / 27 * share + 16) / 116
        }
        return [116 * roots[1] - 16, 500 * (roots[0] - roots[1]), 200 * (roots[1] - roots[2])]
    }

    @Test(arguments: [("light", 20.0), ("dark", 27.0)])
    func coloursKeepApartForEveryEye(kind: String, least: Double) throws {
        let colours = try Self.shades(kind).map { try Self.linear($0.colour) }
        for eye in Self.eyes {
            let seen = colours.map { Self.laboratory(Self.product(eye, $0)) }
            for (index, one) in seen.enumerated() {
                for other in seen[..<index] {
                    let difference = zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
                    #expect(difference >= least)
                }
            }
        }
    }

    @Test(arguments: kinds) func lettersCanBeRead(kind: String) throws {
        for shade in Self.shades(kind) {
            let luminance = try [shade.colour, shade.letters].map { colour in
                zip(try Self.linear(colour), [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.1 }
            }.sorted()
            #expect((luminance[1] + 0.05) / (luminance[0] + 0.05) >= 4.5, "\(shade)")
        }
    }
}
