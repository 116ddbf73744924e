import Colours

/// The style sheet of a page: system fonts, light and dark, wide and narrow, screen and paper.
enum PageStyle {
    /// The whole sheet; it has no character that means something to XML.
    static let sheet = Markup(stringLiteral: colours + text + tables + figures + timelines + media)

    private static let colours = """
        :root {
          --paper: #fcfcfa; --ink: #1b1f24; --quiet: #56606b; --rule: #dcdfe2; --shade: #f1f2f1; --accent: #1f5f99;
          --right: 116 173 209; --wrong: 240 140 88; --extent: #9db8cf; --bar: #cfd6dc;
          \(ActivityPalette.variables(\.light))
        }
        @media screen and (prefers-color-scheme: dark) {
          :root {
            --paper: #15181b; --ink: #e7e9eb; --quiet: #a0a9b2; --rule: #30363c; --shade: #1e2226; --accent: #8fc1ee;
            --right: 30 96 140; --wrong: 172 76 32; --extent: #49667f; --bar: #3b434b;
            \(ActivityPalette.variables(\.dark))
          }
        }
        .stationary { --own: var(--stationary); --on: var(--on-stationary); }
        .walking { --own: var(--walking); --on: var(--on-walking); }
        .running { --own: var(--running); --on: var(--on-running); }
        .cycling { --own: var(--cycling); --on: var(--on-cycling); }
        .automotive { --own: var(--automotive); --on: var(--on-automotive); }
        .none { --own: var(--none); --on: var(--on-none); }
        .low { --own: var(--bar); }
        .medium { --own: var(--extent); }
        .high { --own: var(--accent); }
        .unknown { --own: transparent; --on: var(--ink); }

        """

    private static let text = """
        * { box-sizing: border-box; }
        html { color-scheme: light dark; -webkit-text-size-adjust: 100%; }
        body { margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 68rem; background: var(--paper); color: var(--ink);
          font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif; }
        h1, h2, h3 { line-height: 1.2; text-wrap: balance; overflow-wrap: anywhere; }
        h1 { margin: 0; font-size: 2rem; letter-spacing: -0.02em; }
        h2 { margin: 0 0 0.4rem; font-size: 1.35rem; letter-spacing: -0.01em; }
        h3 { margin: 0 0 0.6rem; font-size: 1rem; }
        p { max-width: 44rem; }
        .kicker { margin: 0 0 0.3rem; color: var(--quiet); font-size: 0.85rem; }
        .lead { margin: 0.3rem 0 1.4rem; color: var(--quiet); }
        .aside, figcaption { color: var(--quiet); font-size: 0.85rem; max-width: 44rem; margin: 0.7rem 0 0; }
        section { margin-top: 3.5rem; padding-top: 1.6rem; border-top: 1px solid var(--rule); scroll-margin-top: 0.5rem; }
        nav ul { display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem; margin: 1.8rem 0 0; padding: 0; list-style: none; font-size: 0.9rem; }
        a { color: var(--accent); text-underline-offset: 0.2em; }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
        footer { margin-top: 3.5rem; padding-top: 1.2rem; border-top: 1px solid var(--rule); color: var(--quiet); font-size: 0.85rem; }
        footer p { margin: 0 0 0.3rem; }
        pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 0.85rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
        small { font-size: 0.75rem; color: var(--quiet); font-weight: 400; }
        .headline { display: grid; grid-template-columns: repeat(4, 1fr); gap: 1.3rem 1.5rem; margin: 1.8rem 0 0; }
        .headline div { padding-top: 0.6rem; border-top: 2px solid var(--ink); }
        .headline dt { color: var(--quiet); font-size: 0.85rem; }
        .headline dd { margin: 0; }
        .headline b { display: block; font-size: 1.9rem; line-height: 1.25; font-weight: 600; letter-spacing: -0.02em;
          font-variant-numeric: tabular-nums; }
        .note { display: block; color: var(--quiet); font-size: 0.8rem; font-variant-numeric: tabular-nums; }
        .headline .words { font-size: 1.3rem; line-height: 1.8; }
        .notes { margin: 0 0 1.4rem; padding: 0.8rem 1rem 0.8rem 2rem; max-width: 44rem; background: var(--shade); border-left: 4px solid var(--accent);
          overflow-wrap: anywhere; }
        .notes li + li { margin-top: 0.3rem; }
        .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

        """

