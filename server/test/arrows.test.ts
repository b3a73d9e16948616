import { describe, expect, it } from 'vitest';
import { consoleViolations, sourcesOf, violations } from '../../scripts/arrows.mjs';

const judge = (path: string, text: string): string[] => violations(new Map([[path, text]]));

describe('the import rules', () => {
  it('hold in the sources', () => {
    const sources = sourcesOf(new URL('../src', import.meta.url).pathname);
    expect(sources.size).toBeGreaterThan(50);
    expect(violations(sources)).toEqual([]);
  });

  it.each([
    ['the kernel importing a room', 'app/kernel/x.ts', "import { x } from '../feedback/posts.ts';"],
    ['people importing feedback', 'engines/sql/people/x.ts', "import { x } from '../feedback/posts.ts';"],
    [
      'words for people importing those for posts',
      'domain/people/x.ts',
      "import { x } from '../feedback/post.ts';",
    ],
    [
      'words for posts importing those for events',
      'shapes/feedback/x.ts',
      "import { x } from '../events/event.ts';",
    ],
    ['a shape importing a use case', 'shapes/x.ts', "import { x } from '../app/feedback/posts.ts';"],
    [
      'the domain importing a port',
      'domain/feedback/post.ts',
      "import type { Store } from '../../ports/store.ts';",
    ],
    [
      'a use case importing an engine',
      'app/feedback/posts.ts',
      "import { x } from '../../engines/sql/store.ts';",
    ],
    ['the API importing the console', 'http/v1/feedback/x.ts', "import { x } from '../../console/pages.ts';"],
    ['HTTP importing a port', 'http/server.ts', "import type { Store } from '../ports/store.ts';"],
    ['one engine importing another', 'engines/files/disk.ts', "import { x } from '../sql/store.ts';"],
    [
      'an import over several lines',
      'app/feedback/posts.ts',
      "import {\n  x,\n  y,\n} from '../../http/server.ts';",
    ],
    ['a re-export', 'app/feedback/posts.ts', "export { x } from '../../http/server.ts';"],
    ['a dynamic import', 'app/feedback/posts.ts', "const x = await import('../../http/server.ts');"],
    ['the query builder outside its engine', 'app/feedback/posts.ts', "import { sql } from 'kysely';"],
    [
      'a deep import of a restricted package',
      'app/feedback/posts.ts',
      "import { Compile } from 'typebox/compile';",
    ],
    ['an unlisted package', 'app/feedback/posts.ts', "import lodash from 'lodash';"],
    ['the environment in a use case', 'app/feedback/posts.ts', 'const x = process.env.PORT;'],
    ['a dialect named in a query', 'engines/sql/feedback/posts.ts', "if (dialect === 'sqlite') x();"],
    ['the time without the clock', 'app/feedback/posts.ts', 'const now = Date.now();'],
    ['a folder that is not a layer', 'helpers/x.ts', ''],
  ])('reject %s', (_what, path, text) => {
    expect(judge(path, text)).toHaveLength(1);
  });

  it('reject a cycle', () => {
    const cycle = new Map([
      ['domain/a.ts', "import { b } from './b.ts';"],
      ['domain/b.ts', "import { a } from './a.ts';"],
    ]);
    expect(violations(cycle)).toEqual(['Cycle: domain/a.ts → domain/b.ts → domain/a.ts']);
  });

  it('reject a cycle between a folder and a sibling file, even if no files form one', () => {
    const loop = new Map([
      ['http/x.ts', "import { a } from './console/cookies.ts';"],
      ['http/console/cookies.ts', ''],
      ['http/console/pages.ts', "import { b } from '../x.ts';"],
    ]);
    expect(violations(loop)).toEqual(['Cycle: http/x.ts → http/console → http/x.ts']);
  });

  it('ignore comments', () => {
    expect(judge('app/feedback/posts.ts', '// SQLite is fine to mention\n/* Date.now() too */')).toEqual([]);
  });
});

describe('the import rules of the console', () => {
  it('hold in the sources', () => {
    const sources = sourcesOf(new URL('../../console/src', import.meta.url).pathname);
    expect(sources.size).toBeGreaterThan(50);
    expect(consoleViolations(sources)).toEqual([]);
  });

  it.each([
    ['the server', 'data/x.ts', "import { x } from '../../../server/src/domain/feedback/post.ts';"],
    ['a Node.js module', 'data/x.ts', "import { x } from 'node:fs';"],
    ['another package', 'parts/x.tsx', "import x from 'lodash';"],
    ['another page', 'pages/people/x.tsx', "import { x } from '../post/y.tsx';"],
    ['a page in a part', 'parts/x.tsx', "import { x } from '../pages/post/y.tsx';"],
    ['the app shell in a page', 'pages/post/x.tsx', "import { x } from '../../app/shell.tsx';"],
    ['fetch in a page', 'pages/post/x.tsx', "await fetch('/v1/posts');"],
    ['an unknown folder', 'helpers/x.ts', ''],
  ])('reject %s', (_what, path, text) => {
    expect(consoleViolations(new Map([[path, text]]))).toHaveLength(1);
  });

  it('reject folders that import each other, even if no two files do', () => {
    const loop = new Map([
      ['parts/charts/bars.tsx', "import { x } from '../forms/field.tsx';"],
      ['parts/forms/picker.tsx', "import { x } from '../charts/lines.tsx';"],
    ]);
    expect(consoleViolations(loop)).toEqual(['Cycle: parts/charts → parts/forms → parts/charts']);
  });
});
