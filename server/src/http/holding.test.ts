import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holding } from './holding.ts';

const request = (method: string, authorization: string, socket: unknown = new Socket()): IncomingMessage =>
  ({ method, headers: { authorization }, socket }) as unknown as IncomingMessage;

/** Longer than a hold, with the turn of the event loop that it follows. */
const later = () => vi.advanceTimersByTimeAsync(100);

describe('after a shed request', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate'] }));
  afterEach(() => void vi.useRealTimers());

  it('does not read its connection for a moment', async () => {
    const hold = holding();
    const [first, second] = [request('GET', 'a'), request('GET', 'b')];
    hold.connection(first);
    hold.connection(second);
    expect([first, second].map(({ socket }) => socket.isPaused())).toEqual([true, true]);
    await later();
    expect([first, second].map(({ socket }) => socket.isPaused())).toEqual([false, false]);
  });

  it('leaves a closed connection alone', async () => {
    const hold = holding();
    const message = request('GET', 'a');
    hold.connection(message);
    message.socket.destroy();
    const resume = vi.spyOn(message.socket, 'resume');
    await later();
    expect(resume).not.toHaveBeenCalled();
  });

  it.each([
    ['GET', 'HEAD', 'POST'],
    ['POST', 'DELETE', 'GET'],
  ])('sheds what would wait in the same queue: after %s also %s, but not %s', async (shed, alike, other) => {
    const hold = holding();
    hold.caller(request(shed, 'a'));
    expect(hold.isHeld(request(shed, 'a'))).toBe(true);
    expect(hold.isHeld(request(alike, 'a'))).toBe(true);
    expect(hold.isHeld(request(other, 'a'))).toBe(false);
    expect(hold.isHeld(request(shed, 'b'))).toBe(false);
    await later();
    expect(hold.isHeld(request(shed, 'a'))).toBe(false);
  });

  it('does not hold the caller because of a part of a batch', () => {
    const hold = holding();
    hold.caller(request('POST', 'a', {}));
    expect(hold.isHeld(request('POST', 'a'))).toBe(false);
  });
});
