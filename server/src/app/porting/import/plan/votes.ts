// Imports votes: one per person and post. A vote for a post that is merged here counts for the target.

import { type Vote, votedNow } from '../../../../domain/feedback/vote.ts';
import { voteKey } from '../../../../domain/porting/import.ts';
import type { VoteRecord } from '../../../../domain/porting/records.ts';
import { seenOnPosts } from '../../seen-posts.ts';
import {
  eachRecord,
  emptyStep,
  entriesFor,
  objectIdsOf,
  objectsFor,
  type Plan,
  placed,
  required,
  type Step,
} from './step.ts';

export const planVotes: Plan<VoteRecord> = async (context, read, batch) => {
  const step = emptyStep<VoteRecord>();
  const { workspaceId } = context;
  const records = batch.map(({ record }) => record);
  const entries = await entriesFor(
    context,
    read,
    'post',
    records.flatMap(({ postId, mergedFromId }) => [postId, mergedFromId]),
  );
  const posts = objectIdsOf(entries);
  const isNew = new Set([...entries.values()].flatMap((entry) => (entry.isNew ? entry.objectId : [])));
  const users = await objectsFor(
    context,
    read,
    'user',
    records.map(({ userId }) => userId),
  );
  const mergedInto = await read.imports.mergedIntoOf(workspaceId, [...posts.values()]);

  const votes = new Map<string, Vote>();
  const setAside = new Map<string, Vote>();
  const putAside = (vote: Required<Pick<Vote, 'postId' | 'userId' | 'votedAt' | 'source'>>) =>
    setAside.set(voteKey(vote.postId, vote.userId), vote);
  eachRecord(step, batch, ({ record }) => {
    const userId = required(users, record.userId, 'userId');
    const { named, postId, mergedFromId } = placed(record, posts, mergedInto);
    const votedAt = record.votedAt ?? context.now;
    const { recordedAt } = context.isFaithful ? record : votedNow(context.now, votedAt);
    // Votes from another service weren't given here.
    const source = context.isFaithful ? (record.source ?? 'api') : 'import';
    const given = { userId, votedAt, source };
    if (record.isSetAside && postId !== named) {
      putAside({ ...given, postId: named });
      step.created += 1;
      return;
    }
    const key = voteKey(postId, userId);
    const same = votes.get(key);
    if (same !== undefined) {
      step.found += 1;
      if (mergedFromId !== null && mergedFromId !== same.mergedFromId)
        putAside({ ...given, postId: mergedFromId });
    } else votes.set(key, { ...given, postId, mergedFromId, recordedAt: recordedAt ?? null });
  });
  step.created += votes.size;
  // The earlier run of a resumed import added these. Don't restore votes that were withdrawn since.
  const noted = context.isResumed
    ? await context.journal.find(read, 'vote', noteIdsOf([...votes.values(), ...setAside.values()], isNew))
    : new Map<string, never>();
  for (const given of [votes, setAside])
    for (const [key, vote] of given) if (noted.has(noteIdOf(vote))) given.delete(key);
  step.apply = async (write) => {
    const added = await write.imports.addVotes(workspaceId, [...votes.values()]);
    const isAdded = new Set(added.map(({ postId, userId }) => voteKey(postId, userId)));
    // The earlier run of a resumed import added those on its own posts.
    const isOwn = (vote: Vote) => context.isResumed && isNew.has(originOf(vote));
    const found = [...votes].filter(([key, vote]) => !isAdded.has(key) && !isOwn(vote)).length;
    step.created -= found;
    step.found += found;
    const addedAside = await write.imports.addSetAsideVotes(workspaceId, [...setAside.values()]);
    noteVotes(step, [...added, ...addedAside], isNew);
    const counted = new Map<string, { votes: number; comments: number }>();
    for (const { postId } of added)
      counted.set(postId, { votes: (counted.get(postId)?.votes ?? 0) + 1, comments: 0 });
    await write.imports.addToCounts(workspaceId, counted, context.isFaithful ? undefined : context.now);
    await seenOnPosts(write, workspaceId, counted.keys());
  };
  return step;
};

/** The post that the vote was given to. */
const originOf = ({ postId, mergedFromId }: Vote): string => mergedFromId ?? postId;

/** Votes on new posts go with their post when the import is undone, even if that is merged; the others are noted. */
const noteIdsOf = (votes: readonly Vote[], isNew: ReadonlySet<string>): string[] => [
  ...new Set(votes.flatMap((vote) => (isNew.has(originOf(vote)) ? [] : noteIdOf(vote)))),
];

const noteIdOf = (vote: Vote): string => voteKey(originOf(vote), vote.userId);

const noteVotes = (step: Step<VoteRecord>, votes: readonly Vote[], isNew: ReadonlySet<string>): void =>
  void step.notes.push(
    ...noteIdsOf(votes, isNew).map(
      (id) => ({ kind: 'vote', sourceId: id, objectId: id, isNew: true }) as const,
    ),
  );
