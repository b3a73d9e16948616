import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { Failure } from '../kernel/failure.ts';
import type { RichText, RichTextFormat } from './rich-text.ts';
import { parseRichText, plainText, renderHtml, richTextFormats } from './rich-text.ts';

// Everything our HTML may consist of: removing these must leave nothing.
const allowedPieces = new RegExp(
  [
    '[^<>]+',
    '</?(?:p|h[123]|ul|ol|li|blockquote|code|strong|em|s|u|pre)>',
    '<[hb]r>',
    '<ol start="[0-9]+">',
    '<code class="language-[A-Za-z0-9_+#.-]{1,32}">',
    '<a href="(?:https?://|mailto:)[^"<>]*" rel="nofollow noopener noreferrer">',
    '</a>',
    '<img src="https?://[^"<>]*" alt="[^"<>]*"(?: title="[^"<>]*")? loading="lazy">',
  ].join('|'),
  'g',
);

const expectSafe = (html: string): void => {
  expect(html.replaceAll(allowedPieces, '')).toBe('');
  const open: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(name);
      for (const key of Object.keys(attributes))
        expect(['href', 'rel', 'src', 'alt', 'title', 'loading', 'start', 'class']).toContain(key);
      for (const url of [attributes.href, attributes.src])
        if (url !== undefined) expect(url).toMatch(/^(?:https?|mailto):/);
    },
    onclosetag: (name) => expect(open.pop()).toBe(name),
  });
  parser.end(html);
  expect(open).toEqual([]);
};

/** The document; undefined if rejected. Any other error fails the test. */
const parse = (input: unknown, format: RichTextFormat): RichText | undefined => {
  try {
    return parseRichText(input, format, 'description');
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
};

const expectSound = (input: unknown, format: RichTextFormat): void => {
  const doc = parse(input, format);
  if (!doc) return;
  expectSafe(renderHtml(doc));
  expect(plainText(doc)).toBeTypeOf('string');
  const size = Buffer.byteLength(JSON.stringify(doc));
  expect(size).toBeLessThan(500 * 1024);
  if (size <= 100 * 1024) expect(parseRichText(doc, 'json', 'description')).toEqual(doc);
};

const urls = [
  'javascript:alert(1)',
  'JaVa\tScRiPt:x',
  ' javascript:x',
  '\u0001javascript:x',
  'data:text/html,<b>',
  'vbscript:x',
  '//e.co',
  '/a',
  'file:///a',
  'http://e.co',
  'https://e.co/"><script>',
  "https://e.co/'onload=1",
  'mailto:a@b.co?subject="><b>',
  'https://é.co/é',
  'http:\\\\e.co',
  'blob:https://e.co/a',
  'http://',
  'https://e.co/ a',
  'mailto:a b ',
];
const tags = [
  'script',
  'style',
  'svg',
  'math',
  'iframe',
  'template',
  'p',
  'div',
  'h1',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'code',
  'a',
  'img',
  'b',
  'i',
  'u',
  's',
  'br',
  'hr',
  'table',
  'td',
  'x-y',
  'SCRIPT',
  'plaintext',
  'title',
];
const attributeNames = [
  'href',
  'src',
  'onload',
  'style',
  'alt',
  'title',
  'class',
  'start',
  'srcdoc',
  '__proto__',
  'xlink:href',
];
const words = [
  'a',
  ' ',
  '\n',
  '"',
  "'",
  '<',
  '>',
  '&',
  '&lt;script&gt;',
  '&#106;avascript:',
  '-->',
  '<!--',
  ']]>',
  '<![CDATA[',
  '\u00a0',
  '😀',
  'x" onload=1',
  '*',
  '**',
  '_',
  '~~',
  '`',
  '```\n',
  '\n\n',
  '- ',
  '1. ',
  '> ',
  '# ',
  '    ',
  '[a](',
  '![a](',
  ')',
  '[',
  ']',
  '\\',
  '://',
  '[r]: ',
  '[r]',
];

const value = fc.oneof(
  fc.constantFrom(...urls, ...words, 'language-ts', 'language-"><b>', '3', '-1', '1e3'),
  fc.string(),
);
const openTag = fc
  .tuple(
    fc.constantFrom(...tags),
    fc.array(fc.tuple(fc.constantFrom(...attributeNames), value, fc.constantFrom('"', "'", ''))),
    fc.constantFrom('>', '/>', ' ', ''),
  )
  .map(
    ([tag, attributes, end]) =>
      `<${tag}${attributes.map(([name, text, mark]) => ` ${name}=${mark}${text}${mark}`).join('')}${end}`,
  );
const fragments = fc
  .array(
    fc.oneof(
      openTag,
      fc.constantFrom(...tags).map((tag) => `</${tag}>`),
      fc.constantFrom(...words, ...urls),
      fc.string({ unit: 'grapheme' }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

const jsonValue = fc.oneof(
  value,
  fc.integer({ min: -2, max: 9 }),
  fc.constantFrom(null, true, 1.5, 1e300),
  fc.jsonValue({ maxDepth: 2 }),
);
const jsonAttributes = fc.dictionary(
  fc.constantFrom(
    'level',
    'href',
    'src',
    'alt',
    'title',
    'start',
    'language',
    'onload',
    '__proto__',
    'constructor',
    'toString',
  ),
  jsonValue,
);
const jsonMark = fc.record(
  {
    type: fc.oneof(
      fc.constantFrom(
        'bold',
        'italic',
        'strike',
        'underline',
        'code',
        'link',
        'link',
        'script',
        '__proto__',
        'constructor',
      ),
      jsonValue,
    ),
    attrs: fc.oneof(jsonAttributes, jsonValue),
  },
  { requiredKeys: [] },
);
const nodeTypes = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'codeBlock',
  'horizontalRule',
  'hardBreak',
  'image',
  'text',
  'doc',
  'iframe',
  '__proto__',
  'constructor',
];
const { node: jsonNode } = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, depthSize: 'small' },
    jsonValue,
    fc.record({
      type: fc.constant('image'),
      attrs: fc.record({
        src: fc.oneof(fc.constant('https://e.co/'), fc.constantFrom(...urls)),
        alt: value,
        title: value,
      }),
    }),
    fc.record(
      { type: fc.constant('text'), text: value, marks: fc.array(jsonMark, { maxLength: 4 }) },
      { requiredKeys: ['type', 'text'] },
    ),
    fc.record(
      {
        type: fc.constantFrom(...nodeTypes),
        attrs: jsonAttributes,
        content: fc.array(tie('node'), { maxLength: 5 }),
        text: value,
      },
      { requiredKeys: ['type'] },
    ),
  ),
}));

