// The settings of the public site: reading, updating, and what other changes do to them.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { png } from '../../http/pictures.ts';
import { invitedBy, ownerOf } from '../../support/console.ts';
import { readAudit } from '../../support/database.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
beforeEach(async () => {
  program = await startProgram({ publicUrl: 'https://feedback.test/base' });
});
afterEach(() => program.close());

const defaults = {
  visibility: 'off',
  name: null,
  description: '',
  accentColor: '#4f46e5',
  language: 'en',
  newPosts: 'internal',
  roadmapStatusIds: [],
  frameOrigins: [],
  moderation: 'first',
  anonymousPosts: false,
  followOnVote: true,
  showNames: false,
  signInUrl: null,
  allowedDomains: [],
  identityJwksUrl: null,
  identityIssuer: null,
  logo: null,
  host: null,
  url: null,
  version: 1,
  updatedAt: '2026-01-31T09:15:02.123Z',
};

const statusIds = async (): Promise<Record<string, string>> => {
  const { statuses } = (await program.live.get('/statuses')).body.data;
  return Object.fromEntries(statuses.map(({ slug, id }: { slug: string; id: string }) => [slug, id]));
};

describe('GET /site', () => {
  it('200: a workspace starts with a site that is off; 304 until it changes', async () => {
    const answer = await program.live.get('/site');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: defaults });
    const tag = { 'if-none-match': answer.headers.etag ?? '' };
    expect((await program.live.get('/site', tag)).status).toBe(304);
    expect((await program.test.get('/site')).body).toEqual({ data: defaults, test: true });
    await program.live.patch('/site', { name: 'Ours' });
    expect((await program.live.get('/site', tag)).body.data.name).toBe('Ours');
    expect((await program.stranger.get('/site')).body.data.name).toBeNull();
  });
});

