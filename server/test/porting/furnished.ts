// A program with a furnished workspace, and paths for its exports.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { pdf } from '../http/pictures.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { newWorkspace, type TestWorkspace } from './world.ts';

/** Posts with everything that can belong to one, and a merged post. */
export async function furnish({ client, program }: TestWorkspace): Promise<void> {
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

/** Registers the hooks of a test file. `started` is what they have made, `place` a new path in its directory. */
export function furnishedFixture() {
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
  return { place, started: () => ({ program, directory, original }) };
}