describe('output stays within the allow-list, and parsing it again changes nothing', () => {
  it.each(richTextFormats)('for any string as %s', (format) => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (input) =>
        expectSound(input, format),
      ),
    );
  });

  it.each(['markdown', 'html', 'text'] as const)('for random dangerous fragments as %s', (format) => {
    fc.assert(
      fc.property(fragments, (input) => expectSound(input, format)),
      { numRuns: 500 },
    );
  });

  it('for any JSON tree', () => {
    fc.assert(
      fc.property(fc.array(jsonNode), (content) => expectSound({ type: 'doc', content }, 'json')),
      { numRuns: 1000 },
    );
  });

  it('for any value as any format', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...richTextFormats), (input, format) =>
        expectSound(input, format),
      ),
    );
  });

  it.each(urls)('for the URL %j', (url) => {
    expectSound(
      `<a href="${url.replaceAll('"', '&quot;')}">a</a><img src="${url.replaceAll('"', '&quot;')}">`,
      'html',
    );
    expectSound(`[a](<${url}>) ![a](${url}) <${url}> ${url}`, 'markdown');
    const attrs = { href: url, src: url };
    expectSound(
      {
        type: 'doc',
        content: [
          { type: 'text', text: 'a', marks: [{ type: 'link', attrs }] },
          { type: 'image', attrs },
        ],
      },
      'json',
    );
  });
});

interface HostileInput {
  format: RichTextFormat;
  name: string;
  input: string;
}
const table = new URL('../../../../bench/rich-text.mjs', import.meta.url).href;
const { hostileInputs }: { hostileInputs: HostileInput[] } = await import(/* @vite-ignore */ table);

describe('100 KB of hostile input', () => {
  it.each(hostileInputs)('stays within the allow-list: $format $name', ({ format, input }) =>
    expectSound(input, format),
  );
});
