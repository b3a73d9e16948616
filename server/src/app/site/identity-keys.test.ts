import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { identityKeys } from './identity-keys.ts';

const url = 'https://keys.test/keys.json';

/** A server of keys that counts how often it is asked. */
function keyServer(...kids: string[]) {
  const clock = fakeClock();
  const server = { kids, asked: 0, isUp: true };
  const keysOf = identityKeys(async () => {
    server.asked += 1;
    if (!server.isUp) throw new Error('unreachable');
    return JSON.stringify({ keys: server.kids.map((kid) => ({ kid, kty: 'RSA' })) });
  }, clock);
  const known = async (kid: unknown) => (await keysOf(url, kid)).map((key) => key.kid);
  return { clock, server, known };
}

describe('public keys (threat 12)', () => {
  it('are kept for an hour', async () => {
    const { clock, server, known } = keyServer('one');
    expect(await known('one')).toEqual(['one']);
    clock.advance(3_599_999);
    await known('one');
    expect(server.asked).toBe(1);
    clock.advance(1);
    await known('one');
    expect(server.asked).toBe(2);
  });

  it('that are unknown are asked for at most once a minute, however many tokens name them', async () => {
    const { clock, server, known } = keyServer('one');
    await known('one');
    await Promise.all(Array.from({ length: 20 }, () => known('two')));
    expect(server.asked).toBe(1);
    clock.advance(60_000);
    server.kids.push('two');
    const answers = await Promise.all(Array.from({ length: 20 }, () => known('two')));
    expect(answers.every((kids) => kids.includes('two'))).toBe(true);
    expect(server.asked).toBe(2);
  });

  it('stay those from before while their server is away', async () => {
    const { clock, server, known } = keyServer('one');
    await known('one');
    server.isUp = false;
    clock.advance(3_600_000);
    expect(await known('one')).toEqual(['one']);
    expect(await keyServerDown()).toEqual([]);
  });
});

async function keyServerDown(): Promise<unknown[]> {
  const { server, known } = keyServer('one');
  server.isUp = false;
  return known('one');
}
