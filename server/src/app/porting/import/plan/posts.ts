// Imports posts with their tags, and then marks those that were merged in the source. Counts start with the imported
// votes: votes and comments are added to them as they are imported.

import { maxTagsPerPost } from '../../../../domain/catalog/tag.ts';
import { isPublic, newPost, type Post } from '../../../../domain/feedback/post.ts';
import { emailKey } from '../../../../domain/people/user.ts';
import type { PostRecord } from '../../../../domain/porting/records.ts';
import { renderHtml } from '../../../../domain/rich-text/rich-text.ts';
import type { Reader } from '../../../../ports/store.ts';
import { seenOnPosts } from '../../seen-posts.ts';
import { lineOf } from '../read/records.ts';
import { matchRecords } from './matching.ts';
import {
  datesOf,
  eachRecord,
  emptyStep,
  externalIdOf,
  type ImportContext,
  keptId,
  note,
  objectsFor,
  type Plan,
  Refused,
  required,
} from './step.ts';

export const planPosts: Plan<PostRecord> = async (context, read, batch) => {
  const step = emptyStep<PostRecord>();
  const { workspaceId } = context;
  const matched = await matchRecords(context, read, 'post', batch, step);
  const { unknown, records } = matched;
  const users = await objectsFor(
    context,
    read,
    'user',
    records.map(({ authorId }) => authorId),
  );
  const statuses = await objectsFor(
    context,
    read,
    'status',
    records.map(({ statusId }) => statusId),
  );
  const types = await objectsFor(
    context,
    read,
    'postType',
    records.map(({ postTypeId }) => postTypeId),
  );
  const tags = await objectsFor(
    context,
    read,
    'tag',
    records.flatMap(({ tagIds }) => tagIds),
  );
  const defaultStatus = await read.statuses.findDefault(workspaceId);
  const defaultType = await read.postTypes.findDefault(workspaceId);

  const ownerOf = await ownersOf(context, read, records);

  const added: Post[] = [];
  const tagIdsOf = new Map<string, string[]>();
  eachRecord(step, unknown, (numbered) => {
    const { record } = numbered;
    const externalId = externalIdOf('post', record);
    const found = matched.find(record, externalId);
    if (found !== undefined) return note(step, 'post', record.id, found, false);
    const statusId =
      record.statusId === null ? defaultStatus?.id : required(statuses, record.statusId, 'statusId');
    const postTypeId =
      record.postTypeId === null ? defaultType?.id : required(types, record.postTypeId, 'postTypeId');
    if (statusId === undefined || postTypeId === undefined)
      throw new Refused('The workspace has no default status or post type.');
    const authorId =
      record.authorId === null ? context.ownUserId : required(users, record.authorId, 'authorId');
    const tagIds = [...new Set(record.tagIds.map((id) => required(tags, id, 'tagIds')))];
    if (tagIds.length > maxTagsPerPost)
      throw new Refused(`"tagIds" must name at most ${maxTagsPerPost} tags.`);
    const ownerId = ownerOf(record);
    if (ownerId === null && (record.ownerId ?? record.ownerEmail) !== null)
      step.warnings.push({ ...lineOf(numbered), message: ownerLeftOut(record) });
    const { title, description, sourceUrl, importedVotes } = record;
    const visibility = record.visibility ?? context.visibility;
    const publicUpdatedAt =
      visibility === 'public' ? (record.publicUpdatedAt ?? context.now) : record.publicUpdatedAt;
    const id = keptId(context, 'post', record.id);
    const counts = { importedVotes, votesCount: importedVotes };
    const given = {
      id,
      title,
      description,
      sourceUrl,
      visibility,
      publicUpdatedAt,
      externalId,
      statusId,
      postTypeId,
      authorId,
      ownerId,
      ...counts,
    };
    added.push(
      newPost(
        { ...given, descriptionHtml: renderHtml(description), ...datesOf(context, record) },
        context.now,
      ),
    );
    matched.add(externalId, id);
    if (tagIds.length > 0) tagIdsOf.set(id, tagIds);
    note(step, 'post', record.id, id, true);
    if (visibility === 'public') step.publicPosts += 1;
  });
  step.apply = async (write) => {
    await write.posts.insertMany(workspaceId, added);
    if (added.some(isPublic)) write.visitorsSee();
    await write.imports.tagPosts(workspaceId, tagIdsOf);
    for (const [id, posts] of countedBy(added, 'statusId'))
      await write.statuses.addToPostsCount(workspaceId, id, posts);
    for (const [id, posts] of countedBy(added, 'postTypeId'))
      await write.postTypes.addToPostsCount(workspaceId, id, posts);
  };
  return step;
};

/** A member with the same ID, or else with the same email address, if someone has proven that it is theirs. */
async function ownersOf(
  { workspaceId }: ImportContext,
  { memberships }: Reader,
  records: readonly PostRecord[],
): Promise<(record: PostRecord) => string | null> {
  const ids = records.flatMap(({ ownerId }) => ownerId ?? []);
  const emails = records.flatMap(({ ownerEmail }) => ownerEmail ?? []);
  const members = await memberships.membersOf(workspaceId, ids);
  const byEmail = await memberships.idsByProvenEmail(workspaceId, emails);
  return ({ ownerId, ownerEmail }) =>
    members.get(ownerId ?? '')?.id ?? byEmail.get(emailKey(ownerEmail ?? '')) ?? null;
}

const ownerLeftOut = ({ ownerId, ownerEmail }: PostRecord): string =>
  `The owner "${ownerEmail ?? ownerId}" is not a member here, or the email is not proven. The post has no owner.`;

export function countedBy(posts: readonly Post[], key: 'statusId' | 'postTypeId'): Map<string, number> {
  const counts = new Map<string, number>();
  for (const post of posts) counts.set(post[key], (counts.get(post[key]) ?? 0) + 1);
  return counts;
}

/** Marks posts as merged. Only those that this import created: what is here already is not changed. */
export const planMerged: Plan<PostRecord> = async (context, read, batch) => {
  const step = emptyStep<PostRecord>();
  const { workspaceId } = context;
  const merged = batch.filter(({ record }) => record.mergedIntoId !== null);
  const entries = await context.journal.find(
    read,
    'post',
    merged.flatMap(({ record }) => [record.id, record.mergedIntoId ?? []].flat()),
  );
  const ids = [...entries.values()].map(({ objectId }) => objectId);
  const mergedInto = await read.imports.mergedIntoOf(workspaceId, ids);
  const targets = await read.imports.mergeTargets(workspaceId, ids);
  const existing = await context.journal.existing(read, 'post', ids);
  const intoIdOf = new Map<string, string>();
  eachRecord(step, merged, ({ record }) => {
    const source = entries.get(record.id);
    if (source === undefined || !source.isNew || !existing.has(source.objectId)) return;
    if (mergedInto.has(source.objectId)) return;
    const into = entries.get(record.mergedIntoId ?? '')?.objectId;
    if (into === undefined || !existing.has(into) || into === source.objectId)
      throw new Refused(`"mergedIntoId" names no other post that was imported: "${record.mergedIntoId}".`);
    if (mergedInto.has(into) || targets.has(source.objectId))
      throw new Refused('"mergedIntoId" would make a chain of merged posts; only one level is possible.');
    mergedInto.set(source.objectId, into);
    targets.add(into);
    intoIdOf.set(source.objectId, into);
  });
  step.apply = async (write) => {
    // Before they are merged: visitors notice if they find either of both.
    await seenOnPosts(write, workspaceId, [...intoIdOf].flat());
    await write.imports.markMerged(workspaceId, intoIdOf);
  };
  return step;
};
