// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayRecognition
import GaitwayReports
internal import GaitwayTimeline

/// One recording as a page of HTML: its answers, probabilities and signals along time.
package struct RidePage {
    let subject: RideSubject
    let ride: RideCollector
    private let data: RideData
    /// JSON for the page of a workspace, whose person labels the ride; nil for a page of its own.
    package var workspace: String?
    /// The server of map tiles; nil for a map without tiles.
    package var tiles: TileServer?
    /// Whether the person of a workspace said yes to streets; nil if the page does not offer them.
    package var hasStreets: Bool?

    /// - Parameter ride: has read the log to its end.
    package init(subject: RideSubject, ride: RideCollector) {
        self.subject = subject
        self.ride = ride
        data = RideData(subject: subject, ride: ride)
    }

    package var html: String { document.html }

    /// The security policy, which a server sends as a header.
    package var policy: String { document.policySource }

    private var document: PageDocument {
        let isServed = workspace != nil
        let ground = MapGround(
            tiles: tiles, land: isServed ? MapGround.served : .parts(land), hasStreets: hasStreets)
        return PageDocument(
            title: title,
            kicker: "Gaitway ride",
            wayBack: isServed ? "<a href=\"/#rides\">All rides</a> " : "",
            heading: title,
            lead: "\(subject.name). \(lead)",
            introduction: "\(notes)\(totals)",
            sections: [course, table, RepairSection(subject: subject, ride: ride).section],
            footer: """
                \(PageDocument.footer(subject.command))\
                <p>Model \(subject.model). \(subject.smoothing.meaning) \
                (\(subject.smoothing.rawValue)).</p>

                """,
            styles: [.axisStyle, .mapStyle, .rideStyle] + (isServed ? [.rideLabelsStyle] : []),
            script: PageScript(
                [.axisScript, .mapScript, .rideScript] + (isServed ? [.rideLabelsScript] : []),
                data: data.json(workspace: workspace, ground: ground)),
            permissions: (isServed ? ["connect-src 'self'"] : []) + ground.permissions())
    }

    /// The parts of the earth around the path.
    private var land: [LandPart] {
        var parts = LandParts()
        for fix in ride.path.fixes { parts.add(fix.latitude, fix.longitude) }
        return parts.parts
    }

    private var title: String {
        RideTitle(subject.name, origin: subject.header.origin, zone: subject.zone, duration: ride.end).text
    }

    /// The ride's date and length.
    var lead: String {
        var text = ""
        if let origin = subject.header.origin {
            let (from, to) = (subject.zone.parts(of: origin), subject.zone.parts(of: origin + ride.end))
            text += "\(from.date) \(from.clock) to " + (from.date == to.date ? "" : to.date + " ")
            let isUniversal = ["UTC", "GMT", "Etc/UTC"].contains(subject.zone.name)
            text += to.clock + (isUniversal ? " UTC. " : " by the clock of \(subject.zone.name). ")
        }
        return text + "\(ClockText.text(wholeSeconds: ride.end.components.seconds)) long."
    }

    /// The sensors and their rates.
    private var sensors: String {
        var sensors: [String] = []
        func sensor(_ name: String, _ rate: Double?) {
            sensors.append(
                name + (rate.map { " \(DecimalText.text($0, places: $0 < 10 ? 1 : 0)) times a second" } ?? ""))
        }
        if let accelerometer = ride.accelerometer { sensor(accelerometer.name, ride.accelerationRate) }
        if ride.rotationRate != nil { sensor("rotation", ride.rotationRate) }
        if subject.header.sensors.contains(.pressure) { sensors.append("pressure") }
        if !ride.path.fixes.isEmpty { sensors.append("position") }
        return sensors.isEmpty ? "" : "Measured: " + sensors.joined(separator: ", ") + "."
    }

    /// Faults and guesses of reading.
    private var notes: Markup {
        NoteList(notes: subject.notes.map { "\($0)" }).markup
    }

    /// The time of each answer, as a list that is the key to the page's colours.
    private var totals: Markup {
        let totals = ride.stretches.totals
        guard ride.end > .zero, !totals.isEmpty else { return "" }
        let shares = FigureText.percents(totals.map(\.time), of: ride.end)
        let items = zip(totals, shares).map { total, share -> Markup in
            let rest =
                total.restTime > .zero
                ? ", \(ClockText.text(wholeSeconds: total.restTime.components.seconds)) of it at rest"
                : FigureText.steps(total.steps).map { ", " + $0 } ?? ""
            let note =
                total.isBySpeed ? ", by speed alone" : total.reason.map { $0.isEmpty ? "" : " (\($0))" } ?? rest
            return """
                <li><span class="swatch \(total.prediction.name)"></span>\(Self.name(of: total.prediction))
                <b>\(ClockText.text(wholeSeconds: total.time.components.seconds))</b>
                <span class="ride-note">\(share)\(note)</span></li>

                """
        }
        return """
            <ul class="ride-totals" aria-label="The time of each answer">
            \(items)</ul>

            """
    }

    private var course: PageSection {
        PageSection(
            identifier: "course", title: "Along time",
            content: """
                <noscript>\
                <p>The drawings and the table of stretches need the page’s script. \
                Your browser does not run scripts.</p></noscript>
                <div id="ride-course" class="ride-course"></div>
                <details class="ride-how"><summary>How to read and move the lanes</summary>
                <p>Point at a moment to see it in every lane. Drag to zoom in, double-click to see the whole ride. \
                <span class="ride-keys">The buttons and these keys do the same: <kbd>Space</kbd> <kbd>+</kbd> \
                <kbd>−</kbd> <kbd>←</kbd> <kbd>→</kbd> <kbd>Home</kbd> <kbd>End</kbd> <kbd>Esc</kbd>.</span></p>
                <p>\(sensors) The answer is pale and striped where its probability, as the mean of half a minute, is \
                below a half. \(resolution)</p></details>

                """,
            isTitleHidden: true)
    }

    /// The resolution of the drawings in words.
    private var resolution: String {
        var parts: [String] = []
        let each = ride.estimates.windowsPerGroup
        parts.append(
            each == 1
                ? "Probabilities, confidence and the windows’ own answers: one value for each window of 5.12 s, drawn "
                    + "until the next begins 2.56 s later."
                : "Probabilities: the mean of \(each) windows. Confidence and the windows’ own answers: the most "
                    + "frequent value in them. Stretches use every window.")
        parts.append(
            "Acceleration\(ride.rotationRate == nil ? "" : " and rotation"): least, mean and greatest magnitude in "
                + "each \(Self.seconds(ride.acceleration.extents.step)).")
        if let image = data.image {
            let columns = ride.spectrogram.columns
            let joined = columns.step / Spectrogram.hop
            parts.append(
                "Spectrogram: the power of all three axes in Hann windows of 5.12 s, "
                    + (joined == 1 ? "one every 2.56 s" : "the mean of \(joined) at a time")
                    + ", in rows of \(DecimalText.text(image.rowWidth, places: 2)) Hz"
                    + (Double(image.rows) * image.rowWidth < 12 ? ", up to half the log’s rate." : "."))
        } else {
            parts.append("There is no spectrogram: it needs 5.12 s without a gap.")
        }
        if ride.path.leastStep > 0 {
            parts.append("Path: at most one fix every \(Self.seconds(ride.path.leastStep)).")
        }
        if ride.path.leftOut > 0 {
            parts.append(
                FigureText.count(ride.path.leftOut, "fix", "fixes")
                    + " left out of the path: accuracy above 200 m, or outside the ride.")
        }
        if parts.count > 0 { parts.append("Your browser averages whatever is narrower than a pixel.") }
        return parts.joined(separator: " ")
    }

    private var table: PageSection {
        let all = ride.stretches
        var lead =
            "The stretches of one answer, as the command prints them. Click a row to see it in the drawings above."
        if all.folded > 0 {
            lead +=
                all.folded == 1
                ? " 1 short stretch is folded into a neighbour."
                : " \(FigureText.count(all.folded)) short stretches are folded into their neighbours."
        }
        if all.stretches.count > RideData.mostStretches {
            lead +=
                " The page has room for the first \(FigureText.count(RideData.mostStretches)) of "
                + "\(FigureText.count(all.stretches.count)); the command prints all of them. "
                + "After that, the drawing shows the windows’ own answers."
        }
        return PageSection(
            identifier: "stretches", title: "Stretches", lead: "\(lead)",
            content: "<div id=\"ride-stretches\"></div>\n")
    }

    /// An answer in a person's words.
    static func name(of prediction: Prediction) -> String {
        prediction == .noneOfThese ? "none of these" : prediction.name
    }

    /// Nanoseconds as seconds with as few decimals as they need, at most two: `2.56 s`.
    static func seconds(_ nanoseconds: Int64) -> String {
        var text = DecimalText.text(Double(nanoseconds) * 1e-9, places: 2)
        while text.hasSuffix("0") || text.hasSuffix(".") {
            let isPoint = text.hasSuffix(".")
            text.removeLast()
            if isPoint { break }
        }
        return text + " s"
    }
}
