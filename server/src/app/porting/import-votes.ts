// Imports votes: one per person and post. A vote for a post that is merged here counts for the target.

import type { VoteRecord } from '../../domain/porting/records.ts';
import { type Vote, votedNow } from '../../domain/vote.ts';
import { eachRecord, emptyStep, objectsFor, type Plan, required } from './import-step.ts';

export const planVotes: Plan<VoteRecord> = async (place, read, batch) => {
  const step = emptyStep<VoteRecord>();
  const { workspaceId } = place;
  const records = batch.map(({ record }) => record);
  const posts = await objectsFor(
    place,
    read,
    'post',
    records.flatMap(({ postId, mergedFromId }) => [postId, mergedFromId]),
  );
  const users = await objectsFor(
    place,
    read,
    'user',
    records.map(({ userId }) => userId),
  );
  const mergedInto = await read.imports.mergedIntoOf(workspaceId, [...posts.values()]);

  const votes = new Map<string, Vote>();
  const setAside: Vote[] = [];
  eachRecord(step, batch, ({ record }) => {
    const named = required(posts, record.postId, 'postId');
    const userId = required(users, record.userId, 'userId');
    const postId = mergedInto.get(named) ?? named;
    const mergedFromId =
      record.mergedFromId === null
        ? postId === named
          ? null
          : named
        : required(posts, record.mergedFromId, 'mergedFromId');
    const votedAt = record.votedAt ?? place.now;
    const { recordedAt } = place.isFaithful ? record : votedNow(place.now, votedAt);
    if (record.isSetAside && postId !== named) {
      setAside.push({ postId: named, userId, votedAt });
      step.created += 1;
      return;
    }
    const key = `${postId} ${userId}`;
    if (votes.has(key)) {
      step.found += 1;
      if (mergedFromId !== null) setAside.push({ postId: mergedFromId, userId, votedAt });
    } else votes.set(key, { postId, userId, votedAt, mergedFromId, recordedAt: recordedAt ?? null });
  });
  step.created += votes.size;
  step.apply = async (write) => {
    const added = await write.imports.addVotes(workspaceId, [...votes.values()]);
    step.created -= votes.size - added.length;
    step.found += votes.size - added.length;
    await write.imports.addSetAsideVotes(workspaceId, setAside);
    const counted = new Map<string, { votes: number; comments: number }>();
    for (const { postId } of added)
      counted.set(postId, { votes: (counted.get(postId)?.votes ?? 0) + 1, comments: 0 });
    await write.imports.addToCounts(workspaceId, counted, place.isFaithful ? undefined : place.now);
  };
  return step;
};
