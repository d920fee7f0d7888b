/** The whole style of the HTML report: light and dark by the reader's own wish, fit for a telephone and for paper. */
export const reportStyle = `
:root { color-scheme: light dark; --ink: #1d2128; --soft: #59606b; --paper: #fff; --card: #f6f7f9; --line: #dde1e7;
  --good: #1a7f4b; --bad: #b3261e; --wait: #8a5a00; --link: #0b57d0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --soft: #a3abb6; --paper: #14171b; --card: #1d2127;
  --line: #333a44; --good: #5fd197; --bad: #ff8a80; --wait: #f0bf5e; --link: #8ab4f8; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 2rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .25rem 0; }
.soft, .soft td { color: var(--soft); }
.next { border-left: 4px solid var(--link); padding: .5rem 1rem; background: var(--card); margin: 1rem 0; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: .5rem; margin: 1rem 0; padding: 0; }
.figures div { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem; }
.figures dt { color: var(--soft); font-size: .85rem; }
.figures dd { margin: 0; font-size: 1.4rem; font-variant-numeric: tabular-nums; }
.figures dd.text { font-size: 1rem; line-height: 2.1rem; overflow-wrap: normal; }
td code { white-space: nowrap; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; white-space: nowrap; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.title { min-width: 12rem; }
.nowrap { white-space: nowrap; }
code { font: .88em ui-monospace, monospace; }
ul { margin: 0; padding-left: 1.2rem; }
li { margin: .2rem 0; }
.critical { color: var(--bad); font-weight: 600; }
.landed, .verified, .green { color: var(--good); }
.failed, .red { color: var(--bad); }
.blocked, .escalated, .warning, .exit_refused { color: var(--wait); }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; }
summary { cursor: pointer; padding: .5rem .75rem; }
details > div { padding: 0 .75rem .75rem; }
@media print { body { max-width: none; padding: 0; } details { break-inside: avoid; } }
`;
