// The preview of the public site in its settings.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Browser, ownerOf } from '../support/console.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { created, publish, visit } from './world.ts';

let program: TestProgram;
let owner: Browser;
beforeAll(async () => {
  program = await startProgram();
  owner = await ownerOf(program);
  await publish(program, await created(program, '/posts', { title: 'Dark mode' }));
  await created(program, '/posts', { title: 'Internal' });
});
afterAll(() => program.close());

it('shows settings that are not saved, of a site that is off, as a page that stands alone', async () => {
  const settings = { name: 'Ideas', accentColor: '#0f766e', language: 'de' };
  const { html } = await owner.data('POST', '/console/api/site/preview', settings);
  expect(html).toContain('<html lang="de">');
  expect(html).toContain('<title>Ideas</title>');
  expect(html).toContain('--accent:#0f766e');
  expect(html).toContain('<body inert>');
  expect(html).toContain('Dark mode');
  expect(html).not.toContain('Internal');
  expect(html).not.toMatch(/<script|rel="stylesheet"/);
  const roadmap = { page: 'roadmap' };
  expect((await owner.data('POST', '/console/api/site/preview', roadmap)).html).toContain('Planned');
  expect((await program.live.get('/site')).body.data).toMatchObject({ visibility: 'off', name: null });
  expect((await visit(program, '/p/default')).status).toBe(404);
});

it('400: names the field that could not be saved either', async () => {
  for (const body of [{ accentColor: 'red' }, { page: 'post' }, { roadmapStatusIds: ['nothing'] }]) {
    const answer = await owner.post('/console/api/site/preview', body);
    expect([answer.status, answer.body.error.details[0].field]).toEqual([400, Object.keys(body)[0]]);
  }
});
