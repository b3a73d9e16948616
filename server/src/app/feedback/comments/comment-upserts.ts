// Creates or updates comments by external id, one or many on a post. All entries are read, decided in memory and
// written together, so the number of queries doesn't depend on theirs.

import { type Comment, type CommentView, teamMark } from '../../../domain/feedback/comment.ts';
import type { Post } from '../../../domain/feedback/post.ts';
import { badField, conflict, Failure, notFound } from '../../../domain/kernel/failure.ts';
import { externalIdText } from '../../../domain/kernel/text.ts';
import type { User } from '../../../domain/people/user.ts';
import { type Caller, type Change, change, type Deps, faultsOf } from '../../kernel/change.ts';
import { ownIdsAmong, refuseOwnId } from '../../kernel/external-ids.ts';
import { ownUser, resolvePeople } from '../../people/people.ts';
import { standingPost } from '../merging.ts';
import { differenceOf, recount } from './comment-counts.ts';
import {
  created,
  type Decided,
  type Destination,
  orderOf,
  type Thread,
  updated,
} from './comment-decisions.ts';
import { type CheckedEntry, type CommentEntry, checkEntries, checkEntry } from './comment-entries.ts';
import { filesOf } from './comment-files.ts';
import { nameMembers, noteMentions, refuseInPublic } from './comment-mentions.ts';
import { tidyStubs } from './comment-stubs.ts';

/** Where a new comment belongs. For an existing one, naming another post is a conflict. */
export interface CommentUpsert extends Omit<CommentEntry, 'externalId'> {
  postId?: string | null | undefined;
  postExternalId?: string | null | undefined;
}

export interface BulkComments {
  postId: string;
  /** In the order of the entries. */
  commentIds: string[];
  created: number;
  updated: number;
  unchanged: number;
  commentsCount: number;
}

export interface CommentUpserts {
  upsert(
    caller: Caller,
    externalId: string,
    given: CommentUpsert,
  ): Promise<{ view: CommentView; isNew: boolean }>;
  /** Creates or updates all of them, or none; other comments of the post stay. */
  upsertMany(caller: Caller, postId: string, entries: readonly CommentEntry[]): Promise<BulkComments>;
}

export function commentUpserts(deps: Deps): CommentUpserts {
  return {
    async upsert(caller, externalId, { postId, postExternalId, ...given }) {
      const faults = faultsOf(caller);
      const entry = checkEntry({ ...given, externalId }, deps.clock.now(), faults);
      return change(deps, caller, async (write) => {
        const before = await write.comments.findByExternalId(caller.workspaceId, entry.externalId);
        if (before !== undefined) write.expect(before);
        else if (caller.expects !== undefined)
          throw new Failure('PRECONDITION_FAILED', 'There is no comment with this external id yet.');
        const destination = await destinationOf(
          write,
          caller.workspaceId,
          { postId, postExternalId },
          before,
        );
        faults.throwAny();
        const [written] = await writeEntries(deps, caller, write, destination, [entry]);
        if (written === undefined) throw new Error('One entry gives one comment.');
        return { view: written.after, isNew: written.before === undefined };
      });
    },

    async upsertMany(caller, namedId, given) {
      const entries = await checkEntries(given, deps.clock.now(), faultsOf(caller));
      return change(deps, caller, async (write) => {
        const { post, mergedFromId } = await standingPost(write, caller.workspaceId, namedId);
        write.expect(post);
        const written = await writeEntries(deps, caller, write, { post, mergedFromId }, entries);
        const created = written.filter(({ before }) => before === undefined).length;
        const updated = written.filter(isUpdate).length;
        return {
          postId: post.id,
          commentIds: written.map(({ after }) => after.id),
          created,
          updated,
          unchanged: written.length - created - updated,
          commentsCount: post.commentsCount + differenceOf(written),
        };
      });
    },
  };
}

async function destinationOf(
  write: Change,
  workspaceId: string,
  { postId, postExternalId }: Pick<CommentUpsert, 'postId' | 'postExternalId'>,
  before: Comment | undefined,
): Promise<Destination> {
  const [field, named] = postId == null ? ['postExternalId', postExternalId] : ['postId', postId];
  if (named == null) {
    if (before === undefined) throw badField('postId', 'is required; "postExternalId" will do as well.');
    return { post: await getPost(write, workspaceId, before.postId), mergedFromId: null };
  }
  const found =
    field === 'postId'
      ? await write.posts.find(workspaceId, named)
      : await write.posts.findByExternalId(workspaceId, externalIdText(named, field));
  if (found === undefined) throw badField(field, 'names no post of this workspace.');
  const { post, mergedFromId } = await standingPost(write, workspaceId, found.id);
  return { post, mergedFromId };
}

async function getPost(write: Change, workspaceId: string, id: string): Promise<Post> {
  const post = await write.posts.find(workspaceId, id);
  if (post === undefined) throw notFound('Post');
  return post;
}

/** One entry's comment; `before` is undefined if it is new, and `after` is the same object if nothing changed. */
interface WrittenComment {
  before: CommentView | undefined;
  after: CommentView;
}

const isUpdate = ({ before, after }: WrittenComment): boolean => before !== undefined && before !== after;

const isChange = ({ before, after }: WrittenComment): boolean => before !== after;

