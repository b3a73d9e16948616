// The event feed.

import Type from 'typebox';
import { type FeedStart, longestWaitMs } from '../../../app/events/feed.ts';
import { type EventType, typesMatching } from '../../../domain/events/event.ts';
import { badField } from '../../../domain/kernel/failure.ts';
import { firstCharacters } from '../../../domain/kernel/text.ts';
import { eventPageExample, eventShapes, presentEvent } from '../../../shapes/events/event.ts';
import { pageParameters } from '../../../shapes/kernel/common.ts';
import { Listed } from '../../../shapes/kernel/listed.ts';
import { integer, last, readLimit, words } from '../../input/vocabulary.ts';
import { disconnectSignal } from '../../kernel/client-disconnect.ts';
import { noteWait } from '../../load/overload.ts';
import { success } from '../../openapi/responses.ts';
import { envelope } from '../../output/envelope.ts';
import { type ApiRequest, type Operation, operation } from '../kernel/operation.ts';

const query = {
  after: Type.Optional(
    Type.String({
      description:
        'The `next` of the previous page, or the `sequence` of an event; or `oldest` or `latest`. Default: `oldest`.',
      examples: ['42'],
    }),
  ),
  types: Type.Optional(
    Type.String({
      description:
        'Only these types, comma-separated. `post.*` stands for all types that start with `post.`.',
      examples: ['post.created,vote.*'],
    }),
  ),
  limit: pageParameters.limit,
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 30,
      default: 0,
      description: 'Seconds to wait if there are no events yet; clamped to 0…30.',
    }),
  ),
};

const listEvents = operation({
  operationId: 'listEvents',
  summary: 'Read the event feed',
  description:
    'All events of the workspace in commit order, oldest first. Continue with `after=<next>`: every event comes ' +
    'exactly once. Events are kept for 30 days by default; if the next one is already gone, or a restored ' +
    'backup has undone the position, the answer is 409. With `wait=30`, a request without new events waits for one.',
  tags: ['Events'],
  query,
  responses: { 200: success('A page of events.', Type.Ref('EventPage'), eventPageExample, 'untagged') },
  shapes: eventShapes,
  errors: ['BAD_REQUEST', 'CONFLICT'],
  // The answer may take a while, and then there is something new.
  untagged: true,
  async handler(request, reply) {
    const { events, next, hasMore, waitedMs } = await request.wiring.feed.page(request.caller, {
      after: readAfter(request.query.after),
      types: readTypes(request.query.types),
      limit: readLimit(request.query),
      waitMs: readWaitMs(request),
      onWait: () => noteWait(reply.raw),
      signal: disconnectSignal(reply),
    });
    request.waitedMs = waitedMs;
    return envelope(request, { events: new Listed(events, presentEvent), next, hasMore });
  },
});

function readAfter(parameter: unknown): FeedStart {
  const after = last(parameter)?.trim() ?? '';
  if (after === '') return 'oldest';
  if (after === 'oldest' || after === 'latest') return after;
  const sequence = /^\d{1,16}$/.test(after) ? Number(after) : undefined;
  if (!Number.isSafeInteger(sequence) || sequence === undefined)
    throw badField('after', 'must be a sequence number, "oldest" or "latest".');
  return sequence;
}

const maxShownCharacters = 100;

function readTypes(parameter: unknown): EventType[] | undefined {
  const patterns = new Set(words(parameter));
  if (patterns.size === 0 || patterns.has('*')) return undefined;
  const types = new Set<EventType>();
  for (const pattern of patterns) {
    const matching = typesMatching(pattern);
    if (matching.length === 0)
      throw badField('types', `has an unknown type, "${firstCharacters(pattern, maxShownCharacters)}".`);
    for (const type of matching) types.add(type);
  }
  return [...types];
}

/** A part of a batch does not wait, since the other parts wait for it. */
function readWaitMs({ query: { wait }, method, isPartOfBatch }: ApiRequest): number {
  if (isPartOfBatch || method === 'HEAD') return 0;
  return Math.min(longestWaitMs, Math.max(0, (integer(wait) ?? 0) * 1000));
}

export const eventOperations = { list: listEvents } satisfies Record<string, Operation>;
