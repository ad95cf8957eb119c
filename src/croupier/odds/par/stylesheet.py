"""How a PAR sheet looks: sober, for paper first."""

STYLESHEET = """
:root {
  --ink: #16191a; --quiet: #5a6260; --line: #c9cecb; --faint: #eef1ef; --felt: #14493f;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia,
    "Liberation Serif", "DejaVu Serif", serif;
  --sans: "Helvetica Neue", Helvetica, Arial, "Liberation Sans", "DejaVu Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono",
    monospace;
}
@page {
  size: A4; margin: 17mm 15mm 18mm;
  @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif;
    color: #5a6260; }
}
* { box-sizing: border-box; }
html { color: var(--ink); background: #fff; font: 10.5pt/1.45 var(--serif);
  font-variant-numeric: lining-nums; -webkit-text-size-adjust: 100%; }
body { margin: 0; }
main { max-width: 190mm; margin: 0 auto; padding: 14mm 5mm; }
a { color: inherit; text-decoration-color: var(--line); text-underline-offset: 2px; }
header { border-top: 3px solid var(--felt); padding-top: 5mm; }
.kind { margin: 0; font: 600 9pt var(--sans); letter-spacing: .12em; text-transform: uppercase;
  color: var(--felt); }
h1 { margin: 1mm 0 5mm; font-size: 24pt; line-height: 1.15; font-weight: 600; }
h2 { margin: 11mm 0 3mm; padding-bottom: 1.5mm; border-bottom: 1px solid var(--ink);
  font-size: 15pt; line-height: 1.2; font-weight: 600; break-after: avoid; }
h2 span { display: inline-block; min-width: 9mm; color: var(--felt); }
h3 { margin: 5mm 0 1mm; font-size: 11.5pt; font-weight: 600; break-after: avoid; }
p { margin: 0 0 2mm; orphans: 3; widows: 3; }
section > p { break-after: avoid; break-inside: avoid; }
.facts:has(+ figure) { break-after: avoid; break-inside: avoid; }
code { font: .88em var(--mono); }
dl { margin: 0; }
.facts div { display: grid; grid-template-columns: 42mm 1fr; gap: 4mm; padding: 1.1mm 0;
  border-bottom: 1px solid var(--faint); break-inside: avoid; }
.facts dt { font: 600 8.5pt/1.6 var(--sans); color: var(--quiet); }
.facts dd { margin: 0; overflow-wrap: anywhere; font-size: 10pt; white-space: pre-line; }
.clauses { columns: 2; column-gap: 8mm; }
.clauses div { display: grid; grid-template-columns: 17mm 1fr; gap: 2mm; padding: .8mm 0;
  break-inside: avoid; }
.clauses dt { font: 600 8pt/1.6 var(--sans); color: var(--felt); }
.clauses dd { margin: 0; font-size: 9pt; line-height: 1.4; }
.summary { display: flex; flex-wrap: wrap; gap: 4mm 10mm; margin: 6mm 0;
  padding: 4mm 5mm; background: var(--faint); print-color-adjust: exact; }
.summary dt { font: 600 8pt var(--sans); color: var(--quiet); }
.summary dd { margin: 1mm 0 0; font-size: 15pt; font-variant-numeric: lining-nums; }
.rounded { white-space: nowrap; color: var(--quiet); }
.summary .rounded { display: inline-block; margin-left: .3em; font-size: 11pt; }
.facts .rounded { margin-left: .6em; }
nav ol { columns: 2; column-gap: 10mm; margin: 0; padding-left: 6mm; font-size: 9.5pt; }
nav a { text-decoration: none; }
.scroll { overflow-x: auto; }
table { width: 100%; margin: 2mm 0 5mm; border-collapse: collapse; font: 8.5pt/1.35 var(--sans);
  font-variant-numeric: tabular-nums lining-nums; border-bottom: 1px solid var(--ink); }
caption { padding: 0 0 2mm; text-align: left; font: italic 9.5pt/1.35 var(--serif);
  color: var(--quiet); }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th { padding: 1.2mm 1.5mm; text-align: left; vertical-align: bottom; font-weight: 600;
  border-top: 1px solid var(--ink); border-bottom: 1px solid var(--ink); }
td { padding: 1.3mm 1.5mm; vertical-align: top; border-bottom: 1px solid var(--line); }
tr:last-child td { border-bottom: 0; }
th:first-child, td:first-child { padding-left: 0; }
th:last-child, td:last-child { padding-right: 0; }
.figures { text-align: right; white-space: nowrap; }
td .rounded { margin-left: .8em; color: var(--quiet); }
.wagers { font-size: 7.5pt; }
.wagers th, .wagers td { padding-left: .9mm; padding-right: .9mm; }
.wagers td:first-child { font-weight: 600; }
.wagers td:nth-child(5) { white-space: normal; min-width: 13mm; }
.wagers code { white-space: nowrap; }
.wagers th:last-child, .wagers td:last-child { padding-left: 3mm; white-space: nowrap; }
.wagers .rounded, .matrix .rounded { display: block; margin: 0; }
.steps, .voids { table-layout: fixed; }
.steps th:first-child { width: 34mm; }
.steps th:last-child { width: 18mm; }
.steps td:first-child, .pieces td:first-child { font-weight: 600; }
.voids th:first-child { width: 16mm; }
.voids th:nth-child(2) { width: 38mm; }
.voids td:first-child { font-weight: 600; }
.results th:last-child, .results td:last-child { padding-left: 6mm; }
.results th:nth-child(1) { width: 30mm; }
.results th:nth-child(2) { width: 20mm; }
.results th:nth-child(3) { width: 38mm; }
.pieces code { line-height: 1.5; }
.volatility td { padding-top: 1mm; padding-bottom: 1mm; }
.pieces th:last-child { width: 16mm; }
.results tr:has(+ tr td:first-child:empty) td { border-bottom: 0; padding-bottom: .6mm; }
.wagers, .pieces, .results, .volatility, .standings, .matrix { break-inside: avoid; }
.links { table-layout: fixed; }
.links td { padding-left: 0; }
.cite { margin: 0 0 1mm; padding-left: 17mm; text-indent: -17mm; }
.cite:last-child { margin: 0; }
.clause { display: inline-block; width: 17mm; text-indent: 0; font-weight: 600; }
.fraction { display: inline-flex; flex-direction: column; vertical-align: middle;
  text-align: center; line-height: 1.15; font-size: .88em; margin: 0 .1em;
  font-variant-numeric: lining-nums tabular-nums; }
.fraction span:first-child { border-bottom: .6px solid currentColor; padding: 0 .15em; }
.fraction span:last-child { padding: 0 .15em; }
.fraction i { position: absolute; clip-path: inset(50%); }
.facts .fraction, .summary .fraction { display: inline; font-size: 1em; }
.facts .fraction i, .summary .fraction i { position: static; clip-path: none;
  font-style: normal; }
.facts .fraction span, .summary .fraction span { border: 0; padding: 0; }
.derivation { margin: 3mm 0 5mm; break-inside: avoid; }
.derivation:has(li:nth-child(6)) { break-inside: auto; }
.derivation ol { margin: 0; padding: 0; list-style: none; }
.derivation li { display: grid; grid-template-columns: 52mm 1fr; gap: 5mm; padding: 1.2mm 0;
  border-bottom: 1px solid var(--faint); break-inside: avoid; align-items: center; }
.derivation p { margin: 0; font-size: 9.5pt; }
.derivation .formula { font-size: 10.5pt; line-height: 2; }
.formula > span { display: inline-block; margin-right: 2em; }
figure { margin: 4mm 0 6mm; break-inside: avoid; }
figcaption { margin-top: 1.5mm; font: italic 9.5pt var(--serif); color: var(--quiet); }
.bars { display: block; width: 100%; height: auto; font: 11px var(--sans);
  font-variant-numeric: tabular-nums; }
.bars .grid { stroke: #dde1df; stroke-width: 1; }
.bars .axis { stroke: #16191a; stroke-width: 1; }
.bars .gain { fill: #14493f; }
.bars .loss { fill: #9aa39f; }
.bars .label { text-anchor: end; fill: #16191a; }
.bars .value { fill: #16191a; white-space: pre; paint-order: stroke; stroke: #fff;
  stroke-width: 3px; }
.bars .head { text-anchor: end; fill: #5a6260; }
.bars .tick { text-anchor: middle; fill: #5a6260; font-size: 10px; }
.bars .name { text-anchor: middle; fill: #5a6260; }
.strip { display: grid; grid-template-columns: repeat(var(--row), 1fr); gap: 1px; margin: 0;
  padding: 0; list-style: none; }
.strip li { padding: 1.3mm 0; text-align: center; color: #fff;
  font: 600 8pt var(--sans); font-variant-numeric: tabular-nums; print-color-adjust: exact; }
.strip .red { background: #a3262b; }
.strip .black { background: #1d2122; }
.strip .green { background: #1c7355; }
.entry { break-inside: avoid; margin-bottom: 3mm; }
.entry h3 { margin: 0; }
.entry h3 span { display: inline-block; min-width: 8mm; color: var(--felt); }
.entry p { margin: 0 0 0 8mm; font-size: 9.5pt; }
.cited { color: var(--quiet); font: 8.5pt var(--sans); }
footer { margin-top: 10mm; padding-top: 2mm; border-top: 1px solid var(--line);
  font: 8pt var(--sans); color: var(--quiet); }
@media (max-width: 160mm) {
  .clauses { columns: 1; }
  .derivation li, .facts div { display: block; }
}
@media print { main { max-width: none; padding: 0; } .scroll { overflow: visible; } }
"""
