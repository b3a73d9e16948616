import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { maxVotersAtOnce } from '../src/app/feedback/votes.ts';
import { eventCatalog, eventTypes } from '../src/domain/events/event.ts';
import { maxCommentsAtOnce } from '../src/domain/feedback/comment.ts';
import { maxCommentLength } from '../src/domain/feedback/comment-text.ts';
import { failureCodes } from '../src/domain/kernel/failure.ts';
import { entriesPerWrite, operationsPerWrite } from '../src/http/access/request-cost.ts';
import { statusOf } from '../src/http/kernel/failures.ts';
import { errorTitle, explanations } from '../src/http/openapi/reference/errors.ts';
import { maxBulkMegabytes } from '../src/http/v1/feedback/comments.ts';
import { maxOperations } from '../src/http/v1/kernel/batch.ts';
import { knownVariables } from './deploy/variables.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const markdownIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const documents = ['.', 'docs', 'docs/integrating', 'docs/adr', 'server', 'client', 'bench'].flatMap(
  markdownIn,
);

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

it('writes paths of the API with /v1, except in decisions, the changelog and operations of a batch', () => {
  const { paths } = JSON.parse(read('openapi.json')) as { paths: object };
  const resources = [...new Set(Object.keys(paths).map((path) => path.split('/')[1]))].join('|');
  const withoutVersion = new RegExp(
    `(?:GET|POST|PUT|PATCH|DELETE|HEAD|\\bapi) ["']?/(?:${resources})(?![\\w-])`,
    'g',
  );
  const pages = documents.filter((file) => !file.startsWith('docs/adr/') && file !== 'CHANGELOG.md');
  const found = pages.flatMap((file) =>
    [...read(file).matchAll(withoutVersion)].map(([text]) => [file, text]),
  );
  expect(found).toEqual([]);
});

it('explains every error code under a heading of its own, as the reference does', () => {
  const sections = read('docs/integrating/errors.md').split('\n## ').slice(1);
  const explained = sections.map((section) =>
    /^(.+)\n\n`(\d+) ([A-Z_]+)`\. (.+)\n*$/.exec(section)?.slice(1),
  );
  expect(explained).toEqual(
    failureCodes.map((code) => [errorTitle(code), `${statusOf[code]}`, code, explanations[code]]),
  );
});

it('documents exactly the events of the catalog', () => {
  const rows = [...read('docs/events.md').matchAll(/^\| `(\w+\.\w+)` \| (.+) \| (\w+) \|$/gm)];
  const shown = rows.map(([, type, description, kind]) => ({ type, description, kind }));
  expect(shown).toEqual(eventTypes.map((type) => ({ type, ...eventCatalog[type] })));
});

it('documents exactly the environment variables that exist', () => {
  const firstCells = [...read('docs/configuration.md').matchAll(/^\| ([^|]+)\|/gm)].map(
    ([, cell = '']) => cell,
  );
  const documented = firstCells.flatMap((cell) => cell.match(/\b[A-Z][A-Z0-9_]{3,}\b/g) ?? []);
  expect(documented.toSorted()).toEqual([...knownVariables()].toSorted());
});

describe('the costs and limits of bulk requests', () => {
  const thousands = (number: number): string => number.toLocaleString('en-US');
  const perWrite: Record<string, number> = {
    operations: operationsPerWrite,
    voters: entriesPerWrite,
    comments: entriesPerWrite,
    entries: entriesPerWrite,
  };

  it.each(documents)('are those of the program in %s', (file) => {
    const costs = read(file).matchAll(/every (\d+) (operations|voters|comments|entries)/g);
    for (const [sentence, number, what = ''] of costs)
      expect([sentence, Number(number)]).toEqual([sentence, perWrite[what]]);
  });

  it('are in the table of limits', () => {
    const limits = read('docs/limits.md');
    for (const row of [
      `| voters in one bulk vote | ${thousands(maxVotersAtOnce)}; every ${entriesPerWrite} started count as a write |`,
      `| comments in one bulk body | ${maxCommentsAtOnce}; every ${entriesPerWrite} started count as a write |`,
      `| operations per batch | ${maxOperations}, every ${operationsPerWrite} started count as a write;`,
      `| JSON body | 1 MB; ${maxBulkMegabytes} MB for \`PUT /v1/posts/{id}/comments\` |`,
      `| content of a comment | ${thousands(maxCommentLength)} characters |`,
    ])
      expect(limits).toContain(row);
  });

  it('are explained to integrators and in the reference', () => {
    const guide = markdownIn('docs/integrating').map(read).join('\n');
    for (const sentence of [
      `\`POST /v1/batch\` counts as one write for every ${operationsPerWrite} operations started`,
      `as one for every ${entriesPerWrite} entries started`,
      `so ${maxOperations} operations cost ${maxOperations / operationsPerWrite}`,
      `with up to ${thousands(maxVotersAtOnce)} \`voters\``,
      `takes up to ${maxCommentsAtOnce} \`comments\``,
    ])
      expect(guide).toContain(sentence);
    const reference = read('openapi.json');
    for (const sentence of [
      `Every ${operationsPerWrite} operations, rounded up, count as one write`,
      `Every ${entriesPerWrite} voters, rounded up, count as one write`,
      `Every ${entriesPerWrite} comments, rounded up, count as one write`,
      `1 to ${thousands(maxVotersAtOnce)} people`,
      `1 to ${maxCommentsAtOnce} comments`,
      `1 to ${maxOperations} operations`,
    ])
      expect(reference).toContain(sentence);
  });
});
