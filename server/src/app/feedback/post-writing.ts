// Writes one post within a transaction: shared by create, update and upsert.

import type { Status } from '../../domain/catalog/status.ts';
import type { Tag } from '../../domain/catalog/tag.ts';
import {
  checkedPost,
  isPublic,
  isShown,
  looksDifferent,
  newPost,
  type Post,
  type PostInput,
  type PostView,
  postTitle,
} from '../../domain/feedback/post.ts';
import { type VoteSource, votedNow, voteSourceOf } from '../../domain/feedback/vote.ts';
import type { UploadLimits } from '../../domain/files/attachment.ts';
import type { Instant } from '../../domain/kernel/clock.ts';
import { badField, notFound } from '../../domain/kernel/failure.ts';
import type { Faults } from '../../domain/kernel/faults.ts';
import type { Choice } from '../../domain/kernel/notify.ts';
import { boundedText, externalIdText } from '../../domain/kernel/text.ts';
import { edited, isSame, touched } from '../../domain/kernel/version.ts';
import { type NamedPerson, namesPerson } from '../../domain/people/user.ts';
import type { RichTextFormat } from '../../domain/rich-text/rich-text.ts';
import type { Writer } from '../../ports/store.ts';
import { attach, detach, namedAttachments, ofPost } from '../files/attachments.ts';
import type { Upload } from '../files/uploads.ts';
import { type Change, type Changer, type Deps, faultsOf } from '../kernel/change.ts';
import { freeExternalId } from '../kernel/external-ids.ts';
import type { Rehearsed } from '../kernel/rehearsal.ts';
import { readRichText } from '../kernel/rich-text-input.ts';
import { mailMembers } from '../kernel/team-mail.ts';
import { type ToldOfStatus, tellStatus } from '../kernel/telling.ts';
import { together } from '../kernel/together.ts';
import { ownUser, resolvePerson } from '../people/people.ts';
import { noteNameShown } from '../people/shown-names.ts';
import { follow, refuseUnnamedFollower } from './following.ts';
import {
  checkedOwner,
  checkedStatus,
  checkedType,
  countedStatus,
  countedType,
  moveType,
} from './post-catalog.ts';
import { eventsBetween } from './post-events.ts';
import { type PostInclude, withIncludes } from './post-includes.ts';
import { moveStatus } from './post-status.ts';
import { checkTags, namedTags } from './post-tags.ts';
import { newPostVisibility, showOtherTags } from './post-visibility.ts';

/** The editable fields of a post: undefined keeps a value, null clears it. */
export interface PostEdit extends PostInput {
  description?: unknown;
  descriptionFormat?: RichTextFormat | undefined;
  postTypeId?: string | undefined;
  /** The field that named the post type, for error messages. */
  postTypeField?: 'postTypeId' | 'typeId' | undefined;
  statusId?: string | undefined;
  ownerId?: string | null | undefined;
  tags?: string[] | undefined;
  externalId?: string | null | undefined;
  author?: NamedPerson | undefined;
}

export interface PostDraft extends PostEdit {
  title: string;
  voteAsAuthor?: boolean | undefined;
  /** Of the author's own vote. Defaults to what the caller's votes have. */
  voteSource?: VoteSource | undefined;
  /** Whether the author follows the post. */
  follow?: boolean | undefined;
}

export interface PostPatch extends PostEdit {
  statusComment?: string | undefined;
  removeAttachmentIds?: string[] | undefined;
  /** Also shows visitors the comments that were written while the post was internal. */
  publishComments?: boolean | undefined;
  /** Who is told if the status changes; null for no one, undefined for those whom the new status tells. */
  notify?: Choice | null | undefined;
}

/** An edit that passed every check that needs no transaction. */
export interface CheckedEdit {
  fields: Partial<Post>;
  statusComment: string | null;
}

