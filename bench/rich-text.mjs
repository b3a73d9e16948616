// Times 100 KB of hostile input to document and HTML, one line per case, slowest first; exits with 1 if one is over
// the limit. Needs a build: `npm run build`. The unit tests use the same table.

import { fileURLToPath } from 'node:url';

const size = 100 * 1024;
const boundMs = 50;

/** @param {string} unit */
const fill = (unit, before = '', after = '') =>
  before +
  unit.repeat(Math.floor((size - Buffer.byteLength(before + after)) / Buffer.byteLength(unit))) +
  after;

/** @param {(n: number) => string} part */
const grow = (part) => {
  let text = '';
  for (let n = 1; text.length + part(n).length <= size; n += 1) text += part(n);
  return text;
};

/** As much markup as the reader still parses, in many words: the most expensive input of its kind. */
const upToBudget = (unit) => {
  const marks = unit.match(/[\\`*_~[\]!<&:\n]/g)?.length ?? 1;
  const hostile = unit.repeat(Math.min(Math.floor(6000 / marks), Math.floor(size / unit.length)));
  return hostile + ' and so on,'.repeat(Math.floor((size - Buffer.byteLength(hostile)) / 11));
};

const inlineUnits = [
  '[',
  ']',
  '[]',
  '![',
  '![[',
  '[a](',
  '[a](<b',
  '[a](b "',
  '[a](b)',
  '![a](http://a.b)',
  '[[a](b)](c)',
  '[a][b]',
  '](',
  '*a_ ',
  '*a **a _a __a ',
  'a**b',
  'a**b_c',
  '*a',
  'a*',
  '**x* ',
  'a***b*c**',
  '** ',
  '*',
  '_',
  '_a ',
  '~',
  '~~a ',
  'a~~',
  '`',
  '`a',
  '`a``',
  '<',
  '<a',
  '<!--',
  'a <? ',
  'a <![CDATA[',
  '<b>',
  '<a b="',
  '</',
  '<http:',
  '<http://a>',
  '<a@b',
  '&',
  '&amp;',
  '&a',
  '&#',
  '\\',
  '\\*',
  '\\\n',
  'http://a.b ',
  'http://',
  'http:',
  'www.a ',
  'a@b.co ',
  'a:',
  '//a ',
  '!',
  '(',
  '"',
  '[*_`<&~!',
  '*_~[`',
  '[![`*',
  'a',
  ' ',
  '😀',
  'Hello *world*, see [docs](https://a.b/c) and `code`. ',
];
const blockUnits = [
  '>',
  '> ',
  `${'>'.repeat(29)}a\n`,
  '- ',
  '1. ',
  '- > ',
  '> - ',
  '* - + ',
  '- a\n',
  '-\n',
  '- a\n+ b\n* c\n',
  '```\n',
  '~~~\n',
  '# a\n',
  '#',
  'a\n=\n',
  '---\n',
  '-',
  'a\n\n',
  'a\n',
  'a  \n',
  '    a\n\n',
  '\t',
  '\n',
  '\r',
  '|',
  'a|b\n-|\n',
  '|-\n',
  '[a]: u\n',
  '[a]: <',
  '[a]: u "\n',
  "[a]: u\n'x\n",
  '[a\n',
  '[\n',
  '<div>\n',
];
const markdownShapes = {
  'nested brackets': '['.repeat(size / 2) + ']'.repeat(size / 2),
  'nested links': `${'['.repeat(25_000)}a${'](u)'.repeat(18_000)}`,
  'nested images': `${'!['.repeat(20_000)}a${'](u)'.repeat(15_000)}`,
  'nested links, budget': `${'['.repeat(2900)}a${'](u)'.repeat(2900)}`,
  'nested images, budget': `${'!['.repeat(1900)}a${'](u)'.repeat(1900)}`,
  'openers, then other closers': '*a '.repeat(2900) + 'a_ '.repeat(2900),
  'nested strong': `${'*'.repeat(2900)}a${'*'.repeat(2900)}`,
  'nested spaced strong': '**a '.repeat(1400) + 'b** '.repeat(1400),
  'growing backticks': grow((n) => `e${'`'.repeat(n)}`),
  'growing backticks, budget': grow((n) => `e${'`'.repeat(n)}`).slice(0, 6000),
  'growing fences': grow((n) => `${'`'.repeat(n + 2)}\na\n`),
  'growing indent': grow((n) => `${' '.repeat(2 * n)}- a\n`),
  'balanced parentheses': `[a](${'('.repeat(50_000)}${')'.repeat(50_000)})`,
  'deep quote, lazy lines': `${'>'.repeat(29)}a\n${'b\n'.repeat(50_000)}`,
  'quotes, lazy lines': `${`${'>'.repeat(29)}a\n${'b\n'.repeat(1600)}\n`.repeat(30)}`,
  'deep list, lazy lines': `${'- '.repeat(14)}a\n${'b\n'.repeat(50_000)}`,
  'deep list, blank lines': `${'- '.repeat(14)}a\n${'\n'.repeat(100_000)}b`,
  'deep list, indented lines': `${'- '.repeat(14)}a\n${`${' '.repeat(28)}b\n`.repeat(3400)}`,
  'references defined and used': grow((n) => `[a${n}]: u\n\n[a${n}]\n`),
  'one long reference': fill('[a] ', `[a]: http://e.co/${'x'.repeat(2000)}\n\n`),
  'wide table': `|${'a|'.repeat(12_000)}\n|${'-|'.repeat(12_000)}\n${'|\n'.repeat(15_000)}`,
  'closing hashes': fill(' #', '# a'),
  'long address': fill('a.', 'http://'),
  'address and brackets': fill(')', 'http://a.b/'),
  'long mail address': fill('a.', '<', '@'),
  'long entity': fill('a', '&', ';'),
};
const htmlUnits = [
  '<',
  '<b>',
  '<b><i><u><s>',
  '<div>',
  '<p>',
  '<ul>',
  '<ul><li>',
  '<li>',
  '<blockquote>',
  '<a>',
  '<a href=http://a.b>x',
  '<b><p></b></p>',
  '<a><b></a></b>',
  '<font>',
  '<table>',
  '<table><tr><td>',
  '<script>',
  '<script></script>',
  '<svg>',
  '<svg><title>',
  '<!--',
  '<!---->',
  '<![CDATA[',
  '<?',
  '&amp;',
  '&',
  '&#1',
  '<pre>',
  '<pre>a</pre>',
  '<code>',
  '<br>',
  '<hr>',
  '<img src=http://a.b>',
  '<img alt=x>',
  '<li><img src=http://a.b>',
  '<h1>',
  '</p>',
  '</ul>',
  '<b></i>',
  '<template>',
  '<textarea>',
  '<plaintext>',
  'a\n',
  ' \n',
  '<b> </b>',
  '<b>x</b>',
  '</',
  '<select><option>',
  '<nobr><a>',
  '<p>Hello <b>you</b>, <a href="https://a.b">x</a></p>',
];
const htmlShapes = {
  'wrong closers': '<b>'.repeat(17_000) + '</i>'.repeat(12_000),
  'wrong container closers': '<ul>'.repeat(12_000) + '</li>'.repeat(10_000),
  'deep quotes, then items': '<blockquote>'.repeat(4000) + '<li>x'.repeat(10_000),
  'deep marks, then text': '<b>'.repeat(10_000) + '<i>x</i>'.repeat(8000),
  'many attributes': fill(' a', '<p', '>'),
  'distinct attributes': `<p ${Array.from({ length: 14_000 }, (_, n) => `a${n}`).join(' ')}>`,
  'open quotes': fill('a="', '<p '),
  'long tag name': fill('a', '<', '>'),
  'long comment': fill('-', '<!--'),
};
const nest = (n, open, inside, close) => open.repeat(n) + inside + close.repeat(n);
const jsonShapes = {
  'nested arrays': `{"type":"doc","content":${nest(10_000, '[', '', ']')}}`,
  'nested nodes': nest(3000, '{"type":"doc","content":[', '', ']}'),
  'many breaks': `{"type":"doc","content":[${'{"type":"hardBreak"},'.repeat(4800)}{}]}`,
  'empty objects': `{"type":"doc","content":[${'{},'.repeat(34_000)}{}]}`,
  'many marks': `{"type":"doc","content":[{"type":"text","text":"a","marks":[${'{"type":"bold"},'.repeat(6000)}{}]}]}`,
  'many keys': `{${Array.from({ length: 9000 }, (_, n) => `"k${n}":1`).join()},"type":"doc"}`,
  'one text': `{"type":"doc","content":[{"type":"text","text":"${'<'.repeat(100_000)}"}]}`,
};
const rows = (format, shapes) => Object.entries(shapes).map(([name, input]) => ({ format, name, input }));
const filled = (format, units) =>
  units.map((unit) => ({ format, name: JSON.stringify(unit), input: fill(unit) }));

/** @type {{ format: 'markdown' | 'text' | 'html' | 'json', name: string, input: string }[]} */
export const hostileInputs = [
  ...filled('markdown', [...inlineUnits, ...blockUnits]),
  ...inlineUnits.map((unit) => ({
    format: 'markdown',
    name: `${JSON.stringify(unit)}, budget`,
    input: upToBudget(unit),
  })),
  ...rows('markdown', markdownShapes),
  ...filled('html', htmlUnits),
  ...rows('html', htmlShapes),
  ...filled('text', ['a\n', 'a\n\n', '\n', ' \n', 'long line of words\n']),
  ...rows('json', jsonShapes),
];

const main = async () => {
  const { parseRichText, renderHtml } = await import('../server/dist/rich-text.js');
  const run = ({ format, input }) => {
    try {
      renderHtml(parseRichText(input, format, 'description'));
      return '';
    } catch (failure) {
      if (failure.name !== 'Failure') throw failure;
      return failure.message;
    }
  };
  const warmUps = hostileInputs.filter(
    (row) => row.name.startsWith('"Hello') || row.name.startsWith('"<p>Hello'),
  );
  for (let n = 0; n < 10; n += 1)
    for (const row of warmUps) run({ ...row, input: row.input.slice(0, 30_000) });
  const results = hostileInputs.map((row) => {
    const times = [];
    let refusal = '';
    for (let n = 0; n < 3; n += 1) {
      const startedAt = performance.now();
      refusal = run(row);
      times.push(performance.now() - startedAt);
    }
    return { ...row, ms: Math.min(...times), refusal };
  });
  results.sort((a, b) => b.ms - a.ms);
  for (const { ms, format, name, refusal } of results) {
    console.log(
      `${ms.toFixed(1).padStart(8)} ms  ${format.padEnd(8)}  ${name}${refusal && `  (${refusal})`}`,
    );
  }
  const slowest = results[0]?.ms ?? 0;
  console.log(`${results.length} cases, slowest ${slowest.toFixed(1)} ms, bound ${boundMs} ms`);
  if (slowest > boundMs) process.exitCode = 1;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
