import type { RichText } from '@earshot/client';
import { expect, it } from 'vitest';
import { markdownOf } from './markdown.ts';

const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, marks });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const item = (...content: object[]) => ({ type: 'listItem', content });

it('writes a post as Markdown, and escapes what would be markup', () => {
  const content = [
    { type: 'heading', attrs: { level: 1 }, content: [text('Why')] },
    paragraph(
      text('2 * 3 '),
      text('now', { type: 'bold' }),
      { type: 'hardBreak' },
      text('here', { type: 'link', attrs: { href: 'https://example.com/a' } }),
      text(' x_y', { type: 'code' }),
    ),
    {
      type: 'orderedList',
      content: [
        item(paragraph(text('One')), { type: 'bulletList', content: [item(paragraph(text('Two')))] }),
      ],
    },
    { type: 'blockquote', content: [paragraph(text('Said'))] },
    { type: 'codeBlock', attrs: { language: 'ts' }, content: [text('a *= 2')] },
  ];
  const description = { type: 'doc', content } as RichText;
  expect(markdownOf({ title: 'Dark [mode]', description }, 'https://app.test/posts/1')).toBe(
    [
      '# Dark \\[mode\\]',
      '## Why',
      '2 \\* 3 **now**  \n[here](https://example.com/a)` x_y`',
      '1. One\n   \n   - Two',
      '> Said',
      '```ts\na *= 2\n```',
      '<https://app.test/posts/1>',
    ].join('\n\n'),
  );
});
