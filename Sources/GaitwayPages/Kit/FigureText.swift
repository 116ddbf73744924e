// SPDX-License-Identifier: Apache-2.0
import GaitwayReports

/// A page: units keep to their numbers, and long counts have commas.
enum PageFigureStyle: FigureStyle {
    static let space = "\u{202F}"
    static let absent = "–"
    static let minus = "−"
    static let separator = ","
    static let tellsNearlyAll = true
}

/// Figures in a page.
typealias FigureText = Figures<PageFigureStyle>
