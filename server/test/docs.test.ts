import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type Environment, readConfig } from '../src/config.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const markdownIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const documents = ['.', 'docs', 'docs/adr', 'client', 'bench'].flatMap(markdownIn);

/** Heading anchors as GitHub generates them. */
const anchorsOf = (file: string): string[] =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );

function brokenLinksIn(file: string): string[] {
  const prose = read(file).replace(/```[\s\S]*?```/g, '');
  return [...prose.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const linked = path === '' ? file : join(dirname(file), path);
      if (!existsSync(join(root, linked))) return true;
      return anchor !== undefined && linked.endsWith('.md') && !anchorsOf(linked).includes(anchor);
    });
}

it.each(documents)('has no broken links in %s', (file) => {
  expect(brokenLinksIn(file)).toEqual([]);
});

it('documents exactly the environment variables that exist', () => {
  const asked = new Set<string>();
  const recording = (given: Environment): Environment =>
    new Proxy(given, {
      get(values, name: string) {
        asked.add(name);
        return values[name];
      },
    });
  readConfig(recording({}));
  readConfig(recording({ S3_BUCKET: 'files', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }));
  readConfig(recording({ DATABASE_URL: 'postgres://localhost/feedback', DATABASE_PARTITIONS: '2' }));
  const firstCells = [...read('docs/configuration.md').matchAll(/^\| ([^|]+)\|/gm)].map(
    ([, cell = '']) => cell,
  );
  const documented = firstCells.flatMap((cell) => cell.match(/\b[A-Z][A-Z0-9_]{3,}\b/g) ?? []);
  expect(documented.toSorted()).toEqual([...asked].toSorted());
});