describe('PATCH /site', () => {
  it('200: changes the given fields only, and records the change as an event', async () => {
    const { planned, complete } = await statusIds();
    program.clock.advance(1000);
    const body = {
      visibility: 'public',
      name: ' Acme ideas ',
      description: 'Tell us.',
      accentColor: '#ABCDEF',
      language: 'de',
      newPosts: 'public',
      roadmapStatusIds: ['planned', complete, planned],
      frameOrigins: ['https://app.example.com', 'https://localhost:8443', 'https://app.example.com'],
      showNames: true,
      signInUrl: 'https://app.example.com/feedback',
      allowedDomains: [' Example.com', 'example.com'],
      identityJwksUrl: 'https://app.example.com/keys.json',
      identityIssuer: 'https://app.example.com',
    };
    const changed = {
      ...defaults,
      ...body,
      name: 'Acme ideas',
      accentColor: '#abcdef',
      roadmapStatusIds: [planned, complete],
      frameOrigins: ['https://app.example.com', 'https://localhost:8443'],
      allowedDomains: ['example.com'],
      url: 'https://feedback.test/base/p/default',
      version: 2,
      updatedAt: '2026-01-31T09:15:03.123Z',
    };
    const before = program.dump();
    expect((await program.test.patch('/site', body)).body).toEqual({ data: changed, test: true });
    expect(program.dump()).toBe(before);

    const answer = await program.live.patch('/site', body);
    expect(answer.status).toBe(200);
    expect(answer.headers.etag).toBe('"v2"');
    expect(answer.body).toEqual({ data: changed });
    expect(readAudit(program).at(-1)).toEqual({ action: 'site.updated', objectId: program.workspaceId });
    const { events } = (await program.live.get('/events?types=site.*')).body.data;
    expect(events).toHaveLength(1);
    expect(events[0].data.object).toEqual(changed);
    expect(events[0].data.changes).toContainEqual({ field: 'visibility', from: 'off', to: 'public' });

    const cleared = await program.live.patch('/site', {
      visibility: 'off',
      name: null,
      roadmapStatusIds: [],
    });
    expect(cleared.body.data).toMatchObject({ name: null, roadmapStatusIds: [], url: null, version: 3 });
    expect(cleared.body.data.description).toBe('Tell us.');
    const entries = program.events().length;
    expect((await program.live.patch('/site', {})).body.data.version).toBe(3);
    expect(program.events()).toHaveLength(entries);
    expect((await program.stranger.get('/site')).body.data.version).toBe(1);
  });

  it('a status that is deleted leaves the roadmap; 409 for the only one, which would bring all others', async () => {
    const add = async (name: string) =>
      (await program.live.post('/statuses', { name, category: 'active' })).body.data.id;
    const [one, other] = [await add('One'), await add('Other')];
    await program.live.patch('/site', { roadmapStatusIds: [one, other] });
    expect((await program.live.delete(`/statuses/${one}`)).status).toBe(200);
    const shown = async () => (await program.live.get('/site')).body.data.roadmapStatusIds;
    expect(await shown()).toEqual([other]);
    for (const key of ['live', 'test'] as const) {
      const refused = await program[key].delete(`/statuses/${other}`);
      expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
    }
    expect(await shown()).toEqual([other]);
    await program.live.patch('/site', { roadmapStatusIds: ['planned'] });
    expect((await program.live.delete(`/statuses/${other}`)).status).toBe(200);
  });

  it('400: names every invalid field, with a live and a test key', async () => {
    const invalid = {
      visibility: 'everyone',
      name: ' ',
      description: 'x'.repeat(501),
      accentColor: 'red',
      language: 'fr',
      newPosts: 'off',
      roadmapStatusIds: ['planned', 'nowhere'],
      frameOrigins: 'https://a.test; script-src *',
      showNames: 'yes',
      signInUrl: 'http://app.example.com/',
      allowedDomains: ['example.com', '*.example.com'],
      identityJwksUrl: 'https://user:secret@app.example.com/',
      identityIssuer: '',
    };
    const before = program.dump();
    for (const key of ['live', 'test'] as const) {
      const { status, body } = await program[key].patch('/site', invalid);
      expect(status).toBe(400);
      const named = body.error.details.map(({ field }: { field: string }) => field);
      expect(named.sort()).toEqual(Object.keys(invalid).sort());
    }
    expect(program.dump()).toBe(before);
  });

  it("400: refuses another workspace's status and lists that are too long", async () => {
    const { statuses } = (await program.stranger.get('/statuses')).body.data;
    const tooMany = Array.from({ length: 51 }, (_, index) => `https://a${index}.test`);
    for (const body of [
      { roadmapStatusIds: [statuses[0].id] },
      { roadmapStatusIds: tooMany.map(() => 'planned') },
      { frameOrigins: tooMany },
      { allowedDomains: tooMany.map((origin) => new URL(origin).hostname) },
    ])
      expect((await program.live.patch('/site', body)).status).toBe(400);
  });

  it('400 for public keys without an issuer, whichever of the two is edited (threat 12)', async () => {
    const keys = { identityJwksUrl: 'https://app.example.com/keys.json' };
    const alone = await program.live.patch('/site', keys);
    expect([alone.status, alone.body.error.details[0].field]).toEqual([400, 'identityIssuer']);
    expect((await program.live.patch('/site', { ...keys, identityIssuer: 'acme' })).status).toBe(200);
    expect((await program.live.patch('/site', { identityIssuer: null })).status).toBe(400);
    expect((await program.live.patch('/site', { identityIssuer: null, identityJwksUrl: null })).status).toBe(
      200,
    );
  });

  it('412 if the site has changed; 200 if not', async () => {
    const match = (version: number) => ({ headers: { 'if-match': `"v${version}"` }, body: { name: 'Ours' } });
    expect((await program.live.call('PATCH', '/site', match(2))).status).toBe(412);
    expect((await program.live.call('PATCH', '/site', match(1))).status).toBe(200);
    expect((await program.test.call('PATCH', '/site', match(1))).status).toBe(412);
  });

  it('is for owners and admins; every member reads', async () => {
    const owner = await ownerOf(program, 'owner@example.com');
    const admin = await invitedBy(program, owner, 'admin');
    const member = await invitedBy(program, owner, 'member');
    const patched = async (browser: typeof owner) =>
      (await browser.call('PATCH', '/v1/site', { body: { language: 'zh' } })).status;
    expect([await patched(owner), await patched(admin), await patched(member)]).toEqual([200, 200, 403]);
    expect((await member.get('/v1/site')).body.data.language).toBe('zh');
  });
});

it('a deleted status leaves the roadmap', async () => {
  const { planned, complete } = await statusIds();
  await program.live.patch('/site', { roadmapStatusIds: [planned, complete] });
  expect((await program.live.delete(`/statuses/${planned}`)).status).toBe(200);
  const { data } = (await program.live.get('/site')).body;
  expect(data).toMatchObject({ roadmapStatusIds: [complete], version: 3 });
});

