import { afterEach, expect, it, vi } from 'vitest';
import { type MatchingEdit, type PostEdit, runBatches } from './bulk-change.ts';

afterEach(() => vi.unstubAllGlobals());

const count = 12_345;

interface Sent {
  operations: { path: string; body: object }[];
}

/** A server with many internal posts. `answer` may say something else about a batch, counted from 1. */
function serve(answer: (batch: number) => Response | undefined = () => undefined) {
  const isPublic = new Set<string>();
  let batches = 0;
  const page = (after: number): Response => {
    const items: object[] = [];
    let at = after;
    for (; at < count && items.length < 100; at += 1)
      if (!isPublic.has(`post_${at}`)) items.push({ id: `post_${at}`, title: `Wish ${at}` });
    const next = at < count ? String(at) : null;
    return Response.json({ data: { posts: items, next, hasMore: next !== null } });
  };
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://console.test');
    if (pathname !== '/v1/batch') {
      expect(searchParams.get('filters')).toContain('visibility:internal');
      return page(Number(searchParams.get('after') ?? 0));
    }
    batches += 1;
    const other = answer(batches);
    if (other !== undefined) return other;
    const { operations } = JSON.parse(String(body)) as Sent;
    const bodies = new Set(operations.map(({ body: change }) => JSON.stringify(change)));
    expect([...bodies]).toEqual(['{"visibility":"public","publishComments":true}']);
    for (const { path } of operations) isPublic.add(path.replace('/posts/', ''));
    return Response.json({ data: { results: operations.map(() => ({ status: 200, body: {} })) } });
  });
  return isPublic;
}

const all: MatchingEdit = {
  search: { visibility: ['internal'] },
  from: { visibility: 'internal' },
  to: { visibility: 'public' },
  more: { publishComments: true },
};

const run = (edits: MatchingEdit | PostEdit[], signal = new AbortController().signal) => {
  const progress: number[] = [];
  const onProgress = ({ done }: { done: number }) => void progress.push(done);
  return { progress, outcome: runBatches({ workspaceId: 'ws_1', edits, onProgress, signal }) };
};

const refusal = () =>
  Response.json({ error: { code: 'FORBIDDEN', message: 'Not allowed.' } }, { status: 403 });

it('changes all posts that match, however many, and knows each of them for an undo', async () => {
  const isPublic = serve();
  const { progress, outcome } = run(all);
  const { changed, refused, isCut } = await outcome;
  expect([changed.length, refused, isCut]).toEqual([count, [], false]);
  expect(new Set(changed.map(({ id }) => id))).toEqual(isPublic);
  expect(changed[0]).toMatchObject({ title: 'Wish 0', from: { visibility: 'internal' } });
  expect([progress[0], progress.at(-1)]).toEqual([0, count]);
});

it('says what was done when it fails or is canceled, and goes on from there', async () => {
  let failsAt = 31;
  const stop = new AbortController();
  const isPublic = serve((batch) => {
    if (batch === 80) stop.abort();
    return batch === failsAt ? refusal() : undefined;
  });
  const failed = await run(all).outcome;
  expect(failed).toMatchObject({
    refused: [],
    isCut: true,
    isCanceled: false,
    failure: { code: 'FORBIDDEN' },
  });
  expect([failed.changed.length, isPublic.size]).toEqual([3_000, 3_000]);
  failsAt = 0;
  const canceled = await run(all, stop.signal).outcome;
  // The batch in flight is finished, so that its outcome is known.
  expect([canceled.isCanceled, canceled.changed.length, isPublic.size]).toEqual([true, 4_900, 7_900]);
  const rest = await run(all).outcome;
  expect([rest.isCut, rest.changed.length, isPublic.size]).toEqual([false, count - 7_900, count]);
});

it('fails if not even the first posts could be changed', async () => {
  serve(refusal);
  await expect(run(all).outcome).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

it('sends again what a batch did not run because its answers were too large', async () => {
  const tooLarge = { status: 413, body: { error: { code: 'PAYLOAD_TOO_LARGE', message: 'Not run.' } } };
  const results = Array.from({ length: 100 }, (_, index) =>
    index < 40 ? { status: 200, body: {} } : tooLarge,
  );
  const isPublic = serve((batch) => (batch === 1 ? Response.json({ data: { results } }) : undefined));
  const edits = Array.from({ length: 100 }, (_, index) => ({
    ...{ id: `post_${index}`, title: 'Wish', from: all.from, to: all.to },
    more: all.more,
  }));
  const { changed, refused } = await run(edits).outcome;
  expect([changed.length, refused]).toEqual([100, []]);
  expect([isPublic.size, isPublic.has('post_40')]).toEqual([60, true]);
});
