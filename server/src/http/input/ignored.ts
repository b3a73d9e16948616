// Tells clients what was ignored in their request: in the header `Earshot-Ignored`, or with `Prefer: handling=strict`
// (RFC 7240) as a 400 (docs/adr: compression and ignored parameters). Fields of a body: http/unknown-fields.

import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { badFields } from '../../domain/kernel/failure.ts';
import { maxFaults } from '../../domain/kernel/faults.ts';
import { sendFailure } from '../kernel/failures.ts';
import { maxIgnored, type QueryWords } from './query-words.ts';
import type { Query } from './vocabulary.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The part of the query string that has an effect. */
    queryKey: string;
    /** What is named in `Earshot-Ignored`. */
    ignored: readonly Ignored[];
  }
  interface FastifyContextConfig {
    /** What the operation understands of a query string. */
    queryWords?: QueryWords;
  }
}

interface Ignored {
  field: string;
}

/** Before the body is read, since it depends on the URL alone. */
export function checkQuery(words: QueryWords): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const { key, ignored } = words.read(request.query as Query);
    request.queryKey = key;
    request.ignored = ignored;
    const isStrict = prefersStrict(request.headers.prefer);
    if (isStrict) reply.header('preference-applied', 'handling=strict');
    const [first, ...others] = ignored;
    if (first === undefined) return undefined;
    if (!isStrict) return void reply.header(ignoredHeader, namesOf(ignored));
    // Sent, not thrown: under an Idempotency-Key it must not be stored, since the header is not part of the request.
    const named = badFields([first, ...others.slice(0, maxFaults - 1)]);
    await sendFailure(named, request, reply);
    return reply;
  };
}

/** Names what the operations of a batch ignore, as `operations.0.page`. With strict handling, each answers 400. */
export async function addIgnored<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  operations: readonly T[],
  ignoredBy: (operation: T) => Ignored[],
): Promise<void> {
  if (prefersStrict(request.headers.prefer)) return;
  const all: Ignored[] = [];
  for (const [index, operation] of operations.entries()) {
    if (all.length >= maxIgnored) break;
    // A query string can be 16 KB long, and a body as large as the batch.
    if (index % operationsAStep === operationsAStep - 1) await setImmediate();
    for (const { field } of ignoredBy(operation)) all.push({ field: `operations.${index}.${field}` });
  }
  nameIgnored(request, reply, all);
}

/** Adds names to the header. */
export function nameIgnored(request: FastifyRequest, reply: FastifyReply, more: readonly Ignored[]): void {
  if (more.length === 0) return;
  request.ignored = [...request.ignored, ...more];
  reply.header(ignoredHeader, namesOf(request.ignored));
}

const operationsAStep = 8;

const ignoredHeader = 'earshot-ignored';

/** Bounds the header, whatever the client sends. */
const maxHeaderLength = 1000;

/** Percent-encoded names, separated by commas. A final `*` stands for names that were left out. */
function namesOf(ignored: readonly Ignored[]): string {
  let text = '';
  for (const [index, { field }] of ignored.entries()) {
    const next = `${text === '' ? '' : `${text}, `}${encodeURIComponent(field).replaceAll('*', '%2A')}`;
    if (next.length > maxHeaderLength || index === maxFaults) return `${text === '' ? '' : `${text}, `}*`;
    text = next;
  }
  return text;
}

/** A preference: a name, and a value that may be quoted. Parameters may follow after a semicolon. */
const preference = /^\s*([^\s=;,]+)\s*(?:=\s*(?:"([^"]*)"|([^\s;,"]*)))?/;
/** Splits at commas, but not inside quotes. */
const preferences = /(?:[^,"]|"[^"]*")+/g;
const maxPreferLength = 1000;

/** The first `handling` decides (RFC 7240 §2). */
export function prefersStrict(header: string | string[] | undefined): boolean {
  if (header === undefined) return false;
  const text = [header ?? []].flat().join(',').slice(0, maxPreferLength).toLowerCase();
  // An open quote makes the rest of the header part of a value.
  const isWhole = text.split('"').length % 2 === 1;
  for (const part of isWhole ? (text.match(preferences) ?? []) : []) {
    const [, name, quoted, plain] = preference.exec(part) ?? [];
    if (name === 'handling') return (quoted ?? plain) === 'strict';
  }
  return false;
}
