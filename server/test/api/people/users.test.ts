// GET and POST /users, GET and PATCH /users/{id}.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.close());

let serial = 0;
const fresh = () => {
  serial += 1;
  return { externalId: `crm-${serial}`, email: `person${serial}@example.com`, name: `Person ${serial}` };
};
const made = async (fields: object = fresh()) => (await program.live.post('/users', fields)).body.data;
const namesOf = (answer: { body: { data: { users: { name: string }[] } } }) =>
  answer.body.data.users.map(({ name }) => name);
const list = (query: string) => program.live.get(`/users?${query}`);
const filtered = (filters: string) => list(`filters=${encodeURIComponent(filters)}`);

describe('POST /users', () => {
  it('201: creates a user, emits an event and returns an ETag with the version', async () => {
    const fields = { ...fresh(), avatarUrl: 'https://example.com/a.png' };
    const answer = await program.live.post('/users', fields);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      data: { ...fields, id: expect.stringMatching(/^user_[0-9a-z]{26}$/), createdAt: expect.any(String) },
    });
    expect(answer.headers.etag).toBe('"v1"');
    expect(program.events().at(-1)).toMatchObject({ type: 'user.created', object: fields });
  });

  it('201: a name alone creates a new user every time', async () => {
    const [one, two] = [await made({ name: 'Nemo' }), await made({ name: 'Nemo' })];
    expect(one.id).not.toBe(two.id);
    expect(one).toMatchObject({ externalId: null, email: null, avatarUrl: null });
  });

  it('200: overwrites the given fields of the user with that external id, and keeps the rest', async () => {
    const before = await made();
    const answer = await program.live.post('/users', {
      externalId: before.externalId,
      name: 'New name',
      email: null,
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ ...before, name: 'New name' });
    expect(answer.headers.etag).toBe('"v2"');
    expect(program.events().at(-1)).toMatchObject({ type: 'user.updated', object: { name: 'New name' } });
  });

  it('200: matches the email case-insensitively, and adds the external id', async () => {
    const before = await made({ email: 'Grace@Example.com' });
    const answer = await program.live.post('/users', { email: 'GRACE@example.COM', externalId: 'grace' });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ ...before, email: 'GRACE@example.COM', externalId: 'grace' });
  });

  it('200: changes nothing when the values are the same', async () => {
    const before = await made();
    const events = program.events().length;
    const { id: _id, createdAt: _createdAt, ...fields } = before;
    const answer = await program.live.post('/users', { ...fields, avatarUrl: null });
    expect(answer.body.data).toEqual(before);
    expect(answer.headers.etag).toBe('"v1"');
    expect(program.events()).toHaveLength(events);
  });

  it('creates one user for 50 concurrent upserts of one external id', async () => {
    const { externalId } = fresh();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        program.live.post('/users', { externalId, name: `Try ${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await filtered(`externalId:${externalId}`)).body.data.users).toHaveLength(1);
  });

  it('replays the response for a repeated Idempotency-Key instead of writing again', async () => {
    const call = () =>
      program.live.call('POST', '/users', { body: { name: 'Once' }, headers: { 'idempotency-key': 'once' } });
    const [first, second] = [await call(), await call()];
    expect(second.text).toBe(first.text);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  it.each([
    [{}, 'externalId'],
    [{ avatarUrl: 'https://example.com/a.png' }, 'externalId'],
    [{ externalId: null, email: null, name: null }, 'externalId'],
    [{ email: 'nobody' }, 'email'],
    [{ email: 7 }, 'email'],
    [{ email: `${'a'.repeat(250)}@example.com` }, 'email'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 'a\0b' }, 'name'],
    [{ externalId: '' }, 'externalId'],
    [{ externalId: 'x'.repeat(256) }, 'externalId'],
    [{ name: 'A', avatarUrl: 'javascript:alert(1)' }, 'avatarUrl'],
    [{ name: ['A'] }, 'name'],
  ])('400: %j names %s', async (body, field) => {
    for (const client of [program.live, program.test]) {
      const answer = await client.post('/users', body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.details[0].field).toBe(field);
    }
  });

  it('400 for a body that is not an object, 415 for a form', async () => {
    expect((await program.live.call('POST', '/users', { body: [] })).status).toBe(400);
    expect((await program.live.call('POST', '/users', { form: new FormData() })).status).toBe(415);
  });

  it('409: rejects the email of a user with another external id', async () => {
    const [ada, bob] = [await made(), await made()];
    const before = program.dump();
    for (const client of [program.live, program.test]) {
      const bodies = [
        { externalId: 'unheard-of', email: ada.email.toUpperCase() },
        { externalId: bob.externalId, email: ada.email },
      ];
      for (const body of bodies) expect((await client.post('/users', body)).status).toBe(409);
    }
    expect(program.dump()).toBe(before);
  });

  it('returns the same response under a test key, and saves nothing', async () => {
    const known = await made();
    const before = program.dump();
    const create = await program.test.post('/users', fresh());
    expect(create.status).toBe(201);
    expect(create.body).toMatchObject({ test: true, data: { id: expect.stringMatching(/^user_test_/) } });
    const update = await program.test.post('/users', { externalId: known.externalId, name: 'Other' });
    expect(update.status).toBe(200);
    expect(update.body).toEqual({ test: true, data: { ...known, name: 'Other' } });
    expect(program.dump()).toBe(before);
  });
});

describe('GET and PATCH /users/{id}', () => {
  it('200: returns the user, with an ETag that stays the same until something changes', async () => {
    const user = await made();
    const answer = await program.live.get(`/users/${user.id}`);
    expect(answer.body).toEqual({ data: user });
    const tag = answer.headers.etag ?? '';
    expect(tag).toMatch(/^"v1\./);
    expect((await program.live.get(`/users/${user.id}`, { 'if-none-match': tag })).status).toBe(304);
    expect((await program.test.get(`/users/${user.id}`)).body).toEqual({ data: user, test: true });
  });

  it('200: changes the fields that are sent, and clears those sent as null', async () => {
    const user = await made({ ...fresh(), avatarUrl: 'https://example.com/a.png' });
    const answer = await program.live.patch(`/users/${user.id}`, {
      name: 'Renamed',
      email: null,
      avatarUrl: null,
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ ...user, name: 'Renamed', email: null, avatarUrl: null });
    expect((await filtered(`email:${user.email}`)).body.data.users).toEqual([]);
    expect(program.events().at(-1)).toMatchObject({ type: 'user.updated', object: { name: 'Renamed' } });
  });

  it('200: frees the old email for another user', async () => {
    const user = await made();
    await program.live.patch(`/users/${user.id}`, { email: null, externalId: null });
    const other = await program.live.post('/users', { email: user.email, externalId: user.externalId });
    expect(other.status).toBe(201);
  });

  it.each([
    [{ email: 'nobody' }, 'email'],
    [{ name: '' }, 'name'],
    [{ externalId: 5 }, 'externalId'],
    [{ avatarUrl: 'ftp://example.com' }, 'avatarUrl'],
  ])('400: %j names %s', async (body, field) => {
    const { id } = await made();
    const answer = await program.live.patch(`/users/${id}`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0].field).toBe(field);
  });

  it('409: rejects an email or external id of another user', async () => {
    const [ada, bob] = [await made(), await made()];
    for (const body of [{ email: ada.email.toUpperCase() }, { externalId: ada.externalId }]) {
      expect((await program.live.patch(`/users/${bob.id}`, body)).status).toBe(409);
    }
  });

  it('412: only one of two edits of the same version succeeds', async () => {
    const { id } = await made();
    const edit = (name: string) =>
      program.live.call('PATCH', `/users/${id}`, { body: { name }, headers: { 'if-match': '"v1"' } });
    const statuses = (await Promise.all([edit('One'), edit('Two')])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 412]);
  });

  it('404: for an unknown user, and one of another workspace; 400: for a malformed id', async () => {
    const { id } = await made();
    for (const client of [program.live, program.test]) {
      expect((await client.get('/users/user_unknown')).status).toBe(404);
      expect((await client.patch('/users/user_unknown', { name: 'X' })).status).toBe(404);
      expect((await client.get('/users/a.b')).status).toBe(400);
    }
    expect((await program.stranger.get(`/users/${id}`)).status).toBe(404);
    expect((await program.stranger.patch(`/users/${id}`, { name: 'X' })).status).toBe(404);
    expect((await program.stranger.get(`/users?filters=search:person`)).body.data.users).toEqual([]);
  });

  it('can create, update and delete under a test key, and saves nothing', async () => {
    const known = await made();
    const before = program.dump();
    const { id } = (await program.test.post('/users', fresh())).body.data;
    const edited = await program.test.patch(`/users/${id}`, { name: 'Renamed' });
    expect(edited.status).toBe(200);
    expect(edited.body).toMatchObject({ test: true, data: { id, name: 'Renamed' } });
    expect((await program.test.delete(`/users/${id}`)).body).toEqual({
      test: true,
      data: { id, deleted: true },
    });
    expect((await program.test.get(`/users/${id}`)).status).toBe(404);
    expect((await program.test.patch(`/users/${known.id}`, { name: 'X' })).body.data.name).toBe('X');
    expect((await program.test.delete(`/users/${known.id}`)).status).toBe(200);
    expect(program.dump()).toBe(before);
  });
});

describe('GET /users', () => {
  it('filters by email case-insensitively, by external id, and by both', async () => {
    const [ada, bob] = [await made(), await made()];
    const idsOf = async (filters: string) =>
      (await filtered(filters)).body.data.users.map(({ id }: { id: string }) => id);
    expect(await idsOf(`email:${ada.email.toUpperCase()}`)).toEqual([ada.id]);
    expect(await idsOf(`externalId:${bob.externalId}`)).toEqual([bob.id]);
    expect(await idsOf(`email:${ada.email};email:${bob.email}`)).toEqual([bob.id, ada.id]);
    expect(await idsOf(`email:${ada.email};externalId:${bob.externalId}`)).toEqual([]);
    expect(await idsOf(`email:${ada.email};search:unrelated`)).toEqual([]);
    expect(await idsOf(`email:${ada.email};search:pers`)).toEqual([ada.id]);
    expect(await idsOf(`email:;externalId:${bob.externalId}`)).toEqual([bob.id]);
  });

  it.each([
    ['zoe', ['Zoë Åström']],
    ['ZOË ast', ['Zoë Åström']],
    ['ast zo', ['Zoë Åström']],
    ['zoe@firma', ['Zoë Åström']],
    ['acc 99', ['Zoë Åström']],
    ['oe', []],
    ['firma zoe unknown', []],
    ['山田', ['山田太郎']],
    ['pneumonoultramicroscopicsili', ['Pneumonoultramicroscopicsilicon']],
    ['pneumonoultramicroscopicsilo', []],
    ['...', []],
  ])('search %s', async (text, names) => {
    await made({ externalId: 'acc_99', email: 'zoe@firma.example', name: 'Zoë Åström' });
    await made({ externalId: 'yamada', name: '山田太郎' });
    await made({ externalId: 'long', name: 'Pneumonoultramicroscopicsilicon' });
    expect(namesOf(await filtered(`search:${text}`))).toEqual(names);
  });

  it('searches current names only, not former ones', async () => {
    const { id } = await made({ name: 'Quentin' });
    await program.live.patch(`/users/${id}`, { name: 'Roderick' });
    expect(namesOf(await filtered('search:quentin'))).toEqual([]);
    expect(namesOf(await filtered('search:roder'))).toEqual(['Roderick']);
  });

  it('filters by updatedSince, alone and with a search', async () => {
    program.clock.advance(60_000);
    const old = await made({ name: 'Since old' });
    program.clock.advance(60_000);
    const since = new Date(program.clock.now()).toISOString();
    await made({ name: 'Since new' });
    expect(namesOf(await filtered(`updatedSince:${since}`))).toEqual(['Since new']);
    await program.live.patch(`/users/${old.id}`, { name: 'Since edited' });
    expect(namesOf(await filtered(`updatedSince:${since}`))).toEqual(['Since new', 'Since edited']);
    expect(namesOf(await filtered(`updatedSince:${since};search:edi`))).toEqual(['Since edited']);
    expect((await filtered('updatedSince:yesterday')).status).toBe(400);
  });

  it('pages newest or oldest first, with and without a search, while users are added', async () => {
    program.clock.advance(1000);
    const wanted: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      if (index % 3 === 0) program.clock.advance(1);
      wanted.push((await made({ name: `Walker ${index}` })).id);
    }
    const seen: string[] = [];
    let after = '';
    do {
      const { data } = (await list(`filters=search:walker&limit=3&after=${after}`)).body;
      seen.push(...data.users.map(({ id }: { id: string }) => id));
      after = data.next ?? '';
      await made({ name: 'Walker late' });
    } while (after !== '');
    expect(seen).toEqual(wanted.toReversed());

    const walked: string[] = [];
    for (let cursor = 1, more = true; more; ) {
      const { data } = (await list(`sortBy=oldest&limit=4&cursor=${cursor}`)).body;
      walked.push(...data.users.map(({ id }: { id: string }) => id));
      ({ cursor, hasMore: more } = data);
    }
    expect(walked.filter((id) => wanted.includes(id))).toEqual(wanted);
    expect(new Set(walked).size).toBe(walked.length);
    const first = (await list('sortBy=oldest&limit=4')).body.data;
    const second = (await list(`sortBy=oldest&limit=4&after=${first.next}`)).body.data;
    expect(second.users.map(({ id }: { id: string }) => id)).toEqual(walked.slice(4, 8));
    expect((await list(`sortBy=recent&after=${first.next}`)).status).toBe(400);
    expect((await list('limit=0&cursor=-3&sortBy=votes')).body.data.users).toHaveLength(1);
  });
});