it('findPublic finds a site by its slug only while it is public', async () => {
  const { sites } = program.engines.store.read;
  await program.live.patch('/site', { name: 'Ours' });
  expect(await sites.findPublic('default')).toBeUndefined();
  await program.live.patch('/site', { visibility: 'public' });
  expect(await sites.findPublic('default')).toMatchObject({
    site: {
      id: program.workspaceId,
      slug: 'default',
      name: 'Ours',
      workspaceName: 'Default workspace',
    },
    revision: await program.engines.store.read.workspaces.publicRevision(program.workspaceId),
  });
  expect(await sites.findPublic('other')).toBeUndefined();
  expect(await sites.find('ws_none')).toBeUndefined();
});

describe('PUT and DELETE /site/logo', () => {
  const put = (bytes: Uint8Array<ArrayBuffer>, key: 'live' | 'test' = 'live') => {
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'Our logo.png');
    return program[key].call('PUT', '/site/logo', { form });
  };
  const picture = (width: number) => new Uint8Array(png(width, 2));

  it('200: stores the picture, replaces it, deletes it with its file', async () => {
    const before = program.dump();
    expect((await put(picture(3), 'test')).body).toMatchObject({ data: { logo: { width: 3 } }, test: true });
    expect(program.dump()).toBe(before);

    const first = (await put(picture(3))).body.data;
    expect(first).toMatchObject({ version: 2, visibility: 'off' });
    expect(first.logo).toEqual({
      mimeType: 'image/png',
      size: picture(3).length,
      width: 3,
      height: 2,
      url: expect.stringMatching(/^https:\/\/feedback\.test\/base\/files\/\w{40}\/logo\.png$/),
    });
    const served = await program.app.inject(new URL(first.logo.url).pathname.replace('/base', ''));
    expect([served.statusCode, served.rawPayload.length]).toEqual([200, first.logo.size]);
    expect((await put(picture(3))).body.data.version, 'the same picture changes nothing').toBe(2);

    const second = (await put(picture(4))).body.data;
    expect(second).toMatchObject({ version: 3, logo: { width: 4 } });
    expect(await program.files()).toHaveLength(1);
    expect(program.events().map(({ type }) => type)).toEqual(['site.updated', 'site.updated']);

    expect((await program.test.delete('/site/logo')).status).toBe(200);
    const removed = await program.live.delete('/site/logo');
    expect(removed.body.data).toEqual({ id: expect.stringMatching(/^att_/), deleted: true });
    expect((await program.live.get('/site')).body.data).toMatchObject({ logo: null, version: 4 });
    expect(await program.files()).toEqual([]);
    expect((await program.live.delete('/site/logo')).body.error.message).toBe('Logo not found.');
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 415],
    ['a PDF', '%PDF-1.7\n', 415],
    ['a text', 'logo', 415],
  ])('refuses %s, and keeps no file', async (_, text, status) => {
    for (const key of ['live', 'test'] as const)
      expect((await put(new TextEncoder().encode(text), key)).status).toBe(status);
    expect(await program.files()).toEqual([]);
  });

  it('400 without a file, 412 after a change, 413 if it is large, 415 as JSON, 403 for a member', async () => {
    const large = new Uint8Array(1024 * 1024 + 1);
    large.set(picture(3));
    expect((await put(large)).status).toBe(413);
    const without = program.live.call('PUT', '/site/logo', { form: new FormData() });
    for (const refused of [await without, await put(new Uint8Array())])
      expect([refused.status, refused.body.error.details]).toMatchObject([400, [{ field: 'file' }]]);
    expect((await program.live.call('PUT', '/site/logo', { body: {} })).status).toBe(415);
    const stale = { headers: { 'if-match': '"v7"' } };
    expect((await program.live.call('DELETE', '/site/logo', stale)).status).toBe(412);
    await put(picture(3));
    const owner = await ownerOf(program, 'owner@example.com');
    const member = await invitedBy(program, owner, 'member');
    expect((await member.call('DELETE', '/v1/site/logo')).status).toBe(403);
    expect((await program.stranger.delete('/site/logo')).status).toBe(404);
    expect(await program.files()).toHaveLength(1);
  });
});
