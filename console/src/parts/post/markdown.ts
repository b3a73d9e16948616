// Writes a post as Markdown, to paste it into other tools. Pure. No deeper than a stored document can be.

import type { RichText } from '@earshot/client';

type Node = RichText['content'][number];

/** What would start markup. */
const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]<>#]/g, '\\$&');

const wraps: Record<string, string> = { bold: '**', italic: '_', strike: '~~' };

function inline({ type, text = '', marks = [], attrs }: Node): string {
  if (type === 'hardBreak') return '  \n';
  if (type === 'mention') return `@${String(attrs?.label ?? '')}`;
  if (type !== 'text') return '';
  const isCode = marks.some((mark) => mark.type === 'code');
  const plain = isCode ? `\`${text}\`` : escaped(text);
  return marks.reduce((inner, mark) => {
    if (mark.type === 'link') return `[${inner}](${String(mark.attrs?.href ?? '')})`;
    const wrap = wraps[mark.type] ?? '';
    return `${wrap}${inner}${wrap}`;
  }, plain);
}

const inlines = ({ content = [] }: Node): string => content.map(inline).join('');

/** The first line after the mark, the others below it. */
const indented = (mark: string, text: string): string =>
  mark + text.split('\n').join(`\n${' '.repeat(mark.length)}`);

const blocks: Record<string, (node: Node) => string> = {
  paragraph: inlines,
  heading: (node) => `${'#'.repeat(Number(node.attrs?.level ?? 1) + 1)} ${inlines(node)}`,
  bulletList: ({ content = [] }) => content.map((item) => indented('- ', within(item))).join('\n'),
  orderedList: ({ content = [], attrs }) =>
    content.map((item, index) => indented(`${Number(attrs?.start ?? 1) + index}. `, within(item))).join('\n'),
  blockquote: (node) =>
    within(node)
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n'),
  codeBlock: ({ content = [], attrs }) =>
    `\`\`\`${String(attrs?.language ?? '')}\n${content.map(({ text = '' }) => text).join('')}\n\`\`\``,
  horizontalRule: () => '---',
  image: ({ attrs }) => `![${escaped(String(attrs?.alt ?? ''))}](${String(attrs?.src ?? '')})`,
};

function within({ content = [] }: { content?: Node[] }): string {
  return content.map((node) => blocks[node.type]?.(node) ?? '').join('\n\n');
}

export const markdownOf = (post: { title: string; description: RichText }, address: string): string =>
  [`# ${escaped(post.title)}`, within(post.description), `<${address}>`]
    .filter((part) => part !== '')
    .join('\n\n');
