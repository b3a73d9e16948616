// Imports comments with their replies. A reply whose parent comes later in the archive is planned again after it.

import { type Comment, counts, countsInPublic, newComment } from '../../../../domain/feedback/comment.ts';
import { type CommentText, textOfDocument } from '../../../../domain/feedback/comment-text.ts';
import type { CommentRecord } from '../../../../domain/porting/records.ts';
import { mentionsIn, withMentions } from '../../../../domain/rich-text/mentions.ts';
import { seenOnPosts } from '../../seen-posts.ts';
import { matchableId, matchRecords } from './matching.ts';
import {
  datesOf,
  eachRecord,
  emptyStep,
  externalIdOf,
  keptId,
  note,
  objectsFor,
  type Plan,
  placed,
  Refused,
  required,
} from './step.ts';

/** Where no one can be mentioned, or they are not a member here, it is their name as text. */
function textOf(
  { isDeleted, content, document }: CommentRecord,
  members: ReadonlyMap<string, string>,
): CommentText {
  if (isDeleted) return { content: '', document: null };
  if (document === null) return { content, document: null };
  return textOfDocument(withMentions(document, members), 'document');
}

const noMembers: ReadonlyMap<string, string> = new Map();

export const planComments: Plan<CommentRecord> = async (context, read, batch) => {
  const step = emptyStep<CommentRecord>();
  const { workspaceId } = context;
  const matched = await matchRecords(context, read, 'comment', batch, step);
  const { unknown, records } = matched;
  const posts = await objectsFor(
    context,
    read,
    'post',
    records.flatMap(({ postId, mergedFromId }) => [postId, mergedFromId]),
  );
  const mergedInto = await read.imports.mergedIntoOf(workspaceId, [...posts.values()]);
  const users = await objectsFor(
    context,
    read,
    'user',
    records.map(({ userId }) => userId),
  );
  const parents = await objectsFor(
    context,
    read,
    'comment',
    records.map(({ parentId }) => parentId),
  );
  const threads = await read.imports.threadsOfComments(workspaceId, [...parents.values()]);
  const published = context.publishesComments
    ? await read.imports.publicPosts(workspaceId, [...posts.values(), ...mergedInto.values()])
    : new Set<string>();

  const mentioned = records.flatMap(({ document }) =>
    document === null ? [] : [...mentionsIn(document).keys()],
  );
  const members = await read.memberships.membersOf(workspaceId, mentioned);
  const names = new Map([...members.values()].map(({ id, name }) => [id, name]));

  const added: Comment[] = [];
  eachRecord(step, unknown, (numbered) => {
    const { record } = numbered;
    const isStub = record.isDeleted;
    const externalId = isStub ? null : externalIdOf('comment', record);
    const found = matched.find(record, externalId);
    if (found !== undefined) {
      parents.set(record.id, found);
      return note(step, 'comment', record.id, found, false);
    }
    if (record.parentId !== null && !parents.has(record.parentId)) return void step.deferred.push(numbered);
    const { named, postId, mergedFromId } = placed(record, posts, mergedInto);
    const parentId = record.parentId === null ? null : required(parents, record.parentId, 'parentId');
    const parent = parentId === null ? undefined : threads.get(parentId);
    if (parent !== undefined && parent.postId !== postId)
      throw new Refused('"parentId" names a comment of another post.');
    const userId = record.userId === null ? context.ownUserId : required(users, record.userId, 'userId');
    const id = keptId(context, 'comment', matchableId(context, record));
    const isPrivate = record.isPrivate || parent?.isPrivate === true;
    const text = textOf(record, isPrivate ? names : noMembers);
    if (text.content === '' && !isStub) throw new Refused('"content" must be 1 to 10000 characters long.');
    // A reply would tell visitors of what it answers. One of a merged post was public only if that was.
    const isPublished =
      published.has(named) && published.has(postId) && (parent === undefined || parent.isPublic);
    const isPublic = (record.isPublic ?? isPublished) && !isPrivate && !isStub;
    const { isFromTeam } = record;
    const said = {
      id,
      postId,
      parentId,
      userId,
      ...text,
      externalId,
      isPrivate,
      isDeleted: isStub,
      isPublic,
      isFromTeam,
      isAnswer: record.isAnswer && isPublic && isFromTeam,
      mergedFromId,
    };
    added.push(newComment({ ...said, ...datesOf(context, record) }, context.now));
    parents.set(record.id, id);
    threads.set(id, { postId, isPrivate, isPublic });
    matched.add(externalId, id);
    note(step, 'comment', record.id, id, true);
  });
  step.apply = async (write) => {
    await write.comments.insertMany(workspaceId, added);
    await seenOnPosts(
      write,
      workspaceId,
      added.filter(countsInPublic).map(({ postId }) => postId),
    );
    const counted = new Map<string, { comments: number; publicComments: number }>();
    for (const comment of added) {
      const before = counted.get(comment.postId) ?? { comments: 0, publicComments: 0 };
      counted.set(comment.postId, {
        comments: before.comments + Number(counts(comment)),
        publicComments: before.publicComments + Number(countsInPublic(comment)),
      });
    }
    await write.imports.addToCounts(workspaceId, counted, context.isFaithful ? undefined : context.now);
  };
  return step;
};
