// The settings of the public site in exports and imports.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { png } from '../http/pictures.ts';
import type { TestProgram } from '../support/program.ts';
import { furnishedFixture } from './furnished.ts';
import { exported, imported } from './ported.ts';
import { newWorkspace, type TestWorkspace } from './world.ts';

describe('the public site', () => {
  const { place, started } = furnishedFixture();
  let program: TestProgram;
  let source: TestWorkspace;
  let settings: Record<string, unknown>;
  const siteOf = async ({ client }: TestWorkspace) => (await client.get('/site')).body.data;

  beforeAll(async () => {
    ({ program } = started());
    source = await newWorkspace(program);
    settings = {
      name: 'Ideas',
      description: 'Tell us.',
      accentColor: '#112233',
      language: 'zh',
      newPosts: 'public',
      frameOrigins: ['https://app.example.com'],
      showNames: true,
      followOnVote: false,
      signInUrl: 'https://app.example.com/feedback',
      allowedDomains: ['example.com'],
      identityJwksUrl: 'https://app.example.com/keys.json',
      identityIssuer: 'acme',
    };
    await source.client.patch('/site', { ...settings, visibility: 'public', roadmapStatusIds: ['complete'] });
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(png(3, 2))]), 'logo.png');
    await source.client.call('PUT', '/site/logo', { form });
  });

  it('is carried into an empty workspace with its logo and roadmap, but stays off', async () => {
    const path = place();
    await exported(source, path);
    const copy = await newWorkspace(program);
    expect((await imported(copy, path, { isDryRun: true })).report.errorsCount).toBe(0);
    expect((await siteOf(copy)).version).toBe(1);
    const { report } = await imported(copy, path);
    expect([report.errorsCount, report.counts.attachments?.failed ?? 0]).toEqual([0, 0]);
    const site = await siteOf(copy);
    expect(site).toMatchObject({ ...settings, visibility: 'off', logo: { width: 3, height: 2 } });
    const { statuses } = (await copy.client.get('/statuses')).body.data;
    const complete = statuses.find(({ slug }: { slug: string }) => slug === 'complete');
    expect(site.roadmapStatusIds).toEqual([complete.id]);

    await copy.client.patch('/site', { name: 'Edited here' });
    await imported(copy, path);
    expect((await siteOf(copy)).name).toBe('Edited here');
  });

  it('stays as it is in a workspace in use, and refuses settings that are invalid', async () => {
    const path = place();
    await exported(source, path);
    const used = await newWorkspace(program);
    await used.client.post('/posts', { title: 'Already here' });
    await imported(used, path);
    expect(await siteOf(used)).toMatchObject({ name: null, logo: null, version: 1 });

    const file = join(path, 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    manifest.site.frameOrigins = ["https://a.test; script-src 'unsafe-inline'"];
    await writeFile(file, JSON.stringify(manifest));
    await expect(imported(await newWorkspace(program), path)).rejects.toThrow('frameOrigins');
  });
});
