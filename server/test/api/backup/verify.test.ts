import { readFile, rm, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyBackup, verifyInstallation } from '../../../src/commands/installation/verify-steps.ts';
import { backupAt } from '../../../src/compose/backup.ts';
import { openFiles } from '../../../src/compose/engines.ts';
import { readConfig } from '../../../src/config.ts';
import { fill } from '../../move/world.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { backUp, collected, damage, failuresIn, isEmbedded, newPlace } from './installation.ts';

/** A row of the table, as a condition. */
const one = (table: string, condition = 'true') =>
  `(workspace_id, id) = (select workspace_id, id from ${table} where ${condition} order by id limit 1)`;
const raised = (table: string, column: string, condition?: string) => [
  `update ${table} set ${column} = ${column} + 1 where ${one(table, condition)}`,
  `update ${table} set ${column} = ${column} - 1 where ${one(table, condition)}`,
];
const invalidIndex = (): string[] =>
  isEmbedded()
    ? ['comments_count', 'votes_count'].map((column, index, all) => {
        const other = all[1 - index];
        return `pragma writable_schema = on;
          update sqlite_schema set sql = replace(sql, '"${other}"', '"${column}"') where name = 'posts_by_votes';
          pragma schema_version = ${1000 + index}; pragma writable_schema = off`;
      })
    : [false, true].map(
        (isValid) =>
          `update pg_index set indisvalid = ${isValid} where indexrelid = 'posts_by_votes'::regclass`,
      );

interface Damage {
  statements(): string[];
  checks: string[];
  only?: 'embedded';
}

const entry = `from ledger where sequence = (select max(sequence) - 1 from ledger)`;

const damages: Record<string, Damage> = {
  'a wrong number of votes': { statements: () => raised('posts', 'votes_count'), checks: ['vote counts'] },
  'a wrong number of imported votes': {
    statements: () => raised('posts', 'imported_votes', 'merged_into_id is not null'),
    checks: ['vote counts'],
  },
  'a wrong number of comments': {
    statements: () => raised('posts', 'comments_count'),
    checks: ['comment counts'],
  },
  'a wrong number of public comments': {
    statements: () => raised('posts', 'public_comments_count'),
    checks: ['public comment counts'],
  },
  'a wrong number of posts of a status': {
    statements: () => raised('statuses', 'posts_count'),
    checks: ['posts per status'],
  },
  'a wrong number of posts of a type': {
    statements: () => raised('post_types', 'posts_count'),
    checks: ['posts per type'],
  },
  'a wrong number of posts of a tag': {
    statements: () => raised('tags', 'posts_count'),
    checks: ['posts per tag'],
  },
  'a label that no changelog has': {
    statements: () => [
      `insert into changelog_labels select workspace_id, id, 'zzz' from changelogs where ${one('changelogs')}`,
      `delete from changelog_labels where label_key = 'zzz'`,
    ],
    checks: ['changelog labels'],
  },
  'a row that references nothing': {
    statements: () => [
      `insert into status_changes (workspace_id, id, post_id, to_status_id, created_at)
       select workspace_id, 'lost', 'post_none', id, 1 from statuses where ${one('statuses')}`,
      `delete from status_changes where id = 'lost'`,
    ],
    checks: ['references'],
  },
  'words that are not those of a title': {
    statements: () => [
      `update posts set title_words = title_words || ' other' where ${one('posts')}`,
      `update posts set title_words = substr(title_words, 1, length(title_words) - 6) where ${one('posts')}`,
    ],
    // The embedded index is compared with the words.
    checks: ['search words of posts', 'search index of posts'],
  },
  'words that are not those of a name': {
    statements: () => [
      `update users set name_words = name_words || ' other' where ${one('users')}`,
      `update users set name_words = substr(name_words, 1, length(name_words) - 6) where ${one('users')}`,
    ],
    checks: ['search words of people', 'search index of people'],
  },
  'words that are not those of a comment': {
    statements: () => [
      `update texts set words = words || ' other' where id = (select min(id) from texts where id in (select id from comments))`,
      `update texts set words = substr(words, 1, length(words) - 6) where id = (select min(id) from texts where id in (select id from comments))`,
    ],
    checks: ['search words of texts', 'search index of texts'],
  },
  'a text of no post': {
    statements: () => [
      `insert into texts (workspace_id, id, post_id, words, is_note) select workspace_id, 'lost', 'lost', '', 0 from posts where ${one('posts')}`,
      `delete from texts where id = 'lost'`,
    ],
    checks: ['search words of texts'],
  },
  'a post that is not in the index': {
    statements: () => [
      `update posts set search_row = -search_row where ${one('posts')}`,
      `update posts set search_row = -search_row where ${one('posts')}`,
    ],
    checks: ['search index of posts'],
    only: 'embedded',
  },
  'a ledger with a gap': {
    statements: () => [
      `update ledger set sequence = sequence + 1000000 where (workspace_id, sequence) = (select workspace_id, sequence ${entry})`,
      `update ledger set sequence = sequence - 1000000 where sequence > 1000000`,
    ],
    checks: ['ledger'],
  },
  'a damaged index of the engine': { statements: invalidIndex, checks: ['integrity'] },
  'a schema of a newer version': {
    statements: () => [
      `insert into kysely_migration (name, timestamp) values ('9999-later', 'x')`,
      `delete from kysely_migration where name = '9999-later'`,
    ],
    checks: ['schema'],
  },
};

