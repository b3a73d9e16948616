// What webhooks are sent: every event that they ask for, signed.

import { Webhook as Verifier } from 'standardwebhooks';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Received, type Receiver, status } from '../support/network/receiver.ts';
import type { TestProgram } from '../support/program.ts';
import { day, deliveryFixture, type Hook } from './delivering.ts';

const { started, deliver, makeHook, makePost, bodies, types, logOf, deliveryOf } = deliveryFixture();
let program: TestProgram;
let receiver: Receiver;
beforeAll(() => {
  ({ program, receiver } = started());
});

/** Fails unless the signature is right; the library compares with the time of the system. */
const verify = (secret: string, { headers, body }: Received): unknown => {
  vi.useFakeTimers({ toFake: ['Date'], now: program.clock.now() });
  try {
    return new Verifier(secret).verify(body, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
};

describe('what is sent', () => {
  it('is every event of its types since its creation, as in the feed, signed, once', async () => {
    await makePost({ title: 'Before' });
    const hook = await makeHook({ types: ['post.*', 'user.created'], headers: { 'X-Own': 'yes' } });
    const post = await makePost({ author: { email: 'new@example.com', name: 'New' } });
    await program.live.patch(`/posts/${post.id}`, { title: 'Darker mode' });
    await program.live.post(`/posts/${post.id}/comments`, { content: 'Not asked for' });
    await program.test.post('/posts', { title: 'Rehearsed' });
    expect(await deliver()).toBe(3);
    expect(await deliver()).toBe(0);
    const feed = (
      await program.live.get('/events?limit=100&types=post.*,user.created')
    ).body.data.events.slice(-3);
    const received = receiver.received(hook.path);
    expect(received.map((each) => verify(hook.secret, each))).toEqual(feed);
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(feed.map(({ id }: Hook) => id));
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Earshot-Webhooks',
      'x-own': 'yes',
      'webhook-timestamp': String(Math.floor(program.clock.now() / 1000)),
    });
    expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, received[0] as Received)).toThrow();
    expect((await logOf(hook, 'state:succeeded')).map(({ type }: { type: string }) => type)).toEqual(
      types(hook).reverse(),
    );
  });

  it('is signed with both secrets for 24 hours after a rotation', async () => {
    const hook = await makeHook({ types: ['post.created'] });
    const { secret } = (await program.live.post(`/webhooks/${hook.id}/rotate-secret`, {})).body.data;
    await makePost();
    await deliver();
    program.clock.advance(day);
    await makePost();
    await deliver();
    const [both, one] = receiver.received(hook.path) as [Received, Received];
    expect([verify(secret, one), () => verify(hook.secret, one)]).toEqual([
      JSON.parse(one.body),
      expect.any(Function),
    ]);
    expect(() => verify(hook.secret, one)).toThrow();
    expect(String(both.headers['webhook-signature']).split(' ')).toHaveLength(2);
    program.clock.jump(-day);
    expect([verify(secret, both), verify(hook.secret, both)]).toEqual(Array(2).fill(JSON.parse(both.body)));
    program.clock.jump(day);
  });

  it('includes tests, only to the tested webhook', async () => {
    const [hook, other] = [await makeHook({ types: ['vote.created'] }), await makeHook()];
    const { id } = (await program.live.post(`/webhooks/${hook.id}/test`, {})).body.data;
    await deliver();
    expect(bodies(hook)).toMatchObject([{ id, type: 'webhook.test', data: { object: { id: hook.id } } }]);
    expect(types(other)).not.toContain('webhook.test');
    expect(await deliveryOf(hook, id)).toMatchObject({ state: 'succeeded', log: [{ status: 200 }] });
  });

  it('is a message if the format asks for one', async () => {
    const hook = await makeHook({ types: ['post.created'], format: 'slack' });
    const { id } = await makePost({ title: 'Dark <mode>' });
    await deliver();
    expect(bodies(hook)[0].blocks[0].text.text).toContain(
      `<http://earshot.test/posts/${id}|Dark &lt;mode&gt;>`,
    );
  });
});

