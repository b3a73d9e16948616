import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { exportTables } from '../../src/app/porting/csv-exporting.ts';
import { exportWorkspace } from '../../src/app/porting/exporting.ts';
import { createArchive, openArchive } from '../../src/compose.ts';
import { importLeaseMs } from '../../src/domain/import.ts';
import type { Manifest } from '../../src/domain/porting/manifest.ts';
import { pdf } from '../http/pictures.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { exported, imported } from './ported.ts';
import { newWorkspace, seen, type TestWorkspace } from './world.ts';

describe('imports and exports', () => {
  let program: TestProgram;
  let directory: string;
  let original: TestWorkspace;
  let made = 0;
  const place = (ending = '') => {
    made += 1;
    return join(directory, `${made}${ending}`);
  };
  beforeAll(async () => {
    program = await startProgram();
    directory = await mkdtemp(join(tmpdir(), 'earshot-import-'));
    original = await newWorkspace(program);
    await furnish(original);
  });
  afterAll(async () => {
    await program.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** Posts with everything that can belong to one, and a merged post. */
  async function furnish({ client }: TestWorkspace): Promise<void> {
    const ids: string[] = [];
    for (const title of ['One', '=HYPERLINK("x")', 'Three, "quoted"\nline']) {
      const body = {
        title,
        tags: ['ui', 'api'],
        author: { email: `${ids.length}@example.com`, name: '+1 Name' },
      };
      ids.push((await client.post('/posts', body)).body.data.id);
      program.clock.advance(1000);
    }
    const [one, two, three] = ids;
    for (const id of [one, two]) await client.post(`/posts/${id}/votes`, { user: { externalId: 'both' } });
    const { id } = (
      await client.post(`/posts/${one}/comments`, { content: 'Hello', author: { externalId: 'c' } })
    ).body.data;
    await client.post(`/posts/${one}/comments`, {
      content: 'A reply',
      parentId: id,
      author: { externalId: 'd' },
    });
    await client.post(`/posts/${two}/merge`, { intoId: three });
    const form = new FormData();
    form.append('title', 'With a file');
    form.append('attachments', new Blob([new Uint8Array(pdf())]), 'notes.pdf');
    await client.call('POST', '/posts', { form });
  }

  describe('repeated', () => {
    it('adds what is new in the source, doubles nothing, and leaves what was edited here', async () => {
      const source = await newWorkspace(program);
      await furnish(source);
      const first = place('.zip');
      await exported(source, first);
      const copy = await newWorkspace(program);
      await imported(copy, first);
      const again = await imported(copy, first);
      expect(await seen(copy)).toEqual(await seen(source));
      for (const { created, failed } of Object.values(again.report.counts))
        expect([created, failed]).toEqual([0, 0]);

      const { posts } = (await source.client.get('/posts?sortBy=oldest')).body.data;
      await source.client.post(`/posts/${posts[0].id}/votes`, { user: { externalId: 'late' } });
      await source.client.post('/posts', { title: 'New in the source' });
      await copy.client.patch(`/posts/${posts[0].id}`, { title: 'Edited here' });
      const second = place('.zip');
      await exported(source, second);
      const topUp = await imported(copy, second);
      expect(topUp.report.counts.posts).toEqual({ created: 1, found: 4, failed: 0 });
      expect(topUp.report.counts.votes?.created).toBe(1);
      const post = (await copy.client.get(`/posts/${posts[0].id}`)).body.data;
      expect(post).toMatchObject({ title: 'Edited here', votesCount: posts[0].votesCount + 1 });
    });

    it('reports what it adds to a workspace in use as updated now, so that delta sync finds it', async () => {
      const path = place();
      await exported(original, path);
      const copy = await newWorkspace(program);
      await copy.client.post('/posts', { title: 'Already here' });
      program.clock.advance(60_000);
      const since = new Date(program.clock.now()).toISOString();
      await imported(copy, path);
      const { posts } = (await copy.client.get(`/posts?filters=updatedSince:${since}`)).body.data;
      expect(posts).toHaveLength(4);
      const { votes } = (await copy.client.get(`/votes?filters=updatedSince:${since}`)).body.data;
      expect(votes.length).toBeGreaterThan(0);
    });

    it('continues after an interruption, and counts as one import', async () => {
      const path = place();
      await exported(original, path);
      const copy = await newWorkspace(program);
      let steps = 0;
      const interrupted = imported(copy, path, {
        onProgress: () => {
          steps += 1;
          if (steps === 4) throw new Error('power failure');
        },
      });
      await expect(interrupted).rejects.toThrow('power failure');
      await expect(imported(copy, path)).rejects.toThrow('An import is active in this workspace');
      program.clock.advance(importLeaseMs + 1);
      const { report } = await imported(copy, path);
      expect(await seen(copy)).toEqual(await seen(original));
      expect(report.counts.posts).toEqual({ created: 4, found: 0, failed: 0 });
      expect(report.counts.statuses).toMatchObject({ created: 6, found: 0 });
    });
  });

  it('keeps a text that takes more as a document than an input may have', async () => {
    const source = await newWorkspace(program);
    const description = '- ab\n'.repeat(1500);
    const { id } = (await source.client.post('/posts', { title: 'A long list', description })).body.data;
    await source.client.post('/posts', { title: 'Empty items', description: '- a\n-\n'.repeat(1300) });
    await source.client.post('/changelogs', { title: 'A long list', content: description });
    await source.client.post(`/posts/${id}/votes`, { user: { externalId: 'u' } });
    const path = place();
    await exported(source, path);
    expect((await readFile(join(path, 'posts.ndjson'))).length).toBeGreaterThan(250 * 1024);
    const copy = await newWorkspace(program);
    const { report } = await imported(copy, path);
    expect(report.errors).toEqual([]);
    expect(await seen(copy)).toEqual(await seen(source));
  });

  it('ends in one event, and has none for its objects', async () => {
    const path = place();
    await exported(original, path);
    const copy = await newWorkspace(program);
    const { id, report } = await imported(copy, path);
    const said = { type: 'import.finished', data: { object: { importId: id, state: 'finished' } } };
    const eventsOf = async () => (await copy.client.get('/events')).body.data.events;
    expect(await eventsOf()).toMatchObject([said]);
    expect((await eventsOf())[0].data.object.counts).toEqual(report.counts);
    // A second import finds everything, and changes nothing.
    await imported(copy, path);
    expect(await eventsOf()).toHaveLength(1);
    const { entries } = (await copy.client.get('/audit-log')).body.data;
    expect(entries.map((entry: { action: string }) => entry.action).slice(0, 3)).toEqual([
      'workspace.import_started',
      'import.finished',
      'workspace.import_started',
    ]);
  });

  describe('into a workspace where others delete meanwhile', () => {
    it('reports what belongs to a deleted post, and imports the rest', async () => {
      const path = place();
      await exported(original, path);
      const copy = await newWorkspace(program);
      const { posts } = (await original.client.get('/posts?sortBy=oldest')).body.data;
      const one = `/posts/${posts.find(({ title }: { title: string }) => title === 'One').id}`;
      let isDeleted = false;
      const { state, report } = await imported(copy, path, {
        pace: async () => {
          if (!isDeleted) isDeleted = (await copy.client.delete(one)).status < 300;
        },
      });
      expect([isDeleted, state]).toEqual([true, 'finished']);
      expect(report.counts).toMatchObject({
        posts: { created: 4, failed: 0 },
        comments: { created: 0, failed: 2 },
        votes: { failed: 2 },
      });
      expect(report.errors[0]?.message).toMatch(/^"postId" names nothing that was imported: "/);
      expect((await copy.client.get(one)).status).toBe(404);
    });

    it('reports a file whose post is deleted while it is stored', async () => {
      const path = place();
      await exported(original, path);
      const copy = await newWorkspace(program);
      const { posts } = (await original.client.get('/posts')).body.data;
      const { id } = posts.find(({ title }: { title: string }) => title === 'With a file');
      const { report } = await imported(copy, path, {}, (checked) => ({
        ...checked,
        archive: {
          ...checked.archive,
          open: async (name) => {
            if (name.startsWith('files/')) await copy.client.delete(`/posts/${id}`);
            return checked.archive.open(name);
          },
        },
      }));
      expect(report.counts.attachments).toEqual({ created: 0, found: 0, failed: 1 });
      expect(report.errors[0]?.message).toBe(`"postId" names nothing that was imported: "${id}".`);
    });
  });

  it('rehearses without changing anything', async () => {
    const path = place('.zip');
    await exported(original, path);
    const copy = await newWorkspace(program);
    const before = program.dump();
    const { report } = await imported(copy, path, { isDryRun: true });
    expect(program.dump()).toBe(before);
    expect(report.counts).toMatchObject({
      posts: { created: 4, failed: 0 },
      comments: { created: 2, failed: 0 },
      attachments: { created: 1, failed: 0 },
      statuses: { created: 6 },
    });
  });

  describe('of records that are not all good', () => {
    /** An archive of these lines, with a manifest that fits. */
    async function archiveOf(parts: Record<string, (object | string)[]>): Promise<string> {
      const path = place();
      await mkdir(path);
      const manifest: Omit<Manifest, 'parts'> & { parts: Manifest['parts'] } = {
        format: 'earshot-export',
        formatVersion: 1,
        program: 'test',
        schema: null,
        createdAt: '2026-01-01T00:00:00.000Z',
        workspace: { id: 'ws', slug: 's', name: 'n', userId: 'nobody' },
        parts: [],
        files: { count: 0, bytes: 0 },
      };
      for (const [name, lines] of Object.entries(parts)) {
        const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
        const bytes = Buffer.from(texts.map((line) => `${line}\n`).join(''));
        await writeFile(join(path, name), bytes);
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        manifest.parts.push({ name, records: lines.length, bytes: bytes.length, sha256 });
      }
      await writeFile(join(path, 'manifest.json'), JSON.stringify(manifest));
      return path;
    }

    it('names each bad line, imports the rest, and makes IDs of other services external IDs', async () => {
      const path = await archiveOf({
        'users.ndjson': [
          { id: 'u1', email: 'a@example.com' },
          { id: 'u2', email: 'A@EXAMPLE.com' },
          { id: 'u3', email: 'no address' },
        ],
        'posts.ndjson': [
          { id: '17', title: 'Fine', authorId: 'u2', createdAt: '2020-02-03T04:05:06Z', mergeIntoId: '18' },
          { id: '17', title: 'The same ID' },
          { id: '18', title: 'Target' },
          { id: '19', title: '' },
          { id: '20', title: 'x', authorId: 'u9' },
          'not JSON',
        ],
        'comments.ndjson': [
          { id: 'c2', postId: '17', parentId: 'c1', content: 'Before its parent' },
          { id: 'c1', postId: '17', userId: 'u1', content: 'Parent' },
          { id: 'c3', postId: '17', parentId: 'c9', content: 'Orphan' },
          { id: 'c4', postId: '17', content: '' },
        ],
        'votes.ndjson': [
          { postId: '17', userId: 'u1', votedAt: '2020-02-03T04:05:06Z' },
          { postId: '17', userId: 'u2' },
          { postId: '99', userId: 'u1' },
        ],
      });
      const copy = await newWorkspace(program);
      const { report } = await imported(copy, path, { source: 'canny' });
      expect(report.errors.map(({ part, line, message }) => `${part}:${line} ${message}`)).toEqual(
        [
          'users.ndjson:3 "email" must be an email address.',
          'posts.ndjson:4 The title is empty.',
          'posts.ndjson:6 "line" is not valid JSON: column 2.',
          'comments.ndjson:4 "content" must be 1 to 10000 characters long.',
          'comments.ndjson:3 "parentId" names no comment that was imported.',
          'votes.ndjson:3 "postId" names nothing that was imported: "99".',
        ]
          .toSpliced(2, 0, 'posts.ndjson:5 "authorId" names nothing that was imported: "u9".')
          .sort(byPart(report)),
      );
      expect(report.counts.votes).toEqual({ created: 1, found: 1, failed: 1 });
      const post = (await copy.client.get('/posts/by-external-id/17')).body.data;
      const target = (await copy.client.get('/posts/by-external-id/18?include=voters')).body.data;
      expect(post).toMatchObject({ createdAt: '2020-02-03T04:05:06.000Z', mergedIntoId: target.id });
      expect(target).toMatchObject({ votesCount: 1, commentsCount: 2 });
      expect(target.voters[0]).toMatchObject({
        ...{ externalId: null, email: 'a@example.com', votedAt: '2020-02-03T04:05:06.000Z' },
      });
      const again = await imported(copy, path, { source: 'canny' });
      expect(again.report.counts).toMatchObject({
        users: { created: 0 },
        posts: { created: 0 },
        comments: { created: 0 },
        votes: { created: 0 },
      });
      expect((await copy.client.get('/posts/by-external-id/18')).body.data).toMatchObject({
        votesCount: 1,
        commentsCount: 2,
      });

      const twice = { postId: '17', userId: 'u5' };
      const doubled = await archiveOf({
        'users.ndjson': [{ id: 'u5', email: 'b@example.com' }],
        'posts.ndjson': [{ id: '17', title: 'Fine' }],
        'votes.ndjson': [twice, twice],
      });
      const { counts } = (await imported(copy, doubled, { source: 'canny' })).report;
      expect(counts.votes).toEqual({ created: 1, found: 1, failed: 0 });
      expect((await copy.client.get('/posts/by-external-id/18')).body.data.votesCount).toBe(2);

      await copy.client.post(`/posts/${post.id}/unmerge`);
      await imported(copy, path, { source: 'canny' });
      expect((await copy.client.get(`/posts/${post.id}`)).body.data.mergedIntoId).toBeNull();
    });
  });

  /** The expected errors in the order of the report: within a part, the order of lines may differ. */
  const byPart = ({ errors }: { errors: { part: string; line: number }[] }) => {
    const order = errors.map(({ part, line }) => `${part}:${line} `);
    return (a: string, b: string) =>
      order.findIndex((start) => a.startsWith(start)) - order.findIndex((start) => b.startsWith(start));
  };

  describe('of a bad archive', () => {
    let sound: string;
    beforeAll(async () => {
      sound = place();
      await exported(original, sound);
    });
    const copyOf = async () => {
      const path = place();
      await cp(sound, path, { recursive: true });
      return path;
    };
    const zipOf = async (entries: Record<string, Buffer>): Promise<string> => {
      const path = place('.zip');
      const zip = new yazl.ZipFile();
      for (const [name, bytes] of Object.entries(entries)) zip.addBuffer(bytes, name);
      zip.end();
      const chunks: Buffer[] = [];
      for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
      await writeFile(path, Buffer.concat(chunks));
      return path;
    };
    const editManifest = async (edit: (manifest: Manifest) => unknown) => {
      const path = await copyOf();
      const manifest = JSON.parse(await readFile(join(path, 'manifest.json'), 'utf8'));
      edit(manifest);
      await writeFile(join(path, 'manifest.json'), JSON.stringify(manifest));
      return path;
    };
    const renamed = (bytes: Buffer, from: string, to: string) =>
      Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');

    /** The directory at the end of a zip file begins where the last 22 bytes say. */
    const listedTwice = (bytes: Buffer, from: string, to: string): Buffer => {
      const end = bytes.subarray(-22);
      const [size, start] = [end.readUInt32LE(12), end.readUInt32LE(16)];
      const listed = bytes.subarray(start, start + size);
      const changed = Buffer.from(end);
      changed.writeUInt16LE(2, 8);
      changed.writeUInt16LE(2, 10);
      changed.writeUInt32LE(2 * size, 12);
      return Buffer.concat([bytes.subarray(0, start), listed, renamed(listed, from, to), changed]);
    };

    const cases: [string, () => Promise<string>, RegExp][] = [
      ['a missing file', async () => place('.zip'), /cannot be read: ENOENT/],
      [
        'a truncated zip file',
        async () => {
          const path = place('.zip');
          await exported(original, path);
          await truncate(path, 500);
          return path;
        },
        /damaged, cut off, or not a zip file/,
      ],
      [
        'a zip file damaged inside',
        async () => {
          const path = place('.zip');
          await exported(original, path);
          const bytes = await readFile(path);
          bytes.fill(0x55, 300, 420);
          await writeFile(path, bytes);
          return path;
        },
        /damaged|does not match/,
      ],
      [
        'a zip bomb',
        () => zipOf({ 'posts.ndjson': Buffer.alloc(50_000_000) }),
        /expands more than 200 times/,
      ],
      [
        'entries that share their content',
        async () => {
          const path = await zipOf({ 'posts.ndjson': randomBytes(10_000) });
          await writeFile(path, listedTwice(await readFile(path), 'posts', 'votes'));
          return path;
        },
        /share their content/,
      ],
      [
        'a path that leads out',
        async () => {
          const path = await zipOf({ 'aa/bb/cc.ndjson': Buffer.from('x') });
          await writeFile(path, renamed(await readFile(path), 'aa/bb/cc.ndjson', '../../../cc.ndj'));
          return path;
        },
        /invalid relative path|not part of the format/,
      ],
      ['an unknown entry', () => zipOf({ 'run.sh': Buffer.from('x') }), /not part of the format: "run.sh"/],
      [
        'a symbolic link',
        async () => {
          const path = await copyOf();
          await symlink('/etc/passwd', join(path, 'users-link.ndjson'));
          return path;
        },
        /not part of the format/,
      ],
      ['no manifest', () => zipOf({ 'posts.ndjson': Buffer.from('{}\n') }), /has no manifest.json/],
      [
        'a changed part',
        async () => {
          const path = await copyOf();
          const posts = await readFile(join(path, 'posts.ndjson'), 'utf8');
          await writeFile(join(path, 'posts.ndjson'), posts.replace('One', 'Two'));
          return path;
        },
        /posts.ndjson does not match its manifest/,
      ],
      [
        'a changed file',
        async () => {
          const path = await copyOf();
          const digest = createHash('sha256').update(new Uint8Array(pdf())).digest('hex');
          await writeFile(join(path, 'files', digest), 'other bytes');
          return path;
        },
        /does not match its manifest/,
      ],
      [
        'a newer format',
        () => editManifest((it) => Object.assign(it, { formatVersion: 2 })),
        /import it with a newer Earshot/,
      ],
      [
        'another format',
        () => editManifest((it) => Object.assign(it, { format: 'x' as never })),
        /not an Earshot export/,
      ],
      [
        'an incomplete manifest',
        () => editManifest((it) => Object.assign(it, { parts: 5 as never })),
        /is incomplete/,
      ],
      [
        'an unknown part',
        () => editManifest((it) => it.parts.push({ ...it.parts[0], name: 'x.ndjson' } as never)),
        /unknown part/,
      ],
      [
        'a part that is listed twice',
        () => editManifest((it) => it.parts.push({ ...it.parts[0] } as never)),
        /lists a part twice/,
      ],
      ['an unlisted part', () => editManifest((it) => it.parts.pop()), /which its manifest does not list/],
    ];
    it.each(cases)('refuses %s in one sentence, and changes nothing', async (_name, make, message) => {
      const copy = await newWorkspace(program);
      const path = await make();
      const before = program.dump();
      await expect(imported(copy, path)).rejects.toThrow(message);
      expect(program.dump()).toBe(before);
    });

    it.each([
      [{ entries: 1, bytes: 1_000 }, /too many entries/],
      [{ entries: 2, bytes: 19 }, /expands to more/],
    ])('refuses a zip file beyond %j', async (limits, message) => {
      const path = await zipOf({ 'posts.ndjson': Buffer.alloc(10), 'users.ndjson': Buffer.alloc(10) });
      await expect(openArchive(path, limits)).rejects.toThrow(message);
      await (await openArchive(path, { entries: 2, bytes: 20 })).close();
    });
  });

  describe('an export', () => {
    it('does not replace a file, and leaves none behind if it fails', async () => {
      const path = place('.zip');
      await exported(original, path);
      await expect(exported(original, path)).rejects.toThrow('exists already');
      await expect(exported(original, join(path, 'in', 'nowhere.zip'))).rejects.toThrow('cannot be written');
      const other = place('.zip');
      const failing = exported(original, other, {
        onProgress: () => {
          throw new Error('disk full');
        },
      });
      await expect(failing).rejects.toThrow('disk full');
      const left = (await readdir(directory)).filter((name) => name.startsWith(basename(other)));
      expect(left).toEqual([]);
    });

    it.each(['', '.zip'])('keeps clear of what a killed one has left behind (%s)', async (ending) => {
      const path = place(ending);
      await symlink(directory, `${path}.part`);
      await exported(original, path);
      const copy = await newWorkspace(program);
      await imported(copy, path);
      expect(await seen(copy)).toEqual(await seen(original));
    });

    it('leaves out a damaged file only if asked to', async () => {
      const files = { ...program.engines.files, read: async () => Readable.from([Buffer.from('damaged')]) };
      const deps = { ...program.engines, files, clock: program.clock, version: '0.0.0-test' };
      const order = { workspaceId: original.id, withLedger: false };
      const exportTo = async (path: string, leaveLostFiles: boolean) =>
        exportWorkspace(deps, { ...order, leaveLostFiles }, await createArchive(path));
      await expect(exportTo(place(), false)).rejects.toThrow('is damaged');
      const path = place();
      const { manifest, lostFiles } = await exportTo(path, true);
      expect([manifest.files.count, lostFiles.length]).toEqual([0, 1]);
      const { report } = await imported(await newWorkspace(program), path);
      expect(report.counts).toMatchObject({ posts: { created: 4 }, attachments: { created: 0, failed: 1 } });
    });

    it('takes the other copy of a file that is missing', async () => {
      const source = await newWorkspace(program);
      await furnish(source);
      const form = new FormData();
      form.append('title', 'With the same file');
      form.append('attachments', new Blob([new Uint8Array(pdf())]), 'copy.pdf');
      await source.client.call('POST', '/posts', { form });
      let reads = 0;
      const files = {
        ...program.engines.files,
        read: async (key: string) => {
          reads += 1;
          return reads === 1 ? undefined : program.engines.files.read(key);
        },
      };
      const deps = { ...program.engines, files, clock: program.clock, version: '0.0.0-test' };
      const order = { workspaceId: source.id, withLedger: false, leaveLostFiles: false };
      const { manifest, lostFiles } = await exportWorkspace(deps, order, await createArchive(place()));
      expect([manifest.files.count, lostFiles]).toEqual([1, []]);
    });

    it('shows one moment, whatever is written meanwhile', async () => {
      const source = await newWorkspace(program);
      await furnish(source);
      const before = await seen(source);
      const path = place();
      let isChanged = false;
      await program.engines.store.snapshot(async (snapshot) => {
        await source.client.post('/posts', { title: 'Too late' });
        const rows = await snapshot.rowsAfter(source.id, 'posts', undefined, 100);
        expect(rows).toHaveLength(4);
        isChanged = true;
      });
      expect(isChanged).toBe(true);
      await exported(source, path);
      expect((await readFile(join(path, 'posts.ndjson'), 'utf8')).split('\n')).toHaveLength(6);
      expect((before.posts as unknown[]).length).toBe(4);
    });

    it('can include the ledger, which an import ignores', async () => {
      const path = place();
      const { manifest } = await exported(original, path, { withLedger: true });
      expect(manifest.parts.find(({ name }) => name === 'ledger.ndjson')?.records).toBeGreaterThan(8);
      const copy = await newWorkspace(program);
      await imported(copy, path);
      expect(await seen(copy)).toEqual(await seen(original));
    });

    it('as CSV quotes as in RFC 4180, and disarms formulas', async () => {
      const path = place();
      const deps = { ...program.engines, clock: program.clock, version: 'test' };
      await exportTables(deps, { workspaceId: original.id }, await createArchive(path));
      const posts = await readFile(join(path, 'posts.csv'), 'utf8');
      expect(posts.startsWith('\ufeffid,title,description,status,')).toBe(true);
      expect(posts).toContain(`"'=HYPERLINK(""x"")"`);
      expect(posts).toContain('"Three, ""quoted""\nline"');
      expect(posts).toContain(`'+1 Name`);
      expect(posts.split('\r\n')).toHaveLength(6);
      expect((await readFile(join(path, 'votes.csv'), 'utf8')).split('\r\n').length).toBeGreaterThan(4);
      expect(await readFile(join(path, 'users.csv'), 'utf8')).toContain('0@example.com');
    });
  });
});
