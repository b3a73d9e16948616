// The look of the reference: light and dark, from a phone to three columns.

export const style = `
:root {
  --page: #fff; --panel: #f6f8fa; --text: #1f2328; --quiet: #57606a; --line: #d8dee4; --accent: #0b57d0;
  --get: #0b57d0; --post: #136c34; --put: #7d4e00; --patch: #6639ba; --delete: #b3261e;
  --code: #f6f8fa; --code-text: #1f2328; --mark: #eef4ff;
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace;
  --bar: 3.5rem;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1318; --panel: #161b22; --text: #e6edf3; --quiet: #9aa6b2; --line: #2b333d; --accent: #7cb0ff;
    --get: #7cb0ff; --post: #5fd38a; --put: #e3b25b; --patch: #c4a5ff; --delete: #ff8f87;
    --code: #161b22; --code-text: #e6edf3; --mark: #17233a;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: calc(var(--bar) + 1rem); -webkit-text-size-adjust: 100%; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
body {
  margin: 0; background: var(--page); color: var(--text); font: 15px/1.6 var(--sans);
  display: grid; grid-template: var(--bar) 1fr / 15.5rem minmax(0, 1fr); min-height: 100vh;
}
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
p { margin: 0 0 0.75rem; }
h1, h2, h3 { line-height: 1.25; margin: 0; }
h1 { font-size: 1.9rem; letter-spacing: -0.02em; margin-bottom: 0.75rem; }
h2 { font-size: 1.25rem; letter-spacing: -0.01em; }
h2 a { color: inherit; text-decoration: none; }
h2 a:hover { text-decoration: underline; }
h3 { font-size: 0.8rem; font-weight: 600; color: var(--quiet); margin: 1.5rem 0 0.5rem; }
h3:first-child { margin-top: 0; }
code { font: 0.87em var(--mono); overflow-wrap: anywhere; }
p code, li p code { background: var(--panel); padding: 0.1em 0.3em; border-radius: 4px; }

header {
  grid-column: 1 / -1; position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: 1.25rem;
  padding: 0 1.5rem; background: var(--page); border-bottom: 1px solid var(--line);
}
.home { font-weight: 650; color: inherit; text-decoration: none; width: 12.75rem; flex: none; }
.home span { color: var(--quiet); font-weight: 400; }
.menu { display: none; }
form { position: relative; flex: 1; max-width: 26rem; }
input[type='search'] {
  width: 100%; font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line);
  border-radius: 8px; padding: 0.3rem 0.75rem;
}
input::placeholder { color: var(--quiet); opacity: 1; }
#results {
  position: absolute; top: calc(100% + 0.4rem); left: 0; width: max(100%, 24rem); max-width: calc(100vw - 2rem);
  max-height: 70vh; overflow: auto; padding: 0.4rem; background: var(--page); border: 1px solid var(--line);
  border-radius: 10px; box-shadow: 0 12px 32px rgb(0 0 0 / 0.2);
}
#results a { display: block; padding: 0.4rem 0.6rem; border-radius: 6px; color: inherit; text-decoration: none; }
#results a:hover, #results a:focus { background: var(--mark); }
#results code { display: block; color: var(--quiet); }
fieldset { display: flex; align-items: center; gap: 0.25rem; border: 0; margin: 0 0 0 auto; padding: 0; }
legend { float: left; color: var(--quiet); font-size: 0.85rem; margin-right: 0.5rem; padding: 0; }
label { font-size: 0.85rem; padding: 0.2rem 0.6rem; border-radius: 6px; cursor: pointer; }
label:has(:checked) { background: var(--mark); color: var(--accent); font-weight: 600; }
label:has(:focus-visible) { outline: 2px solid var(--accent); }
label input { position: absolute; opacity: 0; width: 1px; height: 1px; }

nav {
  grid-column: 1; grid-row: 2; position: sticky; top: var(--bar); align-self: start; height: calc(100vh - var(--bar));
  overflow-y: auto; padding: 1.25rem 0.75rem 2rem 1.5rem; border-right: 1px solid var(--line); font-size: 0.9rem;
}
nav h2 { font-size: 0.8rem; color: var(--quiet); letter-spacing: 0; margin: 1.25rem 0 0.4rem 0.6rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav ul ul { margin: 0.2rem 0 0.6rem; }
nav a { display: block; color: inherit; text-decoration: none; padding: 0.22rem 0.6rem; border-radius: 6px; }
nav a:hover { background: var(--panel); }
nav a[aria-current] { background: var(--mark); color: var(--accent); font-weight: 600; }
nav li li a { display: grid; grid-template-columns: 3rem 1fr; gap: 0.4rem; align-items: baseline; line-height: 1.35; font-size: 0.85rem; }
nav p { margin: 1.5rem 0 0; }

main { grid-column: 2; grid-row: 2; padding: 2rem 2rem 6rem; min-width: 0; }
.method { font: 700 0.68rem var(--mono); letter-spacing: 0.03em; color: var(--text); }
.method.get { color: var(--get); } .method.post { color: var(--post); } .method.put { color: var(--put); }
.method.patch { color: var(--patch); } .method.delete { color: var(--delete); }
.endpoint { margin: 0.5rem 0 1rem; }
.endpoint .method, .status { padding: 0.15rem 0.4rem; border: 1px solid var(--line); border-radius: 5px; font-size: 0.75rem; }
.endpoint code { background: none; padding: 0; }
.status { font: 600 0.75rem var(--mono); }
.twin { color: var(--quiet); font-size: 0.9rem; }

.operation, .object, .intro, .group, .error { border-top: 1px solid var(--line); padding: 2.25rem 0; }
.intro { border: 0; padding-top: 0; }
.operation, .object, .intro { display: grid; gap: 1.5rem 2.5rem; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
.operation .text, .operation .parameters { grid-column: 1; }
.operation .examples { grid-column: 2; grid-row: 1 / span 2; }
.intro > div:first-child, .error, .text { max-width: 44rem; }
.responses { list-style: none; margin: 0; padding: 0; font-size: 0.9rem; }
.responses li { display: grid; grid-template-columns: 3.2rem 1fr; align-items: baseline; margin-bottom: 0.3rem; }
.responses p { margin: 0; }
.responses .status { justify-self: start; }

.fields { list-style: none; margin: 0; padding: 0; font-size: 0.92rem; }
.fields > li { padding: 0.6rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.fields > li:first-child { border-top: 0; padding-top: 0; }
.fields p { margin: 0.15rem 0 0; color: var(--quiet); }
.fields details { margin-top: 0.35rem; }
.fields details > .fields { margin: 0.4rem 0 0; padding-left: 0.9rem; border-left: 2px solid var(--line); }
.name { font-weight: 600; }
.type { color: var(--quiet); font-size: 0.85rem; font-weight: 400; }
.required { color: var(--delete); font-size: 0.8rem; font-weight: 600; }
summary { cursor: pointer; color: var(--accent); font-size: 0.85rem; width: fit-content; }

.examples { min-width: 0; font-size: 0.85rem; }
.example { margin: 0 0 0.9rem; border: 1px solid var(--line); border-radius: 10px; background: var(--code); color: var(--code-text); overflow: hidden; }
figcaption, .example > summary { display: block; width: auto; padding: 0.4rem 0.85rem; color: var(--quiet); font-size: 0.8rem; font-weight: 600; }
figcaption span { font-weight: 400; }
.example > summary::before { content: '▸ '; }
.example[open] > summary::before { content: '▾ '; }
.example[open] > summary, figcaption { border-bottom: 1px solid var(--line); }
.example .status { border: 0; padding: 0; }
pre { position: relative; margin: 0; padding: 0.75rem 0.85rem; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 30rem; overflow-y: auto; line-height: 1.5; }
pre button {
  position: absolute; top: 0.4rem; right: 0.4rem; font: 0.75rem var(--sans); color: var(--quiet); cursor: pointer;
  background: var(--page); border: 1px solid var(--line); border-radius: 6px; padding: 0.15rem 0.5rem; opacity: 0;
}
pre:hover button, button:focus-visible { opacity: 1; }
@media (hover: none) { pre button { opacity: 1; } }
body:has(#in-curl:checked) :is(.in-client, .in-python),
body:has(#in-client:checked) :is(.in-curl, .in-python),
body:has(#in-python:checked) :is(.in-curl, .in-client) { display: none; }

.group > p { color: var(--quiet); margin: 0.25rem 0 0.75rem; }
.index { list-style: none; margin: 0; padding: 0; }
.index li { display: grid; grid-template-columns: minmax(0, 20rem) minmax(0, 1fr); gap: 0 1rem; padding: 0.2rem 0; align-items: baseline; }
.index a { color: inherit; text-decoration: none; display: grid; grid-template-columns: 3.6rem 1fr; align-items: baseline; }
.index a:hover { color: var(--accent); text-decoration: underline; }
.index code { color: var(--quiet); }
:target h2, li:target { color: var(--accent); }

@media (min-width: 94rem) {
  .operation { grid-template-columns: minmax(0, 0.8fr) minmax(0, 1fr) minmax(0, 1.15fr); }
  .operation .parameters { grid-column: 2; }
  .operation .examples { grid-column: 3; grid-row: 1; }
}
@media (max-width: 64rem) {
  .operation, .object, .intro { grid-template-columns: minmax(0, 1fr); }
  .operation .examples, .operation .text, .operation .parameters { grid-column: 1; grid-row: auto; }
}
@media (max-width: 48rem) {
  :root { --bar: 6rem; }
  body { display: block; }
  header { flex-wrap: wrap; gap: 0 0.75rem; padding: 0.5rem 1rem; height: var(--bar); align-content: space-evenly; }
  .home { width: auto; }
  .menu { display: inline; margin-left: auto; order: 1; font-size: 0.9rem; }
  form { order: 2; flex: 1 1 8rem; }
  fieldset { order: 3; margin: 0; }
  legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  label { padding: 0.2rem 0.4rem; }
  main { padding: 1.25rem 1rem 3rem; }
  nav { position: static; height: auto; border: 0; border-top: 1px solid var(--line); padding: 1.5rem 1rem 3rem; scroll-margin-top: 0; }
  nav a { padding: 0.45rem 0.6rem; }
  .index li { grid-template-columns: 1fr; padding: 0.35rem 0; }
  .index code { padding-left: 3.6rem; }
}
@media print { header, nav { display: none; } body { display: block; } }
`;
