// What happens in the workspace, as server-sent events. The console reads them with `fetch`, since only that sends the
// header by which a session cookie is accepted.

import { Readable } from 'node:stream';
import Type from 'typebox';
import type { LiveNews } from '../../app/team/live.ts';
import { disconnectSignal } from '../kernel/client-disconnect.ts';
import { noteWait } from '../load/overload.ts';
import { stream } from './operation.ts';

/** A comment keeps proxies and the page from taking the stream for dead. */
const eventOf = (news: LiveNews | undefined): string =>
  news === undefined
    ? ': still here\n\n'
    : `id: ${news.sequence}\ndata: ${JSON.stringify({ kinds: news.kinds ?? null })}\n\n`;

async function* eventsOf(news: AsyncIterable<LiveNews | undefined>): AsyncGenerator<string> {
  for await (const each of news) yield eventOf(each);
}

export const liveOperations = {
  follow: stream({
    operationId: 'followWorkspace',
    summary: 'The kinds of objects that change in the workspace, as server-sent events.',
    query: Type.Object({
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'The ID of the last event. Without it, from shortly before now.',
        }),
      ),
    }),
    type: 'text/event-stream',
    async handler({ console, signedIn, query, reply }) {
      const news = await console.live.follow(signedIn, query.after, disconnectSignal(reply));
      noteWait(reply.raw);
      // Proxies pass each event on immediately.
      reply.header('x-accel-buffering', 'no');
      return Readable.from(eventsOf(news));
    },
  }),
};