    private static let tables = """
        .scroll { overflow-x: auto; margin: 0 0 1.6rem; }
        table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
        caption { padding: 0 0 0.5rem; text-align: left; font-weight: 600; font-size: 0.9rem; }
        th, td { padding: 0.3rem 1.1rem 0.3rem 0; text-align: left; vertical-align: baseline; font-weight: 400; }
        tr th:last-child, tr td:last-child { padding-right: 0; }
        thead th { color: var(--quiet); font-size: 0.8rem; vertical-align: bottom; border-bottom: 1px solid var(--rule); }
        tbody tr + tr th, tbody tr + tr td { border-top: 1px solid var(--shade); }
        caption span { display: inline-block; width: max-content; max-width: calc(100vw - 2rem); }
        th small { display: block; white-space: nowrap; }
        .only-narrow { display: none; }
        .number { text-align: right; white-space: nowrap; }
        thead .number { white-space: normal; }
        .parts .whole th, .parts .whole td { border-top: 1px solid var(--quiet); }
        .parts .whole th { font-weight: 600; }
        .parts .part th { padding-left: 1.1rem; }
        .parts th:has(.swatch) { white-space: normal; overflow-wrap: anywhere; min-width: 8rem; }
        .long { overflow-wrap: anywhere; min-width: 12rem; }
        th:has(.swatch) { white-space: nowrap; }
        .swatch { display: inline-block; width: 0.75em; height: 0.75em; margin-right: 0.45em; background: var(--own); }
        .swatch.round { border-radius: 50%; }
        .swatch.unknown { border: 1px dashed var(--quiet); }
        .keys { display: flex; flex-wrap: wrap; gap: 0.1rem 1rem; margin: 0 0 0.8rem; font-size: 0.85rem; color: var(--quiet); }
        .confusion { font-size: 1rem; width: 100%; max-width: 50rem; table-layout: fixed; border-spacing: 2px; border-collapse: separate; }
        .confusion th:first-child, .confusion .corner { width: 6.2rem; }
        .confusion td, .confusion th { padding: 0.35rem 0.2rem; text-align: center; border: 0; vertical-align: middle; }
        .confusion tbody th { padding-right: 0.6rem; text-align: right; font-size: 0.9rem; }
        .confusion thead th { color: var(--ink); font-size: 0.9rem; }
        .confusion .corner { color: var(--quiet); font-size: 0.75rem; text-align: right; padding-right: 0.6rem; line-height: 1.35; }
        .confusion .corner span { display: block; }
        .confusion b, .confusion small { display: block; line-height: 1.25; }
        .confusion b { font-weight: 500; white-space: nowrap; }
        .confusion small { color: inherit; }
        .confusion td.right { background: rgb(var(--right) / var(--share)); }
        .confusion td.wrong { background: rgb(var(--wrong) / min(0.9, calc(var(--share) * 3))); }
        .confusion td.nothing { color: var(--quiet); }

        """

