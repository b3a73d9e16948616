// Imports what visitors sent, and who may not write on the public site. It publishes nothing: what waits goes on
// waiting, and what was approved is in the archive as a post or comment.

import type { BanRecord, SubmissionRecord } from '../../../../domain/porting/records.ts';
import { type Ban, newSubmission, type Submission } from '../../../../domain/site/submission.ts';
import {
  datesOf,
  eachRecord,
  emptyStep,
  entriesFor,
  isOurs,
  note,
  objectIdsOf,
  objectsFor,
  type Plan,
  Refused,
  required,
  stableId,
  unknownOf,
} from './step.ts';

export const planSubmissions: Plan<SubmissionRecord> = async (context, read, batch) => {
  const step = emptyStep<SubmissionRecord>();
  const { workspaceId } = context;
  const unknown = await unknownOf(context, read, 'submission', batch, step);
  const records = unknown.map(({ record }) => record);
  const users = await objectsFor(
    context,
    read,
    'user',
    records.map(({ userId }) => userId),
  );
  const posts = await objectsFor(
    context,
    read,
    'post',
    records.map(({ postId }) => postId),
  );
  const comments = await objectsFor(
    context,
    read,
    'comment',
    records.flatMap(({ commentId, parentId }) => [commentId, parentId]),
  );
  const known = await read.imports.existing(
    workspaceId,
    'submissions',
    records.map(({ id }) => stableId(context, 'submission', id)),
  );
  const named = (found: ReadonlyMap<string, string>, id: string | null, field: string): string | null =>
    id === null ? null : required(found, id, field);
  /** A submission outlives its comment, and may name one that was deleted since. */
  const commentOf = (id: string | null, field: string): string | null =>
    id !== null && isOurs('comment', id) ? (comments.get(id) ?? id) : named(comments, id, field);

  const added: Submission[] = [];
  eachRecord(step, unknown, ({ record }) => {
    const id = stableId(context, 'submission', record.id);
    if (known.has(id)) return note(step, 'submission', record.id, id, false);
    const about = {
      userId: named(users, record.userId, 'userId'),
      postId: named(posts, record.postId, 'postId'),
      commentId: commentOf(record.commentId, 'commentId'),
      parentId: commentOf(record.parentId, 'parentId'),
    };
    checkWhole(record);
    // As after approving: the post or comment has the text.
    const text = record.state === 'approved' ? { title: null, content: null } : {};
    const given = { ...record, id, ...about, ...text, ...datesOf(context, record) };
    added.push(newSubmission(given, context.now));
    note(step, 'submission', record.id, id, true);
  });
  step.apply = (write) => write.imports.addSubmissions(workspaceId, added);
  return step;
};

/** Whether the team could approve it. */
function checkWhole({ kind, state, postId, commentId, title, content }: SubmissionRecord): void {
  const needs = (isThere: boolean, field: string) => {
    if (!isThere) throw new Refused(`A submission of this kind and state needs "${field}".`);
  };
  needs(postId !== null || (kind === 'post' && state !== 'approved'), 'postId');
  needs(commentId !== null || kind !== 'comment_edit', 'commentId');
  if (state === 'approved') return;
  needs(title !== null || kind !== 'post', 'title');
  const isComment = kind === 'comment' || kind === 'comment_edit';
  needs(isComment ? content !== null && content !== '' : content !== null || title !== null, 'content');
}

export const planBans: Plan<BanRecord> = async (context, read, batch) => {
  const step = emptyStep<BanRecord>();
  const { workspaceId, now } = context;
  const people = await entriesFor(
    context,
    read,
    'user',
    batch.map(({ record }) => record.userId),
  );
  const users = objectIdsOf(people);
  // The earlier run of a resumed import added these. Don't restore bans that were lifted since.
  const noted = context.isResumed
    ? await context.journal.find(read, 'ban', [...new Set(users.values())])
    : new Map<string, never>();
  const bans = new Map<string, Ban>();
  eachRecord(step, batch, ({ record }) => {
    const userId = required(users, record.userId, 'userId');
    if (userId === context.ownUserId) throw new Refused("The workspace's own user cannot be banned.");
    if (bans.has(userId)) step.found += 1;
    else if (noted.has(userId)) step.created += 1;
    else bans.set(userId, { ...record, userId, createdAt: Math.min(record.createdAt ?? now, now) });
  });
  step.created += bans.size;
  step.apply = async (write) => {
    const added = await write.imports.addBans(workspaceId, [...bans.values()]);
    step.created -= bans.size - added.length;
    step.found += bans.size - added.length;
    step.notes.push(
      ...added.map(
        ({ userId }) => ({ kind: 'ban', sourceId: userId, objectId: userId, isNew: true }) as const,
      ),
    );
    // People whom the import has created have never signed in.
    const wereHere = new Set([...people.values()].flatMap(({ isNew, objectId }) => (isNew ? [] : objectId)));
    for (const { userId } of added)
      if (wereHere.has(userId)) await write.visitors.endAllOf(workspaceId, userId);
  };
  return step;
};
