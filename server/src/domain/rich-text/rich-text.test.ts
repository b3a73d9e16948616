import { describe, expect, it } from 'vitest';
import { Failure } from '../kernel/failure.ts';
import { emptyRichText, parseRichText, plainText, renderHtml } from './rich-text.ts';

const text = (value: string, ...marks: object[]) =>
  marks.length > 0 ? { type: 'text', marks, text: value } : { type: 'text', text: value };
const paragraph = (...content: object[]) => ({ type: 'paragraph', ...(content.length > 0 && { content }) });
const heading = (level: number, ...content: object[]) => ({ type: 'heading', attrs: { level }, content });
const item = (...content: object[]) => ({ type: 'listItem', content });
const bullets = (...content: object[]) => ({ type: 'bulletList', content });
const quote = (...content: object[]) => ({ type: 'blockquote', content });
const image = (attrs: object) => ({ type: 'image', attrs });
const link = (href: string) => ({ type: 'link', attrs: { href } });
const bold = { type: 'bold' };
const italic = { type: 'italic' };
const code = { type: 'code' };
const rel = 'rel="nofollow noopener noreferrer"';

type Example = [name: string, input: string, content: object[], html: string];

const markdownExamples: Example[] = [
  ['a paragraph', 'Hi', [paragraph(text('Hi'))], '<p>Hi</p>'],
  [
    'headings, the deep ones as 3',
    '# A\n\n##### B',
    [heading(1, text('A')), heading(3, text('B'))],
    '<h1>A</h1><h3>B</h3>',
  ],
  [
    'bold and italic',
    '**a *b***',
    [paragraph(text('a ', bold), text('b', bold, italic))],
    '<p><strong>a <em>b</em></strong></p>',
  ],
  ['strikethrough', '~~a~~', [paragraph(text('a', { type: 'strike' }))], '<p><s>a</s></p>'],
  ['inline code', '`a<b`', [paragraph(text('a<b', code))], '<p><code>a&lt;b</code></p>'],
  [
    'a link',
    '[a](https://e.co/x)',
    [paragraph(text('a', link('https://e.co/x')))],
    `<p><a href="https://e.co/x" ${rel}>a</a></p>`,
  ],
  [
    'code that excludes its link',
    '[`a`](https://e.co)',
    [paragraph(text('a', code))],
    '<p><code>a</code></p>',
  ],
  [
    'a bare address',
    'https://e.co/a_b_c.',
    [paragraph(text('https://e.co/a_b_c', link('https://e.co/a_b_c')), text('.'))],
    `<p><a href="https://e.co/a_b_c" ${rel}>https://e.co/a_b_c</a>.</p>`,
  ],
  ['a forbidden link as text', '[a](javascript:b) [c](/d)', [paragraph(text('a c'))], '<p>a c</p>'],
  ['a soft break', 'a\nb', [paragraph(text('a'), { type: 'hardBreak' }, text('b'))], '<p>a<br>b</p>'],
  [
    'soft breaks around an image, which is a block',
    'a\n![](https://a.example/b.png)\nc',
    [
      paragraph(text('a')),
      { type: 'image', attrs: { src: 'https://a.example/b.png' } },
      paragraph(text('c')),
    ],
    '<p>a</p><img src="https://a.example/b.png" alt="" loading="lazy"><p>c</p>',
  ],
  [
    'many lines as lines, even past the budget for markup',
    `*a*\n${'b\n'.repeat(6000)}`,
    [
      paragraph(
        text('*a*'),
        ...Array.from({ length: 6000 }, () => [{ type: 'hardBreak' }, text('b')]).flat(),
      ),
    ],
    `<p>*a*${'<br>b'.repeat(6000)}</p>`,
  ],
  ['a hard break', 'a  \nb', [paragraph(text('a'), { type: 'hardBreak' }, text('b'))], '<p>a<br>b</p>'],
  [
    'a bullet list',
    '- a\n- b',
    [bullets(item(paragraph(text('a'))), item(paragraph(text('b'))))],
    '<ul><li><p>a</p></li><li><p>b</p></li></ul>',
  ],
  [
    'an ordered list',
    '3. a',
    [{ type: 'orderedList', attrs: { start: 3 }, content: [item(paragraph(text('a')))] }],
    '<ol start="3"><li><p>a</p></li></ol>',
  ],
  [
    'an item that begins with a heading',
    '- # a',
    [bullets(item(paragraph(), heading(1, text('a'))))],
    '<ul><li><p></p><h1>a</h1></li></ul>',
  ],
  ['a quote', '> a', [quote(paragraph(text('a')))], '<blockquote><p>a</p></blockquote>'],
  [
    'a fence',
    '```ts x\na\n\nb\n```',
    [{ type: 'codeBlock', attrs: { language: 'ts' }, content: [text('a\n\nb')] }],
    '<pre><code class="language-ts">a\n\nb</code></pre>',
  ],
  [
    'a fence with a hostile language',
    '```"><b>\na\n```',
    [{ type: 'codeBlock', content: [text('a')] }],
    '<pre><code>a</code></pre>',
  ],
  ['a rule', '***', [{ type: 'horizontalRule' }], '<hr>'],
  [
    'an image',
    '![a](https://e.co/i.png "t")',
    [image({ src: 'https://e.co/i.png', alt: 'a', title: 't' })],
    '<img src="https://e.co/i.png" alt="a" title="t" loading="lazy">',
  ],
  ['a forbidden image as its text', 'a ![b](mailto:c@d.e)', [paragraph(text('a b'))], '<p>a b</p>'],
  ['raw HTML as text', '<b>a</b>', [paragraph(text('<b>a</b>'))], '<p>&lt;b&gt;a&lt;/b&gt;</p>'],
  ['escapes and entities', '\\*a\\* &copy; &#0;', [paragraph(text('*a* © \ufffd'))], '<p>*a* © \ufffd</p>'],
  ['nothing', ' \n', [paragraph()], ''],
];

