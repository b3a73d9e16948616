// What the console reads beyond the API about visitors: how many things wait, and how a person stands.

import { expect, it } from 'vitest';
import { ownerOf } from '../../support/console.ts';
import { plant } from '../../support/plant.ts';
import { startProgram } from '../../support/program.ts';

it('counts what waits, and says who is banned', async () => {
  const program = await startProgram();
  try {
    const owner = await ownerOf(program);
    const waitingCount = async () => (await owner.data('GET', '/console/api/session')).waitingCount;
    expect(await waitingCount()).toBe(0);
    const { id: userId } = (await program.live.post('/users', { externalId: 'ann' })).body.data;
    const { id: postId } = (await program.live.post('/posts', { title: 'Export' })).body.data;
    const { store } = program.engines;
    const { bannedId, reportId } = await plant(store, program.workspaceId, 'Some', { userId, postId });
    // Four submissions and a report; what was rejected doesn't wait.
    expect(await waitingCount()).toBe(5);
    await program.live.delete(`/reports/${reportId}`);
    expect(await waitingCount()).toBe(4);

    const standing = (id: string) => owner.get(`/console/api/people/${id}/standing`);
    expect((await standing(bannedId)).body.data).toEqual({
      ban: { reason: 'Some ban', createdAt: '2026-01-30T00:00:00.000Z' },
      lastSignedInAt: null,
      cameBy: null,
    });
    expect((await standing(userId)).body.data).toEqual({ ban: null, lastSignedInAt: null, cameBy: null });
    const signedIn = { lastSignedInAt: Date.UTC(2026, 0, 31), cameBy: 'token' as const };
    await store.transaction((write) => write.visitors.noteSignIn(program.workspaceId, userId, signedIn));
    expect((await standing(userId)).body.data).toMatchObject({
      lastSignedInAt: '2026-01-31T00:00:00.000Z',
      cameBy: 'token',
    });
    expect((await standing('user_unknown')).status).toBe(404);
  } finally {
    await program.close();
  }
});