export function checkEdit(edit: PostPatch, now: Instant, faults: Faults): CheckedEdit {
  const { externalId } = edit;
  if (edit.notify != null && edit.statusId === undefined) faults.check(refuseWithoutStatus, undefined);
  if (externalId != null) faults.check(() => externalIdText(externalId), '');
  const statusComment = faults.check(
    () => boundedText(edit.statusComment ?? '', 'statusComment', 0, 10_000) || null,
    null,
  );
  const text = faults.check(
    () => readRichText(edit.description, edit.descriptionFormat, 'description'),
    undefined,
  );
  const described = text && { description: text.document, descriptionHtml: text.html };
  return { fields: Object.assign({}, described, checkedPost(edit, now, faults)), statusComment };
}

export interface PostWriting {
  insert(
    write: Change,
    caller: Changer,
    draft: PostDraft,
    checked: CheckedEdit,
    upload?: Upload,
  ): Promise<PostView>;
  edit(
    write: Change,
    caller: Changer,
    before: Post,
    patch: PostPatch,
    checked: CheckedEdit,
    upload?: Upload,
  ): Promise<PostView & Rehearsed>;
}

/** The relations included in the response to a write. */
export const shownAfterWrite: PostInclude[] = ['author', 'tags', 'attachments'];

export function postWriting(deps: Deps, limits: UploadLimits): PostWriting {
  const { clock, mintId } = deps;

  /** Tags a new post; returns the tags with their new counts. */
  const tagsOfNew = async (
    write: Change,
    workspaceId: string,
    postId: string,
    idsOrNames: readonly string[] = [],
  ): Promise<Tag[]> => {
    if (idsOrNames.length === 0) return [];
    const tags = await namedTags(deps, write, workspaceId, idsOrNames);
    await write.tags.replaceTags(workspaceId, postId, idsOf(tags));
    return tags.map((tag) => ({ ...tag, postsCount: tag.postsCount + 1 }));
  };

  return {
    async insert(write, caller, draft, checked, upload) {
      const { workspaceId } = caller;
      const faults = faultsOf(caller);
      const follows = draft.follow === true;
      if (follows && !isNamed(draft.author)) faults.check(refuseUnnamedFollower, undefined);
      const [postTypeId, statusId, author, ownerId, visibility] = await together(
        faults.lookUp(() => countedType(write, workspaceId, draft), ''),
        faults.lookUp(() => countedStatus(write, workspaceId, draft), ''),
        authorOf(deps, write, caller, draft.author),
        faults.lookUp(() => checkedOwner(write, workspaceId, draft.ownerId ?? null), null),
        visibilityOf(write, workspaceId, draft),
        faults.lookUp(() => checkTags(write, workspaceId, draft.tags), undefined),
      );
      faults.throwAny();
      const externalId = await freeExternalId(
        write,
        workspaceId,
        'post',
        (text) => write.posts.findByExternalId(workspaceId, text),
        draft.externalId ?? null,
      );
      // The workspace is no person: only a named author votes.
      const isVoted = draft.voteAsAuthor !== false && isNamed(draft.author);
      const given = {
        id: mintId('post'),
        title: postTitle(draft.title),
        postTypeId,
        statusId,
        authorId: author.id,
        ownerId,
        externalId,
        votesCount: (isVoted ? 1 : 0) + (checked.fields.importedVotes ?? 0),
        visibility,
        publicUpdatedAt: visibility === 'public' ? clock.now() : null,
      };
      const post = newPost(Object.assign({}, checked.fields, given), clock.now());
      await write.posts.insert(workspaceId, post);
      const tags = await tagsOfNew(write, workspaceId, post.id, draft.tags);
      const attachments = await attach(deps, limits, write, workspaceId, ofPost(post.id), 0, upload);
      const source = draft.voteSource ?? voteSourceOf(caller.actor);
      if (isVoted) {
        const times = votedNow(clock.now(), post.createdAt);
        write.alongside(
          write.votes.add(workspaceId, { postId: post.id, userId: author.id, ...times, source }),
        );
      }
      if (follows)
        await follow(write, workspaceId, { post, mergedFromId: null }, [author.id], {
          source,
          now: clock.now(),
        });
      const view: PostView = Object.assign({}, post, { author, tags, attachments });
      write.created('post', view);
      if (isPublic(post)) {
        write.happened('post.published', 'post', view);
        write.visitorsSee();
      }
      if (ownerId !== null) {
        write.happened('post.assigned', 'post', view, { ownerId: null });
        await mailMembers(deps, write, workspaceId, [ownerId]);
      }
      return view;
    },

    async edit(write, caller, before, patch, checked, upload) {
      const { workspaceId } = caller;
      const { id } = before;
      write.expect(before);
      const [known = before]: PostView[] = await withIncludes(
        write,
        workspaceId,
        [{ ...before }],
        touchedBy(patch, upload),
      );
      const edits = { ...checked.fields };
      const faults = faultsOf(caller);
      const { postTypeId, statusId, ownerId } = patch;
      if (postTypeId !== undefined)
        edits.postTypeId = await faults.lookUp(() => checkedType(write, workspaceId, postTypeId, patch), '');
      const status =
        statusId === undefined
          ? undefined
          : await faults.lookUp(() => checkedStatus(write, workspaceId, statusId), undefined);
      if (status !== undefined) edits.statusId = status.id;
      if (ownerId !== undefined)
        edits.ownerId = await faults.lookUp(() => checkedOwner(write, workspaceId, ownerId), null);
      await faults.lookUp(() => checkTags(write, workspaceId, patch.tags), undefined);
      const detached = await faults.lookUp(
        () => namedAttachments(write, workspaceId, ofPost(id), patch.removeAttachmentIds),
        [],
      );
      if (isNamed(patch.author)) {
        edits.authorId = (await resolvePerson(deps, caller, write, patch.author)).id;
      }
      faults.throwAny();
      if (patch.externalId !== undefined && patch.externalId !== before.externalId) {
        edits.externalId = await freeExternalId(
          write,
          workspaceId,
          'post',
          (text) => write.posts.findByExternalId(workspaceId, text),
          patch.externalId,
          id,
        );
      }
      const tags = patch.tags && (await namedTags(deps, write, workspaceId, patch.tags));
      const tagIds = tags && idsOf(tags);
      const addedVotes = (edits.importedVotes ?? before.importedVotes) - before.importedVotes;
      // Those of a merged post count for the target.
      if (addedVotes !== 0 && before.mergedIntoId === null) edits.votesCount = before.votesCount + addedVotes;
      const fields = edited(before, edits, clock.now());
      const published = await publishComments(write, workspaceId, fields, patch, clock.now());
      if (fields === before && published === 0 && !changesRelations(known, tagIds, patch, upload))
        return shownPost(write, workspaceId, before);
      const changed = fields === before ? touched(before, clock.now()) : fields;
      const isSeen =
        looksDifferent(before, changed) ||
        (isShown(changed) &&
          (published > 0 ||
            changesRelations(known, undefined, patch, upload) ||
            (tags !== undefined && showOtherTags(known.tags ?? [], tags))));
      const after = isSeen ? { ...changed, publicUpdatedAt: clock.now() } : changed;
      if (isSeen) write.visitorsSee();
      if (isShown(after) && after.authorId !== before.authorId) await noteNameShown(write, workspaceId);
      await write.posts.update(workspaceId, after);
      if (addedVotes !== 0) {
        const countingId = before.mergedIntoId ?? id;
        await write.posts.addToCounts(workspaceId, countingId, { votes: addedVotes }, clock.now());
        if (isShown((await write.posts.find(workspaceId, countingId)) ?? after)) write.visitorsSee();
      }
      await moveType(write, workspaceId, before, after);
      const moved = await moveStatus(deps, write, workspaceId, before, after, checked.statusComment);
      if (tagIds !== undefined) await write.tags.replaceTags(workspaceId, id, tagIds);
      await detach(deps, write, workspaceId, detached);
      if (upload !== undefined) {
        const present = (await write.attachments.attachmentsOf(workspaceId, [id])).get(id) ?? [];
        await attach(deps, limits, write, workspaceId, ofPost(id), present.length, upload);
      }
      const view = await shownPost(write, workspaceId, after);
      write.updated('post', known, view, ...eventsBetween(before, after));
      if (after.ownerId !== null && after.ownerId !== before.ownerId)
        await mailMembers(deps, write, workspaceId, [after.ownerId]);
      if (!moved) return view;
      const told = toldOf(patch, status, after);
      return { ...view, ...(await tellStatus(deps, write, workspaceId, after, before.statusId, told)) };
    },
  };
}