const htmlExamples: Example[] = [
  [
    'paragraphs and white space',
    '<p> a\n b </p> <div>c</div>',
    [paragraph(text('a b')), paragraph(text('c'))],
    '<p>a b</p><p>c</p>',
  ],
  [
    'headings',
    '<h2>a</h2><h6>b</h6>',
    [heading(2, text('a')), heading(3, text('b'))],
    '<h2>a</h2><h3>b</h3>',
  ],
  [
    'every mark',
    '<b>a</b><em>b</em><del>c</del><u>d</u><code>e</code>',
    [
      paragraph(
        text('a', bold),
        text('b', italic),
        text('c', { type: 'strike' }),
        text('d', { type: 'underline' }),
        text('e', code),
      ),
    ],
    '<p><strong>a</strong><em>b</em><s>c</s><u>d</u><code>e</code></p>',
  ],
  [
    'overlapping marks',
    '<b>a<i>b</b>c</i>',
    [paragraph(text('a', bold), text('b', bold, italic), text('c', italic))],
    '<p><strong>a<em>b</em></strong><em>c</em></p>',
  ],
  [
    'one link over several marks',
    '<a href="https://e.co/"><b>a</b> b</a>',
    [paragraph(text('a', link('https://e.co/'), bold), text(' b', link('https://e.co/')))],
    `<p><a href="https://e.co/" ${rel}><strong>a</strong> b</a></p>`,
  ],
  [
    'an address with an entity and a tab',
    '<a href="java&#9;script:x">a</a>',
    [paragraph(text('a'))],
    '<p>a</p>',
  ],
  [
    'lists with open items',
    '<ul><li>a<li>b<ol start=2><li>c</ol></ul>',
    [
      bullets(
        item(paragraph(text('a'))),
        item(paragraph(text('b')), {
          type: 'orderedList',
          attrs: { start: 2 },
          content: [item(paragraph(text('c')))],
        }),
      ),
    ],
    '<ul><li><p>a</p></li><li><p>b</p><ol start="2"><li><p>c</p></li></ol></li></ul>',
  ],
  [
    'items without a list',
    '<li>a</li><li>b</li>c',
    [bullets(item(paragraph(text('a'))), item(paragraph(text('b')))), paragraph(text('c'))],
    '<ul><li><p>a</p></li><li><p>b</p></li></ul><p>c</p>',
  ],
  [
    'text directly in a list',
    '<ul>a</ul>',
    [bullets(item(paragraph(text('a'))))],
    '<ul><li><p>a</p></li></ul>',
  ],
  [
    'a quote, a rule, a break',
    '<blockquote>a<br>b</blockquote><hr>',
    [quote(paragraph(text('a'), { type: 'hardBreak' }, text('b'))), { type: 'horizontalRule' }],
    '<blockquote><p>a<br>b</p></blockquote><hr>',
  ],
  [
    'code',
    '<pre><code class="language-c++">\na  &lt;<b>b</b>\n</code></pre>',
    [{ type: 'codeBlock', attrs: { language: 'c++' }, content: [text('a  <b')] }],
    '<pre><code class="language-c++">a  &lt;b</code></pre>',
  ],
  [
    'an image that splits a heading',
    '<h1>a <img src=https://e.co/i.png> b</h1>',
    [heading(1, text('a')), image({ src: 'https://e.co/i.png' }), heading(1, text('b'))],
    '<h1>a</h1><img src="https://e.co/i.png" alt="" loading="lazy"><h1>b</h1>',
  ],
  [
    'no scripts and the like',
    'a<script>b<b></script><style>c</style><svg><title>d</title></svg><iframe>e</iframe>f',
    [paragraph(text('af'))],
    '<p>af</p>',
  ],
  [
    'unknown tags unwrapped',
    '<x-y onload=a><span style=b>c</span></x-y>',
    [paragraph(text('c'))],
    '<p>c</p>',
  ],
  [
    'text and attributes escaped',
    '<img src="https://e.co/" alt="&quot;><b>">&lt;b&gt;&amp;',
    [image({ src: 'https://e.co/', alt: '"><b>' }), paragraph(text('<b>&'))],
    '<img src="https://e.co/" alt="&quot;&gt;&lt;b&gt;" loading="lazy"><p>&lt;b&gt;&amp;</p>',
  ],
];