async function writeEntries(
  deps: Deps,
  caller: Caller,
  write: Change,
  destination: Destination,
  entries: readonly CheckedEntry[],
): Promise<WrittenComment[]> {
  const { workspaceId } = caller;
  const { post } = destination;
  const now = deps.clock.now();
  const found = await loadThread(write, workspaceId, post.id, entries);
  await refuseOwnIds(write, workspaceId, entries, found);
  const order = orderOf(entries, found);
  const texts = await nameMembers(
    write,
    workspaceId,
    entries.map(({ text, externalId, field }) => ({
      ...{ text, before: found.named.get(externalId), field: field('content') },
    })),
  );
  const authors = await loadAuthors(deps, caller, write, entries, found);
  const files = await filesOf(write, workspaceId, [...found.named.values()]);
  const ids = entries.map(({ externalId }) => found.named.get(externalId)?.id ?? deps.mintId('comment'));
  const decided: Decided = { byId: new Map(), byExternalId: new Map() };
  const written: WrittenComment[] = [];
  for (const index of order) {
    const [given, id, author] = [entries[index], ids[index], authors.given[index]];
    if (given === undefined || id === undefined) continue;
    const entry = { ...given, text: texts[index] };
    const comment = found.named.get(entry.externalId);
    const before = comment && {
      ...comment,
      author: authors.byId.get(comment.userId) ?? null,
      attachments: files.get(comment.id),
    };
    const after =
      before === undefined
        ? created(
            entry,
            { id, author: author ?? authors.own, mark: teamMark(caller.actor, author !== undefined) },
            destination,
            found,
            decided,
            now,
          )
        : updated(entry, before, author, destination, found, decided, now);
    refuseInPublic(after, entry.field('content'));
    decided.byId.set(id, after);
    decided.byExternalId.set(entry.externalId, after);
    written[index] = { before, after };
  }
  await write.comments.insertMany(
    workspaceId,
    written.flatMap(({ before, after }) => (before === undefined ? [after] : [])),
  );
  await write.comments.updateMany(
    workspaceId,
    written.flatMap((one) => (isUpdate(one) ? [one.after] : [])),
  );
  await noteMentions(deps, write, workspaceId, written.filter(isChange));
  await recount(write, workspaceId, post.id, post, written, now);
  for (const { before, after } of written) {
    if (before === undefined) write.created('comment', after);
    else if (before !== after) write.updated('comment', before, after);
  }
  for (const parentId of parentsOfHidden(written)) await tidyStubs(deps, write, workspaceId, parentId);
  return written;
}

/** The parents of replies that became private: they may be stubs, which hide with their last public reply. */
const parentsOfHidden = (written: readonly WrittenComment[]): Set<string> =>
  new Set(
    written.flatMap(({ before, after }) =>
      before !== undefined && after.isPrivate && !before.isPrivate ? (after.parentId ?? []) : [],
    ),
  );

async function refuseOwnIds(
  write: Change,
  workspaceId: string,
  entries: readonly CheckedEntry[],
  { named }: Thread,
): Promise<void> {
  const added = entries.filter(({ externalId }) => !named.has(externalId));
  const texts = added.map(({ externalId }) => externalId);
  const ownIds = await ownIdsAmong(write, workspaceId, texts);
  for (const { externalId, field } of added) refuseOwnId(ownIds, externalId, field('externalId'));
}

async function loadThread(
  write: Change,
  workspaceId: string,
  postId: string,
  entries: readonly CheckedEntry[],
): Promise<Thread> {
  const externalIds = entries.flatMap(({ externalId, parent }) =>
    parent != null && 'externalId' in parent ? [externalId, parent.externalId] : [externalId],
  );
  const named = await write.comments.byExternalIds(workspaceId, externalIds);
  const parentIds: string[] = [];
  const hiddenOrShown: string[] = [];
  for (const { externalId, parent, isPrivate, field } of entries) {
    const comment = named.get(externalId);
    if (comment !== undefined && comment.postId !== postId) {
      throw conflict(`"${field('externalId')}" belongs to a comment of another post, "${comment.postId}".`);
    }
    if (parent != null && 'id' in parent) parentIds.push(parent.id);
    if (comment?.parentId != null) parentIds.push(comment.parentId);
    if (comment !== undefined && isPrivate !== undefined && isPrivate !== comment.isPrivate)
      hiddenOrShown.push(comment.id);
  }
  const parents = await write.comments.commentsOfPost(workspaceId, postId, parentIds);
  const withReplies = await write.comments.withReplies(workspaceId, postId, hiddenOrShown);
  return { named, parents, withReplies };
}

interface Authors {
  /** By entry; undefined if it names no one. */
  given: (User | undefined)[];
  /** The authors of existing comments. */
  byId: ReadonlyMap<string, User>;
  /** The author of new comments that name no one. */
  own: User;
}

async function loadAuthors(
  deps: Deps,
  caller: Caller,
  write: Change,
  entries: readonly CheckedEntry[],
  { named }: Thread,
): Promise<Authors> {
  const { workspaceId } = caller;
  const present = [...named.values()].map(({ userId }) => userId);
  const byId = await write.users.usersOf(workspaceId, present);
  const people = entries.flatMap(({ author }) => author ?? []);
  const resolved = (await resolvePeople(deps, caller, write, people)).values();
  const given = entries.map(({ author }) => (author === undefined ? undefined : resolved.next().value));
  return { given, byId, own: await ownUser(write, workspaceId) };
}
