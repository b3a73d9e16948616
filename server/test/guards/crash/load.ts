// Clients that write concurrently until the server dies. Each records what was acknowledged and its one unanswered
// write; each uses its own posts, so that the expected state is known.

import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { pngOf } from '../../http/pictures.ts';
import type { Random } from '../random.ts';
import { type HttpAnswer, type Sent, send } from '../sending.ts';
import { afterEffect, type ClientState, type Effect } from './model.ts';

/** One write: its request and its effects. Created for each attempt, since a form can be read only once. */
export interface Act {
  ask(): Sent;
  effects: Effect[];
  /** Whether the effects are atomic. */
  isWhole: boolean;
}

export interface Client {
  /** Prefix of all its titles. */
  titleStart: string;
  state: ClientState;
  /** The unanswered write. */
  pending: Act | undefined;
  /** Titles that no longer exist: searches must not find them. */
  goneTitles: string[];
  answered: number;
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Possible states after the pending write: without it, with it, or between parts of a batch. */
export function possibleStates({ state, pending }: Client): ClientState[] {
  if (pending === undefined) return [state];
  const states = [state];
  for (const effect of pending.effects) states.push(afterEffect(states.at(-1) ?? state, effect));
  return pending.isWhole ? [state, states.at(-1) ?? state] : states;
}

/** A slow machine may be overloaded by the load of a test. Nothing was done, and the client may repeat. */
export const isShed = ({ status, bytes }: HttpAnswer): boolean =>
  status === 503 && bytes.toString().includes('The server is overloaded.');
const shedRetryMs = 100;

/** Records an acknowledged act. */
export function applyAnswer(client: Client, act: Act, { status, bytes }: HttpAnswer): string[] {
  const text = bytes.toString();
  if (status >= 300) throw new Error(`${act.ask().path} answered ${status}: ${text}`);
  const body = JSON.parse(text);
  for (const result of body.data.results ?? [])
    if (result.status >= 300) throw new Error(`A part of a batch answered: ${JSON.stringify(result)}`);
  for (const effect of act.effects) {
    if (effect.kind === 'rename' || effect.kind === 'delete') client.goneTitles.push(effect.title);
    client.state = afterEffect(client.state, effect);
  }
  client.pending = undefined;
  client.answered += 1;
  const made = body.data.results ?? [{ body: { data: body.data } }];
  return made.map((result: { body: { data: { id: string } } }) => result.body.data.id);
}

export interface Surroundings {
  address: string;
  secret: string;
  random: Random;
  /** Called with every response. */
  onAnswer(): void;
}

/** Writes until the server dies. */
export async function writeUntilGone(name: string, surroundings: Surroundings): Promise<Client> {
  const titleStart = `Crash ${name} `;
  const client: Client = { titleStart, state: new Map(), pending: undefined, goneTitles: [], answered: 0 };
  const { address, secret, onAnswer } = surroundings;
  const perform = async (act: Act): Promise<string[] | undefined> => {
    client.pending = act;
    const answer = await send(address, secret, act.ask()).catch((error: unknown) => {
      if (error instanceof TypeError) return undefined;
      throw error;
    });
    if (answer === undefined) return undefined;
    if (isShed(answer)) {
      await setTimeout(shedRetryMs);
      return perform(act);
    }
    const ids = applyAnswer(client, act, answer);
    onAnswer();
    return ids;
  };
  for (let round = 0; ; round += 1)
    if (!(await writeARound(perform, name, round, surroundings.random))) return client;
}

type Perform = (act: Act) => Promise<string[] | undefined>;

/** One of every kind of write; false when the server died. */
async function writeARound(perform: Perform, name: string, round: number, random: Random): Promise<boolean> {
  const acts = actsOf(name, round);
  const first = await perform(acts.create('one', random.below(3)));
  const second = first && (await perform(acts.create('two', random.below(2))));
  const [firstId = '', secondId = ''] = [first?.[0], second?.[0]];
  const steps: (() => Act)[] = [
    () => acts.vote(firstId, 'one'),
    () => acts.comment(firstId, 'one'),
    () => acts.comment(secondId, 'two'),
    () => acts.batch(firstId, 'one', random.once(2)),
    () => acts.merge(secondId, 'two', { id: firstId, what: 'one' }),
    () => acts.rename(firstId, 'one'),
  ];
  let goesOn = second !== undefined;
  for (const step of steps) goesOn &&= (await perform(step())) !== undefined;
  const third = goesOn ? await perform(acts.create('three', 1)) : undefined;
  return third !== undefined && (await perform(acts.remove(third[0] ?? '', 'three'))) !== undefined;
}

function actsOf(name: string, round: number) {
  let keys = 0;
  /** Its last word is unique to one title, so it can be searched for. */
  const titleOf = (what: string) => `Crash ${name} ${what} ${name}x${round}x${what}z`;
  const personOf = (what: string) => `${name}-${round}-${what}@example.com`;
  const tags = [`tag ${name}`];
  const keyed = (asked: () => Sent, effects: Effect[], isWhole = true): Act => {
    keys += 1;
    const key = `${name}-${round}-${keys}`;
    return { ask: () => ({ ...asked(), headers: { 'idempotency-key': key } }), effects, isWhole };
  };
  const created = (what: string, files: string[]): Effect => ({
    kind: 'create',
    title: titleOf(what),
    author: personOf(what),
    tags,
    files,
  });
  const fields = (what: string) => ({ title: titleOf(what), author: { email: personOf(what) }, tags });
  return {
    create(what: string, fileCount: number): Act {
      const files = Array.from({ length: fileCount }, (_, index) =>
        Buffer.concat([pngOf(5_000 + 3_000 * index), Buffer.from(titleOf(what) + index)]),
      );
      const asked = () => ({
        method: 'POST',
        path: '/posts',
        ...(fileCount === 0 ? { body: fields(what) } : { form: formOf(fields(what), files) }),
      });
      return keyed(asked, [created(what, files.map(digestOf))]);
    },
    vote: (id: string, what: string) =>
      keyed(
        () => ({ method: 'POST', path: `/posts/${id}/votes`, body: { userEmail: personOf('voter') } }),
        [{ kind: 'vote', title: titleOf(what), email: personOf('voter') }],
      ),
    comment: (id: string, what: string) =>
      keyed(
        () => ({
          method: 'POST',
          path: `/posts/${id}/comments`,
          body: { content: `On ${titleOf(what)}`, authorEmail: personOf(what) },
        }),
        [{ kind: 'comment', title: titleOf(what), content: `On ${titleOf(what)}` }],
      ),
    batch(id: string, what: string, atomic: boolean): Act {
      const operations = [
        { method: 'POST', path: '/posts', body: fields('batched') },
        { method: 'POST', path: `/posts/${id}/votes`, body: { userEmail: personOf('batch') } },
        { method: 'POST', path: '/posts', body: fields('other') },
      ];
      const effects: Effect[] = [
        created('batched', []),
        { kind: 'vote', title: titleOf(what), email: personOf('batch') },
        created('other', []),
      ];
      return keyed(() => ({ method: 'POST', path: '/batch', body: { operations, atomic } }), effects, atomic);
    },
    merge: (id: string, what: string, into: { id: string; what: string }) =>
      keyed(
        () => ({ method: 'POST', path: `/posts/${id}/merge`, body: { intoId: into.id } }),
        [{ kind: 'merge', title: titleOf(what), into: titleOf(into.what) }],
      ),
    rename: (id: string, what: string) =>
      keyed(
        () => ({ method: 'PATCH', path: `/posts/${id}`, body: { title: titleOf(`${what}renamed`) } }),
        [{ kind: 'rename', title: titleOf(what), to: titleOf(`${what}renamed`) }],
      ),
    remove: (id: string, what: string) =>
      keyed(() => ({ method: 'DELETE', path: `/posts/${id}` }), [{ kind: 'delete', title: titleOf(what) }]),
  };
}

function formOf(fields: object, files: readonly Buffer[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  for (const [index, bytes] of files.entries())
    form.append('attachments', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), `${index}.png`);
  return form;
}