const textExamples: Example[] = [
  [
    'lines and paragraphs',
    'a\r\n*b*\n\n \nc',
    [paragraph(text('a'), { type: 'hardBreak' }, text('*b*')), paragraph(text('c'))],
    '<p>a<br>*b*</p><p>c</p>',
  ],
  ['nothing', '', [paragraph()], ''],
];

const doc = (...content: unknown[]) => JSON.stringify({ type: 'doc', content });

const jsonExamples: Example[] = [
  [
    "an author's blank line",
    doc(paragraph(), paragraph(text('a'))),
    [paragraph(), paragraph(text('a'))],
    '<p></p><p>a</p>',
  ],
  [
    'marks in canonical order, neighbors merged',
    doc(paragraph(text('a', italic, bold), text('b', bold, italic, bold))),
    [paragraph(text('ab', bold, italic))],
    '<p><strong><em>ab</em></strong></p>',
  ],
  [
    'a hostile heading level as a paragraph',
    doc({ type: 'heading', attrs: { level: 'x" onload=1' }, content: [text('a')] }),
    [paragraph(text('a'))],
    '<p>a</p>',
  ],
  [
    'unknown nodes unwrapped or dropped',
    doc(
      { type: 'callout', content: [paragraph(text('a'))] },
      { type: 'iframe', attrs: { src: 'https://e.co' } },
      paragraph({ type: 'mention', content: [text('b')] }, text('c')),
    ),
    [paragraph(text('a')), paragraph(text('bc'))],
    '<p>a</p><p>bc</p>',
  ],
  [
    'unknown marks and attributes dropped',
    doc({
      ...paragraph(
        text(
          'a',
          { type: 'textStyle', attrs: { color: 'red' } },
          { type: 'link', attrs: { href: 'https://e.co/', target: '_top', onclick: 'x' } },
        ),
      ),
      attrs: { style: 'x' },
    }),
    [paragraph(text('a', link('https://e.co/')))],
    `<p><a href="https://e.co/" ${rel}>a</a></p>`,
  ],
  [
    'an image inside a paragraph',
    doc(paragraph(text('a'), image({ src: 'https://e.co/', width: 1 }), text('b'))),
    [paragraph(text('a')), image({ src: 'https://e.co/' }), paragraph(text('b'))],
    '<p>a</p><img src="https://e.co/" alt="" loading="lazy"><p>b</p>',
  ],
  [
    'a code block without marks',
    doc({
      type: 'codeBlock',
      attrs: { language: 'a b' },
      content: [text('a', bold), { type: 'hardBreak' }, paragraph(text('b'))],
    }),
    [{ type: 'codeBlock', content: [text('a\nb')] }],
    '<pre><code>a\nb</code></pre>',
  ],
  ['empty lists and quotes dropped', doc(bullets(), quote(), { type: 'orderedList' }), [paragraph()], ''],
  ['an empty item filled', doc(bullets(item())), [bullets(item(paragraph()))], '<ul><li><p></p></li></ul>'],
  [
    'nonsense',
    doc(
      null,
      1,
      'a',
      [paragraph()],
      { type: 'text', text: 1 },
      { type: '__proto__' },
      { type: 'constructor' },
    ),
    [paragraph()],
    '',
  ],
];

