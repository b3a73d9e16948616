// The code blocks of the documentation, so that tests can run what it shows.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../../..');

/** The first page about the API and one page per topic, which continues in its shell. */
export const guidePages = [
  'docs/integrating.md',
  ...readdirSync(join(root, 'docs/integrating')).map((name) => `docs/integrating/${name}`),
];

/** The pages whose examples are run. */
export const pages = [
  'README.md',
  'docs/quick-start.md',
  ...guidePages,
  'docs/sync.md',
  'docs/events.md',
  'docs/recipes.md',
  'client/README.md',
];

export interface Block {
  page: string;
  /** Page and line, to find it by. */
  place: string;
  language: string;
  /** What follows the language on the opening line; not shown to readers. */
  info: string;
  code: string;
  /** The block before it in the same section. */
  previous: Block | undefined;
}

export function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, page), 'utf8');
  const blocks: Block[] = [];
  let previousEnd = 0;
  for (const match of text.matchAll(/^```(\S+)[ \t]*(.*)\n([\s\S]*?)^```$/gm)) {
    const [whole, language = '', info = '', code = ''] = match;
    const line = text.slice(0, match.index).split('\n').length;
    const isSameSection = !/^#/m.test(text.slice(previousEnd, match.index));
    const previous = isSameSection ? blocks.at(-1) : undefined;
    blocks.push({ page, place: `${page}:${line}`, language, info, code, previous });
    previousEnd = match.index + whole.length;
  }
  return blocks;
}

/** Replaces what readers fill in by themselves. */
export const filledIn = (text: string, values: Record<string, string>): string =>
  Object.entries(values).reduce((filled, [shown, value]) => filled.replaceAll(shown, value), text);

/** Blocks that build on each other, as one program. */
export const joined = (blocks: readonly Block[]): string => blocks.map(({ code }) => code).join('\n');

/** All blocks of one language; empty if there is none. */
export const programOf = (page: string, language: string): string =>
  joined(blocksOf(page).filter((block) => block.language === language));