    private static let figures = """
        figure { margin: 0 0 2.2rem; }
        .plot { min-width: 9rem; width: 40%; }
        .axis, .range, .track, .diverging { position: relative; display: block; }
        .axis { height: 1.1em; }
        .axis span { position: absolute; bottom: 0; transform: translateX(-50%); white-space: nowrap; }
        .axis span:first-child { transform: none; }
        .axis span:last-child { transform: translateX(-100%); }
        .range { height: 0.7rem; background: linear-gradient(var(--rule), var(--rule)) 0 50% / 100% 1px no-repeat; }
        .extent { position: absolute; top: calc(50% - 2.5px); height: 5px; min-width: 2px; background: var(--extent); }
        .point { position: absolute; top: calc(50% - 5px); width: 3px; height: 10px; margin-left: -1.5px; background: var(--ink); }
        .groups { width: 100%; }
        .groups th[scope=row] { overflow-wrap: anywhere; line-height: 1.3; }
        .groups tbody td, .groups tbody th { padding-top: 0.15rem; padding-bottom: 0.15rem; vertical-align: middle; }
        .columns .groups { font-size: 0.8rem; }
        .track { height: 1.1rem; margin-right: 0.35rem; border-right: 1px solid var(--rule);
          background: linear-gradient(var(--rule), var(--rule)) 50% 0 / 1px 100% no-repeat; }
        .track .bar { position: absolute; left: 0; top: 0.3rem; height: 0.5rem; background: var(--bar); }
        .dot { position: absolute; top: 0.55rem; width: 0.6rem; height: 0.6rem; margin: -0.3rem 0 0 -0.3rem; border-radius: 50%;
          background: var(--own); box-shadow: 0 0 0 1px var(--paper); }
        .dot.few { background: var(--paper); border: 2px solid var(--own); }
        .columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 0 2.5rem; }
        .columns .plot { width: 30%; min-width: 6.5rem; }
        .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 1rem 2.5rem; max-width: 52rem; }
        .reliability svg { display: block; width: 100%; max-width: 25rem; height: auto; }
        svg text { fill: var(--quiet); font-size: 11px; font-variant-numeric: tabular-nums; }
        svg .figure { fill: var(--ink); font-size: 13px; }
        svg .count { font-size: 8.5px; }
        svg .middle { text-anchor: middle; }
        svg .end { text-anchor: end; }
        svg .grid { stroke: var(--rule); fill: none; }
        svg .base, svg .diagonal { stroke: var(--quiet); fill: none; }
        svg .diagonal { stroke-dasharray: 3 3; }
        svg .gap { stroke: var(--running); stroke-width: 2; }
        svg .gap.few { stroke: var(--rule); }
        svg circle.many { fill: var(--accent); }
        svg circle.few { fill: var(--paper); stroke: var(--accent); stroke-width: 2; }
        svg .bar { fill: var(--bar); }
        details { font-size: 0.9rem; }
        summary { color: var(--accent); cursor: pointer; margin: 0.4rem 0; }
        .cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(19rem, 100%), 1fr)); gap: 1.8rem 2.2rem; }
        .features { width: 100%; align-self: start; }
        .features th { padding: 0.25rem 0.8rem 0.25rem 0; line-height: 1.25; font-size: 0.85rem; }
        .features td { width: 36%; padding: 0.25rem 0; vertical-align: middle; }
        .features td.number { width: 2.8rem; color: var(--quiet); font-size: 0.8rem; }
        .diverging { height: 0.8rem; background: linear-gradient(var(--quiet), var(--quiet)) 50% 0 / 1px 100% no-repeat; }
        .diverging .bar { position: absolute; top: 0.1rem; height: 0.6rem; background: var(--own); }
        .diverging .whisker { position: absolute; top: 0.4rem; height: 1px; margin-top: -0.5px; background: var(--ink); }

        """

    private static let timelines = """
        .stave { display: grid; grid-template-columns: 5.2rem 1fr; column-gap: 0.7rem; row-gap: 2px; margin-bottom: 1.1rem; }
        .stave .name { color: var(--quiet); font-size: 0.75rem; line-height: 1; text-align: right; display: flex; flex-direction: column;
          justify-content: space-evenly; }
        .stave .name span:only-child { margin: auto 0; }
        .stave .name:has(span + span) { justify-content: space-between; }
        .lane { position: relative; width: var(--length); }
        .lane svg { display: block; width: 100%; height: 100%; }
        .lane.labels { height: 1.3rem; }
        .lane.areas { height: 5.5rem; background: repeating-linear-gradient(45deg, var(--shade) 0 4px, var(--rule) 4px 5px); }
        .lane.band { height: 0.7rem; background: repeating-linear-gradient(45deg, var(--shade) 0 4px, var(--rule) 4px 5px); }
        .lane.confidence { height: 0.8rem; }
        .lane.minutes { height: 1.2rem; }
        .lane svg path, .lane svg rect { fill: var(--own); shape-rendering: crispEdges; }
        .labels > span { position: absolute; top: 0; bottom: 0; padding: 0 0.35rem; overflow: hidden; background: var(--own); color: var(--on);
          font-size: 0.75rem; line-height: 1.3rem; white-space: nowrap; border-left: 1px solid var(--paper); }
        .labels > .tiny > span { display: none; }
        .minutes i { position: absolute; top: 0; width: 1px; height: 4px; background: var(--quiet); font-style: normal; }
        .minutes span { position: absolute; top: 4px; left: 0; transform: translateX(-50%); font-size: 0.75rem; color: var(--quiet);
          white-space: nowrap; line-height: 1.2; }
        .minutes i:first-child span { transform: none; }
        .minutes .last span { transform: translateX(-100%); }

        """