describe.each([
  ['markdown', markdownExamples],
  ['html', htmlExamples],
  ['text', textExamples],
  ['json', jsonExamples],
] as const)('%s', (format, examples) => {
  it.each(examples)('reads %s', (_name, input, content, html) => {
    const parsed = parseRichText(input, format, 'description');
    expect(parsed).toEqual({ type: 'doc', content });
    expect(renderHtml(parsed)).toBe(html);
  });
});

const nest = (levels: number, inside: object): object =>
  levels === 0 ? inside : { type: 'blockquote', content: [nest(levels - 1, inside)] };
const nestedArrays = (levels: number): unknown => {
  let value: unknown[] = [];
  for (let n = 0; n < levels; n += 1) value = [value];
  return value;
};

describe('limits', () => {
  const kilobytes100 = 'é'.repeat(51_200);
  it.each([
    ['a number as Markdown', 1, 'markdown', 'must be a string.'],
    ['an object as HTML', {}, 'html', 'must be a string.'],
    ['null as text', null, 'text', 'must be a string.'],
    ['an array as JSON', [], 'json', 'must be a document'],
    ['another type of JSON', { type: 'paragraph' }, 'json', 'must be a document'],
    ['broken JSON', '{', 'json', 'is not valid JSON: line 1, column 2.'],
    ['a JSON string that is not an object', '"doc"', 'json', 'must be a document'],
    ['more than 100 KB of text', `${kilobytes100}a`, 'text', 'must be at most 100 KB.'],
    ['more than 100 KB of JSON', { type: 'doc', x: kilobytes100 }, 'json', 'must be at most 100 KB.'],
    ['a NUL', 'a\0', 'markdown', 'must not contain NUL'],
    ['a lone surrogate', '\ud800a', 'html', 'must not contain NUL'],
    ['an escaped lone surrogate in JSON', '{"type":"doc","x":"\\udc00"}', 'json', 'must not contain NUL'],
    [
      'JSON of 33 levels',
      { type: 'doc', content: [nest(31, paragraph(text('a')))] },
      'json',
      'must not be nested deeper than 32',
    ],
    [
      '10,000 nested arrays',
      { type: 'doc', content: nestedArrays(10_000) },
      'json',
      'must not be nested deeper than 32',
    ],
    ['Markdown of 33 levels', `${'>'.repeat(31)}a`, 'markdown', 'must not be nested deeper than 32'],
    ['a document that grows too large', '- a\n'.repeat(9000), 'markdown', 'has too much markup'],
    ['one that grows in HTML', '<li>'.repeat(20_000), 'html', 'has too much markup'],
  ] as const)('reject %s', (_name, input, format, rule) => {
    expect(() => parseRichText(input, format, 'description')).toThrow(Failure);
    expect(() => parseRichText(input, format, 'description')).toThrow(`"description" ${rule}`);
  });

  it('accept exactly 100 KB and exactly 32 levels', () => {
    expect(plainText(parseRichText(kilobytes100, 'text', 'd'))).toBe(kilobytes100);
    const deep = { type: 'doc', content: [nest(30, paragraph(text('a')))] };
    expect(parseRichText(deep, 'json', 'd')).toEqual(deep);
    expect(plainText(parseRichText(`${'>'.repeat(30)}a`, 'markdown', 'd'))).toBe('a');
  });

  it('flatten HTML past 32 levels and keep its text', () => {
    const parsed = parseRichText(`${'<ul><li>'.repeat(5000)}a`, 'html', 'd');
    expect(plainText(parsed)).toBe('a');
    expect(parseRichText(parsed, 'json', 'd')).toEqual(parsed);
  });
});

it('plain text has one line per block', () => {
  const parsed = parseRichText('# a\n\nb **c**  \nd\n\n- e\n\n![f](https://e.co)\n\n***', 'markdown', 'd');
  expect(plainText(parsed)).toBe('a\nb c\nd\ne\nf');
  expect(plainText(emptyRichText)).toBe('');
  expect(renderHtml(emptyRichText)).toBe('');
});
