// The built program on Redis and S3: the bundle loads them only if configured.

import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mp4 } from '../../http/pictures.ts';
import { freePort } from '../../support/servers/ports.ts';
import { redisIsMissing, startRedis } from '../../support/servers/redis.ts';
import { environmentOf, startS3 } from '../../support/servers/s3.ts';
import { application, chosenKeys, cleanUpAfterEach, newDirectory, serve, statusOf } from '../processes.ts';

const stop = async (serving: Awaited<ReturnType<typeof serve>>) => {
  serving.child.kill('SIGTERM');
  expect(await serving.exited).toEqual({ code: 0, signal: null });
};

describe('the built program', () => {
  cleanUpAfterEach();

  it.skipIf(redisIsMissing)('counts in Redis and stores files in S3 when configured', async () => {
    const redis = await startRedis({ password: 'hunter2' });
    onTestFinished(() => redis.close());
    const s3 = await startS3();
    onTestFinished(() => s3.close());
    const shared = { ...chosenKeys, ...s3.environment, REDIS_URL: redis.url, RATE_LIMIT_READ: '3' };
    const first = await serve(join(await newDirectory(), 'data'), shared);

    const earshot = application(first.address);
    const clip = { content: new Blob([mp4(12_000_000)]), name: 'clip.mp4' };
    const { attachments } = await earshot.posts.create({ title: 'A large file', attachments: [clip] });
    // The sweeper may have left its note beside the file.
    expect((await s3.held()).filter((name) => !name.includes('.note'))).toHaveLength(1);
    const file = await fetch(attachments?.[0]?.url ?? '');
    expect((await file.arrayBuffer()).byteLength).toBe(12_000_000);

    // The count survives the process: it is not in memory.
    for (const status of [200, 200]) expect(await statusOf(earshot.me())).toBe(status);
    await stop(first);
    expect(await redis.keys()).toContainEqual(expect.stringMatching(/^earshot:limit:read:key_/));
    expect(first.stderr()).not.toContain('hunter2');
  });

  it('starts, serves and stops when both are unreachable, and says so without secrets', async () => {
    const serving = await serve(join(await newDirectory(), 'data'), {
      ...chosenKeys,
      ...environmentOf(`http://127.0.0.1:${await freePort()}`),
      AWS_SECRET_ACCESS_KEY: 'hunter2',
      REDIS_URL: `redis://:hunter2@127.0.0.1:${await freePort()}`,
      RATE_LIMIT_READ: '2',
    });
    const statuses = [];
    for (let turn = 0; turn < 3; turn += 1) statuses.push(await statusOf(application(serving.address).me()));
    expect(statuses).toEqual([200, 200, 429]);
    expect((await fetch(`${serving.address}/readyz`)).status).toBe(200);
    await stop(serving);
    expect(serving.stderr()).toContain('Redis is away');
    expect(serving.stderr()).not.toContain('hunter2');
  });
});
