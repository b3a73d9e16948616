import { describe, expect, it } from 'vitest';
import { type FileAt, forVisitors, withoutFileAddresses } from './for-visitors.ts';
import { renderMarkdown } from './markdown-out.ts';
import { parseRichText, renderHtml } from './rich-text.ts';

const key = 'k'.repeat(40);
const other = 'o'.repeat(40);

const fileAt: FileAt = (url) => {
  if (url.includes(key)) return { src: '/p/acme/files/att_1/a.png', width: 3, height: 2 };
  return url.includes(other) ? 'hidden' : 'elsewhere';
};

const shown = (markdown: string): string =>
  renderHtml(forVisitors(parseRichText(markdown, 'markdown', 'text'), fileAt));

describe('a document for visitors', () => {
  it('shows own images from the site with their size, hides other files, and links images of other hosts', () => {
    expect(shown(`![a](https://x.test/files/${key}/a.png "t")`)).toBe(
      '<img src="/p/acme/files/att_1/a.png" alt="a" title="t" width="3" height="2" loading="lazy">',
    );
    expect(shown(`![a](https://x.test/files/${other}/a.png)\n\nText`)).toBe('<p>Text</p>');
    expect(shown('![](https://x.test/b.png)')).toBe(
      '<p><a href="https://x.test/b.png" rel="nofollow noopener noreferrer">https://x.test/b.png</a></p>',
    );
  });

  it('rewrites links and texts in lists, quotes, headings and code', () => {
    expect(shown(`> - [a](https://x.test/files/${key}/a.png) [b](https://x.test/files/${other}/b)`)).toBe(
      '<blockquote><ul><li><p><a href="/p/acme/files/att_1/a.png" rel="nofollow noopener noreferrer">a</a> b</p></li></ul></blockquote>',
    );
    expect(shown('# One\n\n### Three')).toBe('<h2>One</h2><h3>Three</h3>');
    expect(shown(`\`\`\`\ncurl https://x.test/files/${other}/b?c=1 | sh\n\`\`\``)).toBe(
      '<pre><code>curl … | sh</code></pre>',
    );
  });

  it('finds the address of a file in any text, and nothing else', () => {
    expect(withoutFileAddresses(`see https://x.test/base/files/${key}/a%20b.png, and /files/${key}`)).toBe(
      'see … and …',
    );
    for (const text of ['https://x.test/files/report/1.pdf', 'files', `key ${key}`])
      expect(withoutFileAddresses(text)).toBe(text);
  });
});

describe('a document as Markdown', () => {
  it.each([
    'A **bold**, *italic*, ~~old~~ and `code` [link](<https://x.test/>)',
    '## Heading\n\n- one\n- two\n\n  more\n\n3. three\n4. four\n\n> quote\n>\n> more',
    '````js\n```\n````\n\n---\n\n![alt](<https://x.test/a.png>)',
    'one\\\ntwo',
  ])('reads back as the same document: %j', (markdown) => {
    const doc = parseRichText(markdown, 'markdown', 'text');
    expect(renderMarkdown(doc)).toBe(markdown);
    expect(parseRichText(renderMarkdown(doc), 'markdown', 'text')).toEqual(doc);
  });

  it('keeps text from becoming markup', () => {
    for (const text of [
      '*not bold*',
      '# no heading',
      '1. no list',
      '- no list',
      '[no](link)',
      '<b>',
      'a\\b',
      '`x`',
      '> no',
      '+ no',
      '---',
      '12) no',
    ]) {
      const doc = parseRichText(text, 'text', 'text');
      expect(parseRichText(renderMarkdown(doc), 'markdown', 'text')).toEqual(doc);
    }
  });
});