    private static let media = """
        @media (max-width: 54rem) {
          .stack { font-size: 0.8rem; }
          .stack th, .stack td { padding-right: 0.6rem; }
        }
        @media (max-width: 40rem) {
          body { padding: 1.5rem 1rem 3rem; }
          h1 { font-size: 1.6rem; }
          .headline { grid-template-columns: 1fr 1fr; gap: 1rem; }
          .headline b { font-size: 1.6rem; }
          .confusion { font-size: 0.75rem; border-spacing: 1px; }
          .confusion small { font-size: 0.65rem; }
          .confusion thead th { font-size: 0.75rem; vertical-align: bottom; }
          .confusion thead th span { writing-mode: vertical-rl; transform: rotate(180deg); }
          .confusion th:first-child, .confusion .corner { width: 4.9rem; }
          .confusion tbody th { font-size: 0.75rem; padding-right: 0.3rem; }
          .plot { min-width: 6rem; }
          th, td { padding-right: 0.7rem; }
          .groups, .groups thead, .groups tbody { display: block; }
          .groups tr { display: grid; grid-template-columns: 1fr 3.4rem 2.8rem 4.2rem; align-items: end; padding: 0.2rem 0; }
          .groups tbody tr + tr { border-top: 1px solid var(--shade); }
          .groups thead tr { border-bottom: 1px solid var(--rule); }
          .groups tr > th, .groups tbody tr > td { border: 0; padding: 0; }
          .groups th:first-child { grid-column: 1 / -1; }
          .groups .plot { width: auto; margin-right: 0.5rem; }
          .stack, .stack tbody { display: block; }
          .stack caption { display: block; }
          .stack thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
          .stack tr { display: grid; grid-template-columns: 2fr 3fr; gap: 0 1.2rem; padding: 0.5rem 0; border-top: 1px solid var(--rule); }
          .stack tr > th, .stack tr > td, .stack tbody tr + tr th, .stack tbody tr + tr td { min-width: 0; padding: 0; border: 0; }
          .stack tr > th, .stack tr > .long, .stack tr > .plot { grid-column: 1 / -1; width: auto; }
          .stack tr > .plot { order: 1; padding-right: 2px; }
          .stack tr > th { font-weight: 600; }
          .stack th small { display: inline; margin-left: 0.5rem; }
          .stack tr > .number { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 0.5rem; }
          .stack .number::before { content: attr(data-name); color: var(--quiet); font-size: 0.8rem; }
          .stack .only-narrow { display: inline; }
          .parts tbody .whole { border-top: 1px solid var(--quiet); }
          .parts tbody .whole > th, .parts tbody .whole > td { border: 0; }
          .parts .part { padding-left: 1.1rem; }
          .parts .part th { padding-left: 0; }
          .headline .words { font-size: 1.15rem; }
          .stave { grid-template-columns: 3.9rem 1fr; column-gap: 0.4rem; }
          .stave .name, .labels > span, .minutes span { font-size: 0.68rem; }
          .labels > .narrow > span { display: none; }
        }
        @media (max-width: 22rem) {
          .confusion { font-size: 0.65rem; }
          .confusion small { font-size: 0.6rem; }
          .confusion td, .confusion th { padding-left: 0; padding-right: 0; }
          .confusion th:first-child, .confusion .corner { width: 4.6rem; }
        }
        @media print {
          body { max-width: none; padding: 0; font-size: 10pt; }
          nav { display: none; }
          section { margin-top: 1.5rem; }
          .scroll { overflow: visible; }
          .scroll table { font-size: 8pt; }
          .scroll th, .scroll td { padding-right: 0.6rem; }
          tr, .stave, .reliability, .headline, table:not(.groups) { break-inside: avoid; }
          h2, h3, caption, .lead, .keys { break-after: avoid; }
          * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
        }

        """
}