describe('verify', () => {
  let program: TestProgram;
  let place: Awaited<ReturnType<typeof newPlace>>;
  beforeAll(async () => {
    place = await newPlace();
    program = await startProgram();
    await fill(program);
  });
  afterAll(async () => {
    await program?.close();
    await place?.remove();
  });

  const config = () => readConfig(program.environment);
  /** Three days later, so that every file counts as old. */
  const later = { now: () => Date.now() + 3 * 86_400_000, elapsed: () => 0 };
  const failures = async () => failuresIn(await collected(verifyInstallation(config(), later)));
  const fileKey = () =>
    String(program.database.rows('select file_key from attachments order by id')[0]?.file_key);

  it('finds nothing wrong with an installation that is used', async () => {
    const findings = await collected(verifyInstallation(config(), later));
    expect(failuresIn(findings)).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual([
      'schema',
      'integrity',
      'references',
      'vote counts',
      'comment counts',
      'public comment counts',
      'posts per status',
      'posts per type',
      'posts per tag',
      'changelog labels',
      'search words of posts',
      'search words of people',
      'search words of texts',
      'ledger',
      ...(isEmbedded() ? ['search index of posts', 'search index of people', 'search index of texts'] : []),
      'files',
      'unreferenced files',
    ]);
  });

  it.each(Object.entries(damages))(
    'finds %s, and nothing else',
    async (_what, { statements, checks, only }) => {
      if (only === 'embedded' && !isEmbedded()) return;
      const [broken = '', mended = ''] = statements();
      await damage(program, broken);
      try {
        const expected = isEmbedded() ? checks : checks.filter((check) => !check.startsWith('search index'));
        expect(await failures()).toEqual(expected);
      } finally {
        await damage(program, mended);
      }
      expect(await failures()).toEqual([]);
    },
  );

  it('finds files that are damaged, missing or belong to nothing', async () => {
    const path = program.pathOfFile(fileKey());
    const bytes = await readFile(path);
    await writeFile(path, Buffer.from(bytes).fill(0));
    expect(await failures()).toEqual(['files']);
    await rm(path);
    expect(await failures()).toEqual(['files']);
    await writeFile(path, bytes);
    const files = openFiles(config());
    await files.write('orphan', Readable.from([Buffer.from('bytes')]));
    expect(await failures()).toEqual(['unreferenced files']);
    await files.remove('orphan');
    expect(await failures()).toEqual([]);
  });

  it('says what a backup lacks because it was damaged before', async () => {
    const path = program.pathOfFile(fileKey());
    const bytes = await readFile(path);
    // A new file, since the old one may be linked to that of a backup.
    await rm(path);
    await writeFile(path, Buffer.from(bytes).fill(0));
    const { files } = await backUp(program, place.path('.'), 'lacking');
    await rm(path);
    await writeFile(path, bytes);
    expect(files.missing).toEqual([fileKey()]);
    const findings = await collected(verifyBackup(backupAt(place.path('lacking'), {})));
    expect(failuresIn(findings)).toEqual([]);
  });

  it('accepts a backup of an older schema, with a warning', async () => {
    const { rows } = program.database;
    const [last] = rows('select name, timestamp from kysely_migration order by name desc limit 1');
    await damage(
      program,
      `delete from kysely_migration where name = '${last?.name}';
       alter table import_objects rename to hidden_objects`,
    );
    const mended = `insert into kysely_migration (name, timestamp) values ('${last?.name}', '${last?.timestamp}');
      alter table hidden_objects rename to import_objects`;
    const manifest = await backUp(program, place.path('.'), 'older').finally(() => damage(program, mended));
    expect(manifest.rows).not.toHaveProperty('import_objects');
    expect(manifest.rows.posts).toBeGreaterThan(0);
    const findings = await collected(verifyBackup(backupAt(place.path('older'), {})));
    expect(failuresIn(findings)).toEqual([]);
    const warnings = findings.filter(({ status }) => status === 'warning').map(({ check }) => check);
    expect(warnings).toEqual(isEmbedded() ? ['schema'] : []);
  });

  it('finds what is wrong with a backup', async () => {
    const { database, files } = await backUp(program, place.path('.'), 'whole');
    expect(files).toMatchObject({ missing: [] });
    expect(files.count).toBeGreaterThan(0);
    const backup = () => backupAt(place.path('whole'), {});
    const found = async () => failuresIn(await collected(verifyBackup(backup())));
    expect(await found()).toEqual([]);
    const file = `${place.path('whole')}/files/${fileKey().slice(0, 2)}/${fileKey()}`;
    const bytes = await readFile(file);
    await rm(file);
    expect(await found()).toEqual(['files']);
    // A new file, since the old one may be linked to that of the installation.
    await writeFile(file, Buffer.from(bytes).fill(0));
    expect(await found()).toEqual(['files']);
    await writeFile(file, bytes);
    await writeFile(`${place.path('whole')}/files/${fileKey().slice(0, 2)}/unlisted`, 'x');
    expect(await found()).toEqual(['files']);
    const dump = `${place.path('whole')}/${database.name}`;
    const whole = await readFile(dump);
    await writeFile(dump, whole.subarray(0, -1));
    expect(await found()).toEqual(['parts']);
    await writeFile(dump, Buffer.from(whole).fill(1, whole.length - 1));
    expect(await found()).toEqual(['parts']);
    expect(await failures()).toEqual([]);
  });
});
