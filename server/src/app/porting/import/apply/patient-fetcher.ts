// A fetcher for one run of an import: it gives up on a host that never answers in time. Otherwise, a host that hangs
// could hold up an import for weeks.

import { Failure } from '../../../../domain/kernel/failure.ts';
import { type Fetcher, TookTooLong } from '../../../../ports/porting/fetcher.ts';

/** In a row. */
const maxTimeouts = 5;

export function patientFetcher(fetcher: Fetcher): Fetcher {
  const timeouts = new Map<string, number>();

  const failed = (host: string, error: unknown): void => {
    // Any other answer shows that the host is there.
    if (error instanceof TookTooLong) timeouts.set(host, (timeouts.get(host) ?? 0) + 1);
    else timeouts.delete(host);
  };

  return {
    async fetch(url, stopping) {
      const host = URL.canParse(url) ? new URL(url).host : '';
      if ((timeouts.get(host) ?? 0) >= maxTimeouts)
        throw new Failure(
          'BAD_REQUEST',
          `The file was not fetched. ${host} took too long ${maxTimeouts} times in a row, so it is not asked again.`,
        );
      try {
        const content = await fetcher.fetch(url, stopping);
        content.once('error', (error) => failed(host, error));
        content.once('end', () => timeouts.delete(host));
        return content;
      } catch (error) {
        failed(host, error);
        throw error;
      }
    },
    close: () => fetcher.close(),
  };
}