/** The people that the request names, or else those of the status: for a public post, its followers. */
function toldOf({ notify }: PostPatch, status: Status | undefined, post: Post): ToldOfStatus {
  if (notify !== undefined) return { choice: notify, isExplicit: true };
  return {
    choice: status?.notifyFollowers === true && isShown(post) ? 'followers' : null,
    isExplicit: false,
  };
}

function refuseWithoutStatus(): never {
  throw badField('notify', 'tells people of a new status: it needs "statusId".');
}

/** Returns how many comments visitors see that they did not see before. */
async function publishComments(
  write: Change,
  workspaceId: string,
  post: Post,
  { publishComments }: PostPatch,
  at: Instant,
): Promise<number> {
  if (publishComments !== true) return 0;
  if (!isPublic(post)) throw badField('publishComments', 'needs a public post: set "visibility" as well.');
  return publishCommentsOf(write, workspaceId, post.id, at);
}

/** Not private notes. Returns how many comments were not public before. */
export async function publishCommentsOf(
  write: Writer,
  workspaceId: string,
  postId: string,
  at: Instant,
): Promise<number> {
  const published = await write.comments.publish(workspaceId, postId, at);
  if (published > 0) await write.posts.addToCounts(workspaceId, postId, { publicComments: published });
  return published;
}

