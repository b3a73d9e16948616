// Checks the recipe "Add a field to posts" in CONTRIBUTING.md against an existing field.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const sample = /sourceUrl|source_url/;

/** The paths in the first column of the recipe's table. A folder ends in a slash. */
function listedPaths(): string[] {
  const text = readFileSync(new URL('CONTRIBUTING.md', root), 'utf8');
  const [, section = ''] = text.split(/^## Add a field to posts$/m);
  const [recipe = ''] = section.split(/^## /m);
  return [...recipe.matchAll(/^\| `([^`]+)`/gm)].map(([, path]) => path ?? '');
}

function filesIn(folder: string): string[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .map((name) => folder + name)
    .filter((path) => statSync(new URL(path, root)).isFile());
}

const mentionsSample = (path: string): boolean => sample.test(readFileSync(new URL(path, root), 'utf8'));

describe('the recipe "Add a field to posts"', () => {
  const listed = listedPaths();

  it('lists files', () => {
    expect(listed.length).toBeGreaterThan(4);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it.each(listed)('%s exists and contains the sample field', (path) => {
    expect(existsSync(new URL(path, root))).toBe(true);
    const files = path.endsWith('/') ? filesIn(path) : [path];
    expect(files.some(mentionsSample)).toBe(true);
  });

  it.each(['server/src/', 'client/src/', 'console/src/'])(
    'lists every file of %s that contains the sample field',
    (folder) => {
      const isListed = (path: string) =>
        listed.some((each) => path === each || (each.endsWith('/') && path.startsWith(each)));
      const isGenerated = (path: string) => path.includes('/generated/');
      const files = filesIn(folder).filter((path) => mentionsSample(path) && !isGenerated(path));
      expect(files.filter((path) => !isListed(path))).toEqual([]);
    },
  );
});
