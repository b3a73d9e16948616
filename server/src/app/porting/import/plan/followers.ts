// Imports followers. One of a post that is merged here counts for the target, as votes do.

import type { Follower } from '../../../../domain/feedback/follower.ts';
import { voteKey } from '../../../../domain/porting/import.ts';
import type { FollowerRecord } from '../../../../domain/porting/records.ts';
import {
  eachRecord,
  emptyStep,
  entriesFor,
  objectIdsOf,
  objectsFor,
  type Plan,
  placed,
  required,
} from './step.ts';

export const planFollowers: Plan<FollowerRecord> = async (context, read, batch) => {
  const step = emptyStep<FollowerRecord>();
  const { workspaceId, now } = context;
  const records = batch.map(({ record }) => record);
  const named = records.flatMap(({ postId, mergedFromId }) => [postId, mergedFromId]);
  const entries = await entriesFor(context, read, 'post', named);
  const posts = objectIdsOf(entries);
  const isNew = new Set([...entries.values()].flatMap((entry) => (entry.isNew ? entry.objectId : [])));
  const userIds = records.map(({ userId }) => userId);
  const users = await objectsFor(context, read, 'user', userIds);
  const mergedInto = await read.imports.mergedIntoOf(workspaceId, [...posts.values()]);

  const followers = new Map<string, Follower>();
  eachRecord(step, batch, ({ record }) => {
    const userId = required(users, record.userId, 'userId');
    const { postId, mergedFromId } = placed(record, posts, mergedInto);
    const originId = mergedFromId ?? postId;
    const key = voteKey(originId, userId);
    // People from another service didn't follow here.
    const source = context.isFaithful ? (record.source ?? 'api') : 'import';
    const followedAt = Math.min(record.followedAt ?? now, now);
    if (followers.has(key)) step.found += 1;
    else followers.set(key, { postId, originId, userId, followedAt, source });
  });
  step.created += followers.size;
  // Those of new posts go with their post when the import is undone; the others are noted.
  const isNoted = ({ originId }: Follower) => !isNew.has(originId);
  const noteIds = [...followers].flatMap(([key, follower]) => (isNoted(follower) ? key : []));
  // The earlier run of a resumed import added these. Don't restore followers that were removed since.
  const known = context.isResumed
    ? await context.journal.find(read, 'follower', noteIds)
    : new Map<string, never>();
  for (const key of known.keys()) followers.delete(key);
  step.apply = async (write) => {
    const added = await write.imports.addFollowers(workspaceId, [...followers.values()]);
    // They asked another installation for mail, or never asked: an admin says whether they are told.
    if (added.length > 0) await write.mails.hold(workspaceId, 'imported', now);
    // The earlier run of a resumed import added those on its own posts.
    const found = context.isResumed ? [...followers.values()].filter(isNoted) : [...followers.values()];
    const isAdded = new Set(added.map(({ originId, userId }) => voteKey(originId, userId)));
    const repeated = found.filter(({ originId, userId }) => !isAdded.has(voteKey(originId, userId))).length;
    step.created -= repeated;
    step.found += repeated;
    step.notes.push(
      ...added.filter(isNoted).map(({ originId, userId }) => {
        const id = voteKey(originId, userId);
        return { kind: 'follower', sourceId: id, objectId: id, isNew: true } as const;
      }),
    );
  };
  return step;
};
