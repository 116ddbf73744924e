// SPDX-License-Identifier: Apache-2.0
/// A page: one file of HTML that needs nothing from elsewhere, opens from disk, prints and fits a phone. It reads as
/// XML too.
struct PageDocument {
    var title: String
    /// What kind of page it is, above the heading.
    var kicker: String
    /// A link above the heading to the page that this one belongs to; empty for a page of its own.
    var wayBack: Markup = ""
    /// The heading, shown above the sections and as the window's title.
    var heading: String
    /// One or two sentences below the heading.
    var lead: Markup
    /// The part between the lead and the list of contents.
    var introduction: Markup = ""
    var sections: [PageSection]
    /// Markup behind the parts.
    var body: Markup = ""
    /// The end of the page, below a rule.
    var footer: Markup
    /// Style sheets beside the kit's.
    var styles: [PageAsset] = []
    /// The page's script; nil for a page without one.
    var script: PageScript?
    /// Directives of the security policy that let the page fetch from elsewhere; empty unless the user named a server.
    var permissions: [String] = []
    /// True to list the parts above the first.
    var hasContents = true

    /// The end of a page: the command that makes the page again.
    static func footer(_ command: String, on date: String? = nil) -> Markup {
        """
        <p>Made \(date.map { "on " + $0 + " " } ?? "")by</p>
        <pre><code>\(command)</code></pre>

        """
    }

    var html: String {
        let links = sections.map { section -> Markup in
            """
            <li><a href="#\(section.identifier)">\(section.title)</a></li>
            """
        }
        let contents: Markup =
            !hasContents || sections.count < 2 ? "" : "<nav aria-label=\"Sections\"><ul>\(links)</ul></nav>\n"
        let page: Markup = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <meta name="color-scheme" content="light dark"/>
            <meta name="referrer" content="no-referrer"/>
            <meta http-equiv="Content-Security-Policy" content="\(Markup(stringLiteral: policySource))"/>
            <title>\(title)</title>
            <style>
            \(PageStyle.sheet)\(styles.map { Markup(stringLiteral: $0.text) })</style>
            </head>
            <body>
            <header>
            <div class="page-top"><p class="kicker">\(wayBack)\(kicker)</p>
            \(contents)</div>
            <h1>\(heading)</h1>
            <p class="lead">\(lead)</p>
            \(introduction)</header>
            <main>
            \(sections.map(\.markup))\(body)</main>
            <footer>
            \(footer)</footer>
            \(script?.markup ?? "")</body>
            </html>

            """
        return page.source
    }

    /// The security policy: styles of the page's own, its one script by its hash, and nothing else. Its quotes are not
    /// markup.
    var policySource: String {
        let scripts = script.map { ["script-src " + $0.policySource] } ?? []
        return (["default-src 'none'", "style-src 'unsafe-inline'"] + scripts + permissions).joined(separator: "; ")
    }
}
