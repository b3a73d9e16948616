import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { Failure } from '../../../../domain/kernel/failure.ts';
import { TookTooLong } from '../../../../ports/porting/fetcher.ts';
import { patientFetcher } from './patient-fetcher.ts';

it('gives up on a host after five timeouts in a row, and on no other', async () => {
  let calls = 0;
  const fetcher = patientFetcher({
    async fetch(url) {
      calls += 1;
      if (url.endsWith('/file')) return Readable.from([Buffer.from('content')]);
      if (url.endsWith('/gone')) throw new Failure('BAD_REQUEST', 'The server answered with 404.');
      if (url.endsWith('/hang')) throw new TookTooLong('It took longer than 10 seconds.');
      const drip = new Readable({ read: () => undefined });
      process.nextTick(() => drip.destroy(new TookTooLong('It took longer than 10 seconds.')));
      return drip;
    },
    close: () => undefined,
  });
  const outcome = async (url: string) =>
    fetcher
      .fetch(url)
      .then(text)
      .catch((error: Error) => error.message);
  const late = 'The file was not fetched. It took longer than 10 seconds.';
  for (const path of ['hang', 'drip', 'hang', 'drip'])
    expect(await outcome(`https://slow.test/${path}`)).toBe(late);
  expect(await outcome('https://slow.test/file')).toBe('content');
  for (const path of ['hang', 'drip', 'hang', 'hang'])
    expect(await outcome(`https://slow.test/${path}`)).toBe(late);
  expect(await outcome('https://slow.test/gone')).toContain('404');
  for (const path of ['hang', 'drip', 'hang', 'drip', 'hang'])
    expect(await outcome(`https://slow.test/${path}`)).toBe(late);
  const before = calls;
  expect(await outcome('https://slow.test/file')).toBe(
    'The file was not fetched. slow.test took too long 5 times in a row, so it is not asked again.',
  );
  expect(calls).toBe(before);
  expect(await outcome('https://quick.test/file')).toBe('content');
});