const idsOf = (things: readonly { id: string }[]): string[] => things.map(({ id }) => id);

/** Whether the edit changes more than the post's own fields: its tags or its files. */
const changesRelations = (
  known: PostView,
  tagIds: readonly string[] | undefined,
  { removeAttachmentIds = [] }: PostPatch,
  upload: Upload | undefined,
): boolean =>
  (tagIds !== undefined && !isSame(tagIds, known.tags && idsOf(known.tags))) ||
  removeAttachmentIds.length > 0 ||
  (upload?.files.length ?? 0) > 0;

/** The relations this edit may change, and that are therefore compared before and after. */
const touchedBy = ({ author, tags, removeAttachmentIds }: PostPatch, upload?: Upload): PostInclude[] => [
  ...(author === undefined ? [] : (['author'] as const)),
  ...(tags === undefined ? [] : (['tags'] as const)),
  ...(upload === undefined && removeAttachmentIds === undefined ? [] : (['attachments'] as const)),
];

/** Records a bulk edit as one entry per post, as if each had been edited individually. */
export async function recordEdited(
  write: Change,
  workspaceId: string,
  ids: readonly string[],
  before: (id: string) => Partial<Pick<Post, 'statusId' | 'postTypeId' | 'ownerId'>>,
): Promise<void> {
  const posts = [...(await write.posts.postsOf(workspaceId, ids)).values()];
  for (const view of await withIncludes(write, workspaceId, posts, shownAfterWrite)) {
    const earlier = before(view.id);
    const known = { ...view, ...earlier };
    if (looksDifferent(known, view)) write.visitorsSee();
    write.updated('post', earlier, view, ...eventsBetween(known, view));
  }
}

/** The post as shown in the response to a write. */
export async function writtenPost(write: Change, workspaceId: string, id: string): Promise<PostView> {
  const post = await write.posts.find(workspaceId, id);
  if (post === undefined) throw notFound('Post');
  return shownPost(write, workspaceId, post);
}

async function shownPost(write: Change, workspaceId: string, post: Post): Promise<PostView> {
  const [view] = await withIncludes(write, workspaceId, [post], shownAfterWrite);
  return view ?? post;
}

/** Whether the reference names a person, rather than only a name or no one. */
export const isNamed = (author: NamedPerson | undefined): author is NamedPerson =>
  author !== undefined && namesPerson(author.reference);

const visibilityOf = async (write: Change, workspaceId: string, { visibility }: PostDraft) =>
  visibility ?? newPostVisibility(write, workspaceId);

/** The author named in a draft, created if new; defaults to the workspace's own user. */
const authorOf = (deps: Deps, write: Change, caller: Changer, author: NamedPerson | undefined) =>
  isNamed(author) ? resolvePerson(deps, caller, write, author) : ownUser(write, caller.workspaceId);
