// The stylesheet of the public pages: text first, one accent color, quiet borders. A site differs in its accent color
// only, so that pages need no inline style.

import { accentFor } from './accent.ts';

export const styleOf = (accentColor: string): string => {
  const [light, dark] = [accentFor(accentColor, 'light'), accentFor(accentColor, 'dark')];
  return (
    `:root{--accent:${light.color};--on-accent:${light.on}}` +
    `@media (prefers-color-scheme:dark){:root{--accent:${dark.color};--on-accent:${dark.on}}}${rules}`
  );
};

const rules = `
:root {
  --ink: #16181d; --soft: #5b6270; --line: #e6e8ec; --edge: #8a909c; --page: #fff; --wash: #f7f8fa;
  --ok: #15803d; --plan: #2563eb; --go: #b45309; --bad: #b91c1c; --r: 10px; color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #eceef2; --soft: #a0a7b4; --line: #2a2e37; --edge: #6b7280; --page: #14161a; --wash: #1b1e24;
    --ok: #4ade80; --plan: #7aa7ff; --go: #fbbf24; --bad: #f87171;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--page); color: var(--ink); font: 400 16px/1.55 Inter, system-ui, sans-serif; overflow-wrap: break-word; }
a { color: inherit; text-decoration: none; }
h1, h2, h3, p { margin: 0; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.wrap { max-width: 760px; margin: 0 auto; padding: 0 20px; }
.wide { max-width: 1040px; }
.skip { position: absolute; left: -999px; top: 8px; z-index: 1; padding: 8px 14px; background: var(--page); border: 1px solid var(--edge); border-radius: 8px; }
.skip:focus { left: 12px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

header { border-bottom: 1px solid var(--line); }
header .wrap { display: flex; align-items: center; gap: 28px; min-height: 60px; }
.brand { display: flex; align-items: center; gap: 10px; font-weight: 600; min-width: 0; }
.brand span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.brand i, .brand img { flex: none; width: 26px; height: 26px; border-radius: 8px; }
.brand i { background: var(--accent); }
.brand img { object-fit: contain; }
header nav { display: flex; gap: 4px; flex: 1; }
header nav a { padding: 6px 12px; border-radius: 8px; color: var(--soft); font-weight: 500; font-size: 15px; white-space: nowrap; }
header nav a:hover { color: var(--ink); }
header nav a[aria-current] { color: var(--ink); background: var(--wash); }

main.wrap { width: 100%; flex: 1; padding-block: 36px 80px; }
h1 { font-size: 26px; font-weight: 600; letter-spacing: -.015em; line-height: 1.25; }
.lead { color: var(--soft); margin-top: 4px; }
.back { display: inline-block; font-size: 14px; color: var(--soft); margin-bottom: 16px; }
.back:hover, .meta a:hover, footer a:hover, .count a:hover { color: var(--ink); text-decoration: underline; }

.ask { display: flex; gap: 8px; margin-top: 18px; }
.ask input { flex: 1; min-width: 0; font: inherit; font-size: 17px; padding: 12px 16px; color: inherit; background: var(--page); border: 1px solid var(--edge); border-radius: var(--r); }
.ask input::placeholder { color: var(--soft); opacity: 1; }
.btn { display: inline-block; font: inherit; font-weight: 500; cursor: pointer; border: 1px solid transparent; border-radius: var(--r); padding: 9px 17px; background: var(--accent); color: var(--on-accent); }
.btn.quiet { background: transparent; color: var(--ink); border-color: var(--edge); }
.plain { font: inherit; color: var(--soft); background: none; border: 0; padding: 0; cursor: pointer; }

.near { margin-top: 8px; border: 1px solid var(--line); border-radius: var(--r); overflow: hidden; }
.near ul { list-style: none; margin: 0; padding: 0; }
.near li { display: flex; align-items: center; gap: 14px; padding: 10px 14px; }
.near li + li, .near .new { border-top: 1px solid var(--line); }
.near li > div { min-width: 0; }
.near li a:hover { text-decoration: underline; }
.near .meta { margin-top: 1px; }
.near .vote { min-width: 50px; height: 46px; font-size: 14px; }
.near .vote small { display: none; }
.new { display: block; padding: 12px 14px; background: var(--wash); color: var(--accent); font-weight: 500; }
.new b { font-weight: 600; overflow-wrap: anywhere; }
.new:hover { text-decoration: underline; }
.list + .new, .empty + .new { border-radius: var(--r); margin-top: 4px; }

.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; margin: 24px 0 12px; font-size: 14px; }
.bar a, .bar summary { padding: 5px 11px; border-radius: 8px; color: var(--soft); font-weight: 500; }
.bar a:hover, .bar summary:hover { color: var(--ink); }
.bar a[aria-current] { background: var(--wash); color: var(--ink); }
.bar .count { margin-left: auto; color: var(--soft); }
.bar details { position: relative; }
.bar summary { cursor: pointer; list-style: none; }
.bar summary::-webkit-details-marker { display: none; }
.bar summary::after { content: ""; display: inline-block; width: 6px; height: 6px; margin-left: 7px; border: solid currentColor; border-width: 0 1.5px 1.5px 0; transform: translateY(-2px) rotate(45deg); }
.bar details[open] summary { background: var(--wash); color: var(--ink); }
.bar summary b { color: var(--ink); font-weight: 500; }
.bar ul { position: absolute; z-index: 1; top: calc(100% + 4px); left: 0; min-width: 190px; max-height: 60vh; overflow: auto; margin: 0; padding: 6px; list-style: none; background: var(--page); border: 1px solid var(--line); border-radius: var(--r); box-shadow: 0 10px 30px rgb(0 0 0 / .16); }
.bar li a { display: block; }

.list { list-style: none; margin: 0; padding: 0; }
.post { display: flex; gap: 16px; padding: 18px 0; border-top: 1px solid var(--line); }
.post > div:last-child { min-width: 0; flex: 1; }
.post h2, .post h3 { font-size: 16px; font-weight: 600; }
.post h2 a:hover, .post h3 a:hover, .said p > a:hover, .entry h2 a:hover { text-decoration: underline; }
.post p { color: var(--soft); font-size: 15px; margin-top: 2px; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; }
.vote { flex: none; min-width: 58px; height: 60px; padding: 0 6px; border: 1px solid var(--edge); border-radius: var(--r); background: var(--page); color: inherit; cursor: pointer; display: grid; place-content: center; text-align: center; font: inherit; font-weight: 600; font-size: 16px; line-height: 1.2; }
.vote::before { content: ""; width: 8px; height: 8px; margin: 0 auto 2px; border: solid currentColor; border-width: 2px 0 0 2px; transform: translateY(3px) rotate(45deg); }
.vote small { font-size: 11.5px; font-weight: 400; color: var(--soft); }
.vote:hover { border-color: var(--accent); }
.vote[aria-pressed="true"] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.vote[aria-pressed="true"] small { color: inherit; }
.meta { display: flex; flex-wrap: wrap; gap: 6px 14px; margin-top: 8px; font-size: 13.5px; color: var(--soft); }
.meta > * { min-width: 0; overflow-wrap: anywhere; }
.dot::before { content: ""; display: inline-block; width: 8px; height: 8px; border-radius: 50%; background: var(--c, var(--soft)); margin-right: 7px; }
.unstarted { --c: var(--plan); } .active { --c: var(--go); } .completed { --c: var(--ok); }
.empty { color: var(--soft); padding: 32px 0; border-top: 1px solid var(--line); }
.pages { display: flex; gap: 20px; padding-top: 24px; border-top: 1px solid var(--line); font-weight: 500; font-size: 15px; }
.pages a, .empty a, .more { color: var(--accent); }
.pages a:hover, .empty a:hover, .more:hover { text-decoration: underline; }

.cols { display: grid; grid-template: 'head facts' 'body facts' 1fr / minmax(0, 1fr) 220px; gap: 0 56px; }
.cols > :last-child { grid-area: body; }
.cols > aside { grid-area: facts; }
.one h1 { font-size: 28px; letter-spacing: -.02em; }
.text { margin: 20px 0 32px; }
.text > * + * { margin-top: 12px; }
.text h2, .text h3 { font-size: 17px; font-weight: 600; margin-top: 22px; }
.text h2 { font-size: 19px; }
.text a { color: var(--accent); text-decoration: underline; overflow-wrap: anywhere; }
.text img { max-width: 100%; height: auto; border-radius: 8px; }
.text ul, .text ol { padding-inline-start: 1.4em; margin-bottom: 0; }
.text blockquote { margin: 12px 0 0; padding-inline-start: 14px; border-inline-start: 3px solid var(--line); color: var(--soft); }
.text pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--wash); border: 1px solid var(--line); border-radius: 8px; padding: 12px 14px; font-size: 14px; }
.text code { font-family: ui-monospace, SFMono-Regular, Menlo, monospace; font-size: .92em; overflow-wrap: anywhere; }
.text hr { border: 0; border-top: 1px solid var(--line); margin: 20px 0; }
.text :is(p, li, h2, h3, blockquote) { unicode-bidi: plaintext; text-align: start; }
.answer { border: 1px solid var(--line); border-inline-start: 3px solid var(--accent); border-radius: var(--r); padding: 16px 18px; background: var(--wash); margin-bottom: 32px; }
.answer b, .said b { font-weight: 600; }
.answer small, .said small { color: var(--soft); margin-inline-start: 8px; font-size: 13.5px; }
.answer p, .said p { white-space: pre-line; unicode-bidi: plaintext; text-align: start; margin-top: 4px; }
:is(.answer, .said) .text { margin: 4px 0 0; }
:is(.answer, .said) .text > * + * { margin-top: 10px; }
:is(.answer, .said) .files { margin: 10px 0 0; }
.section { font-size: 15px; font-weight: 600; margin-bottom: 14px; }
.said { padding: 16px 0; border-top: 1px solid var(--line); }
.said:target { background: var(--wash); }
.said .reply { font-size: 13.5px; color: var(--soft); white-space: normal; }
.said .reply a { text-decoration: underline; }
.team { font-size: 12px; font-weight: 500; color: var(--accent); border: 1px solid currentColor; border-radius: 6px; padding: 0 6px; margin-inline-start: 8px; }
aside dl { margin: 18px 0 0; font-size: 14px; }
aside dt { color: var(--soft); font-size: 13px; }
aside dd { margin: 0 0 12px; }
aside .vote { width: 100%; height: auto; padding: 12px; font-size: 22px; }
aside .vote small { font-size: 14px; }
.files { list-style: none; margin: 0 0 32px; padding: 0; display: grid; gap: 12px; }
.files img, .files video { display: block; max-width: 100%; max-height: 480px; height: auto; border-radius: 8px; border: 1px solid var(--line); }
.files a { text-decoration: underline; font-size: 14px; }

.board { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 24px; margin-top: 28px; }
.board h2 { font-size: 15px; font-weight: 600; }
.board h2 + p { font-size: 14px; color: var(--soft); margin-bottom: 14px; }
.card { border: 1px solid var(--line); border-radius: var(--r); padding: 14px; margin-bottom: 10px; display: block; }
.card:hover { border-color: var(--edge); }
.card b { font-weight: 500; }
.card .meta { margin-top: 6px; }
.none { color: var(--soft); font-size: 14px; }

.entry { padding: 28px 0; border-top: 1px solid var(--line); }
.subscribe { margin-top: 12px; font-size: 14px; color: var(--soft); }
.subscribe .btn { padding: 6px 12px; color: var(--ink); }
h1 + .entry, .subscribe + .entry { border-top: 0; padding-top: 20px; }
.entry h2 { font-size: 20px; font-weight: 600; letter-spacing: -.01em; }
.entry .meta { margin: 0 0 6px; }
.entry p { margin-top: 6px; }
.label { border: 1px solid var(--line); border-radius: 6px; padding: 0 7px; font-size: 12.5px; }
.more { display: inline-block; margin-top: 8px; font-weight: 500; font-size: 15px; }

.bare .wrap { max-width: 440px; padding-block: 14vh 40px; }
.bare .brand { padding: 0; }
.bare h1 { margin: 28px 0 8px; }
.bare main > p, .bare form { margin-top: 12px; }
.bare form p { margin-bottom: 12px; }
.who { flex: none; max-width: 60%; display: flex; align-items: center; gap: 14px; font-size: 14px; }
.who a:not(.btn) { max-width: 160px; color: var(--soft); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.who a:not(.btn):hover { color: var(--ink); text-decoration: underline; }
.who .btn { font-size: 14px; padding: 6px 12px; white-space: nowrap; }
.rehearsal { padding: 8px 20px; text-align: center; font-size: 14px; font-weight: 500; background: var(--go); color: var(--page); }
.notice { position: fixed; z-index: 2; bottom: 16px; inset-inline: 16px; max-width: 460px; display: flex; align-items: center; gap: 14px; }
.notice:not(:empty) { padding: 14px 16px; border-radius: var(--r); background: var(--page); border: 1px solid var(--edge); box-shadow: 0 10px 30px rgb(0 0 0 / .2); }
.notice p { flex: 1; min-width: 0; font-size: 15px; }
.notice .btn { flex: none; max-width: 50%; }
.close { font: inherit; font-size: 20px; line-height: 1; color: var(--soft); background: none; border: 0; padding: 4px 6px; cursor: pointer; }

.form { display: grid; gap: 16px; margin: 20px 0 28px; }
.form label, .form .field { display: grid; gap: 6px; font-weight: 500; font-size: 15px; }
.form small { font-weight: 400; font-size: 13.5px; color: var(--soft); }
.form p { font-size: 14px; color: var(--soft); }
.form .row { display: flex; flex-wrap: wrap; align-items: center; gap: 10px 16px; }
.form input, .form textarea, .form select { width: 100%; font: inherit; font-weight: 400; color: inherit; background: var(--page); border: 1px solid var(--edge); border-radius: var(--r); padding: 10px 14px; }
.form textarea { min-height: 96px; resize: vertical; }
.form .tick { display: flex; align-items: baseline; gap: 8px; font-weight: 400; font-size: 14px; }
.form .tick input { width: auto; flex: none; }
.form ::placeholder { color: var(--soft); opacity: 1; }
.problem { border-inline-start: 3px solid var(--bad); padding: 8px 14px; background: var(--wash); color: var(--ink) !important; border-radius: 4px; }
.own { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-top: 8px; font-size: 13.5px; }
.text + .own, .files + .own { margin: -16px 0 32px; }
.own details { min-width: 0; }
.plain:hover { color: var(--ink); text-decoration: underline; }
.own details[open] { flex: 1 0 100%; }
.own summary { display: inline-block; cursor: pointer; color: var(--soft); list-style: none; }
.own summary::-webkit-details-marker { display: none; }
.own summary:hover, .own details[open] summary { color: var(--ink); text-decoration: underline; }
.own .form { margin: 10px 0 14px; gap: 10px; }
.hint { margin-top: 4px; color: var(--soft); font-size: 15px; }
.hint + .said { margin-top: 20px; }
h1 + .hint, .lead + .hint { margin-top: 16px; }
.hint + section { margin-top: 32px; }
.waits { border-inline-start: 3px solid var(--go); padding-inline-start: 16px; }
.mark { display: inline-block; font-size: 12.5px; font-weight: 500; border: 1px solid var(--edge); border-radius: 6px; padding: 0 7px; color: var(--soft); }
.mark.wait { color: var(--go); border-color: currentColor; }
.mark.bad { color: var(--bad); border-color: currentColor; }
.mine { margin-top: 32px; }
.mine > h2 { font-size: 17px; font-weight: 600; margin-bottom: 6px; }
.trap { position: absolute; left: -9999px; }
.follow { display: grid; gap: 4px; margin-top: 10px; }
.follow [value="0"] { background: var(--wash); }
.follow small { color: var(--soft); font-size: 13px; }
aside > p { font-size: 14px; color: var(--soft); margin-top: 10px; }

footer { border-top: 1px solid var(--line); color: var(--soft); font-size: 13px; padding: 20px 0 40px; }
footer .wrap { display: flex; flex-wrap: wrap; gap: 6px 18px; }
footer nav { display: flex; gap: 12px; margin-inline-start: auto; }
footer [aria-current] { color: var(--ink); }
@media (max-width: 640px) {
  header .wrap { flex-wrap: wrap; gap: 0 10px; padding: 8px 12px 6px; }
  .brand { flex: 1; padding: 4px 8px; }
  header nav { gap: 0; flex: 1 0 100%; order: 1; }
  header nav a { padding: 8px 10px; }
  main.wrap { padding-block: 24px 56px; }
  .ask input { font-size: 16px; padding: 12px; }
  .ask .btn { padding-inline: 12px; }
  .bar { position: relative; gap: 4px 2px; }
  .bar details { position: static; }
  .bar ul { top: auto; right: 0; }
  .bar .count { flex: 1 0 100%; padding: 4px 11px; }
  .bar a, .bar summary { padding: 8px 10px; }
  .cols { grid-template: 'head' 'facts' 'body' / minmax(0, 1fr); }
  aside { display: flex; flex-wrap: wrap; gap: 16px; align-items: center; margin-top: 18px; }
  aside .vote { width: auto; padding: 8px 14px; }
  aside > p { margin: 0; }
  aside dl { display: flex; flex-wrap: wrap; gap: 4px 20px; margin: 0; }
  aside dd { margin: 0; }
  .board { grid-template-columns: minmax(0, 1fr); }
  footer nav { margin-inline-start: 0; flex: 1 0 100%; }
}
@media print { header nav, .who, footer, .bar, .ask, .own, .form, .notice { display: none; } }
`
  .replaceAll(/\s*\n\s*/g, '\n')
  .trim();