it('sends what is left of a batch to the URL that the webhook has by then', async () => {
  const hook = await makeHook({ types: ['post.created'] });
  const url = receiver.url(`${hook.path}-new`);
  receiver.answer(hook.path, async (response, received) => {
    await program.live.patch(`/webhooks/${hook.id}`, { url });
    status(200)(response, received);
  });
  for (let count = 0; count < 20; count += 1) await makePost();
  await deliver();
  expect(receiver.received(hook.path)).toHaveLength(8);
  expect(receiver.received(`${hook.path}-new`)).toHaveLength(12);
});

describe('rules', () => {
  it('post.threshold_reached comes once per post and threshold, with the post', async () => {
    const hook = await makeHook({ when: { metric: 'votesCount', atLeast: 2 } });
    const other = await makeHook({ when: { metric: 'votesCount', atLeast: 3 } });
    const post = await makePost();
    const vote = async (name: string) => {
      await program.live.post(`/posts/${post.id}/votes`, { user: { email: `${name}@example.com` } });
      await deliver();
    };
    await vote('one');
    expect(bodies(hook)).toEqual([]);
    await vote('two');
    expect(bodies(hook)).toMatchObject([
      {
        type: 'post.threshold_reached',
        data: { object: { id: post.id, votesCount: 2 }, threshold: { metric: 'votesCount', atLeast: 2 } },
        actor: { type: 'system', id: 'webhooks' },
      },
    ]);
    expect(bodies(other)).toEqual([]);
    await program.live.delete(`/posts/${post.id}/votes`, { user: { email: 'two@example.com' } });
    await vote('three');
    await vote('four');
    expect([bodies(hook), bodies(other)].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('post.threshold_reached comes for imported votes, of a merged post with the target', async () => {
    const hook = await makeHook({ when: { metric: 'votesCount', atLeast: 100 } });
    const [post, source] = [await makePost(), await makePost()];
    await program.live.post(`/posts/${source.id}/merge`, { intoId: post.id });
    await program.live.patch(`/posts/${source.id}`, { title: 'Still none' });
    await deliver();
    expect(bodies(hook)).toEqual([]);
    await program.live.patch(`/posts/${source.id}`, { importedVotes: 100 });
    await deliver();
    expect(bodies(hook)).toMatchObject([
      { data: { object: { id: post.id, importedVotes: 0, votesCount: 100 } } },
    ]);
  });

  it('keep private notes out of chats', async () => {
    const [api, chat] = [await makeHook(), await makeHook({ format: 'slack' })];
    const { id } = await makePost();
    const note = await program.live.post(`/posts/${id}/comments`, { content: 'Internal', isPrivate: true });
    await program.live.patch(`/comments/${note.body.data.id}`, { content: 'Internal, too' });
    await program.live.delete(`/comments/${note.body.data.id}`);
    await program.live.post(`/posts/${id}/comments`, { content: 'Public' });
    await deliver();
    const sentTo = (hook: Hook) => receiver.received(hook.path).map(({ body }) => body);
    const toApi = sentTo(api).filter((body) => body.includes('Internal'));
    expect(toApi.map((body) => JSON.parse(body).data.object.isPrivate)).toEqual([true, true, true]);
    expect(sentTo(chat).filter((body) => body.includes('Internal'))).toEqual([]);
    expect(sentTo(chat).filter((body) => body.includes('Public'))).toHaveLength(1);
  });

  it('conditions look at the post that an event is about', async () => {
    const { id: statusId } = (await program.live.get('/statuses?limit=100')).body.data.statuses.find(
      ({ category }: { category: string }) => category === 'completed',
    );
    const { id: typeId } = (await program.live.post('/post-types', { name: 'Question' })).body.data;
    const rules = [{ statusCategory: 'completed' }, { tag: 'UI' }, { typeId }, { tag: 'ui', typeId }];
    const hooks: Hook[] = [];
    for (const when of rules) hooks.push(await makeHook({ types: ['post.*', 'comment.created'], when }));
    const plain = await makePost();
    await program.live.post(`/posts/${plain.id}/comments`, { content: 'No' });
    const tagged = await makePost({ tags: ['ui'] });
    await program.live.post(`/posts/${tagged.id}/comments`, { content: 'Yes' });
    await makePost({ postTypeId: typeId, statusId });
    await makePost({ postTypeId: typeId, tags: ['ui'] });
    await deliver();
    expect(hooks.map(types)).toEqual([
      ['post.created'],
      ['post.created', 'comment.created', 'post.created'],
      ['post.created', 'post.created'],
      ['post.created'],
    ]);
  });
});
