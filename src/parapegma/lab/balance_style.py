"""The style of a balance report, light and dark."""

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --ink: #22252b; --soft: #5d626a; --line: #dcd9d0; --card: #ffffff;
  --above: #0b7a75; --below: #b3402a; --open: #7b8290; --fair: #a8820f; --winner: #0b7a75; --other: #b9b6ad;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171c; --ink: #e8e6e1; --soft: #a7acb5; --line: #343941; --card: #1c2026;
    --above: #4cc3b9; --below: #f08a72; --open: #8e96a5; --fair: #e0b94a; --winner: #4cc3b9; --other: #5d646f;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { margin: 0; font-size: 1.9rem; line-height: 1.2; }
h1 small { color: var(--soft); font-weight: 400; }
h2 { margin: 2.6rem 0 .4rem; font-size: 1.3rem; }
h3 { margin: 0 0 .2rem; font-size: 1rem; }
p { margin: .3rem 0 .8rem; max-width: 46rem; }
.facts { color: var(--soft); margin: .4rem 0; max-width: none; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1rem; margin: 1rem 0 0; padding: .6rem 0;
  border-block: 1px solid var(--line); }
a { color: var(--above); text-underline-offset: .15em; }
.short { padding: .9rem 1.2rem .9rem 2.2rem; margin: 1.2rem 0; background: var(--card);
  border: 1px solid var(--line); border-left: 4px solid var(--above); border-radius: 8px; }
.short li { margin: .25rem 0; }
.note { padding: .5rem .8rem; border-left: 4px solid var(--fair); background: var(--card); max-width: none; }
.pair { columns: 2 25rem; column-gap: 1rem; margin: .8rem 0; }
.pair figure { break-inside: avoid; }
figure { margin: 0 0 1rem; padding: .8rem 1rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 8px; overflow-x: auto; }
.key { display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin: 0 .3em 0 .8em; }
.key.winner { background: var(--winner); }
.key.other { background: var(--other); }
figcaption { color: var(--soft); font-size: .9rem; }
figure svg { display: block; width: 100%; height: auto; max-width: 34rem; }
figure.broad svg { max-width: none; min-width: 38rem; }
details { margin: .5rem 0 0; }
summary { cursor: pointer; color: var(--above); width: fit-content; }
.wide { overflow-x: auto; margin: .6rem 0 1rem; }
table { border-collapse: separate; border-spacing: 0; width: 100%; background: var(--card); font-size: .9rem;
  font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th { color: var(--soft); font-weight: 600; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; position: sticky; left: 0; background: var(--card); }
td .range { color: var(--soft); font-size: .85em; }
.above { color: var(--above); font-weight: 600; }
.below { color: var(--below); font-weight: 600; }
.none { color: var(--soft); }
code { overflow-wrap: anywhere; }
@media print { nav, summary { display: none; } details > * { display: block; } }
"""
