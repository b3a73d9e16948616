// Imports the status history of posts, and changelog entries.

import type { StatusChange } from '../../../../domain/catalog/status.ts';
import { type Changelog, maxLinkedPosts, newChangelog } from '../../../../domain/changelog/changelog.ts';
import { freeSlug, slugOf } from '../../../../domain/kernel/slug.ts';
import type { ChangelogRecord, StatusChangeRecord } from '../../../../domain/porting/records.ts';
import { renderHtml } from '../../../../domain/rich-text/rich-text.ts';
import { seenOnPosts } from '../../seen-posts.ts';
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

export const planStatusChanges: Plan<StatusChangeRecord> = async (context, read, batch) => {
  const step = emptyStep<StatusChangeRecord>();
  const { workspaceId } = context;
  const records = batch.map(({ record }) => record);
  const entries = await entriesFor(
    context,
    read,
    'post',
    records.map(({ postId }) => postId),
  );
  const posts = objectIdsOf(entries);
  const statuses = await objectsFor(
    context,
    read,
    'status',
    records.flatMap(({ fromStatusId, toStatusId }) => [fromStatusId, toStatusId]),
  );
  const known = await read.imports.existing(
    workspaceId,
    'statusChanges',
    records.map(({ id }) => stableId(context, 'statusChange', id)),
  );
  /** The history may name a status that was deleted since. */
  const statusOf = (id: string, field: string): string =>
    isOurs('status', id) ? (statuses.get(id) ?? id) : required(statuses, id, field);

  const added: StatusChange[] = [];
  eachRecord(step, batch, ({ record }) => {
    const id = stableId(context, 'statusChange', record.id);
    if (known.has(id)) {
      // The earlier run of a resumed import added those of its own posts.
      if (context.isResumed && entries.get(record.postId)?.isNew === true) step.created += 1;
      else step.found += 1;
      return;
    }
    const { comment, isPublic, createdAt, fromStatusId } = record;
    const postId = required(posts, record.postId, 'postId');
    const from = fromStatusId === null ? null : statusOf(fromStatusId, 'fromStatusId');
    const toStatusId = statusOf(record.toStatusId, 'toStatusId');
    const unknownActor = { actorType: null, actorId: null };
    added.push({ id, postId, fromStatusId: from, toStatusId, comment, isPublic, ...unknownActor, createdAt });
    known.add(id);
    // Those of new posts go with their post.
    if (entries.get(record.postId)?.isNew === true) step.created += 1;
    else note(step, 'statusChange', id, id, true);
  });
  step.apply = async (write) => {
    await write.imports.addStatusChanges(workspaceId, added);
    // Also a change that visitors can't see: the reason that they read may not be the newest anymore.
    await seenOnPosts(
      write,
      workspaceId,
      added.map(({ postId }) => postId),
    );
  };
  return step;
};

export const planChangelogs: Plan<ChangelogRecord> = async (context, read, batch) => {
  const step = emptyStep<ChangelogRecord>();
  const { workspaceId } = context;
  const unknown = await unknownOf(context, read, 'changelog', batch, step);
  const records = unknown.map(({ record }) => record);
  const known = await read.imports.existing(
    workspaceId,
    'changelogs',
    records.map(({ id }) => stableId(context, 'changelog', id)),
  );
  const posts = await objectsFor(
    context,
    read,
    'post',
    records.flatMap(({ linkedPostIds }) => linkedPostIds),
  );
  const taken = new Set<string>();
  for (const { slug, title } of records)
    for (const used of await read.changelogs.slugsLike(workspaceId, slug ?? slugOf(title, 'entry')))
      taken.add(used);

  const added: { changelog: Changelog; linked: string[] }[] = [];
  eachRecord(step, unknown, ({ record }) => {
    const id = stableId(context, 'changelog', record.id);
    if (known.has(id)) return note(step, 'changelog', record.id, id, false);
    const { title, content, labels, state, publishedAt, completesPosts } = record;
    if ((state === 'draft') !== (publishedAt === null))
      throw new Refused('"publishedAt" must be set unless the state is "draft".');
    const linked = [
      ...new Set(record.linkedPostIds.map((postId) => required(posts, postId, 'linkedPostIds'))),
    ];
    if (linked.length > maxLinkedPosts)
      throw new Refused(`"linkedPostIds" must name at most ${maxLinkedPosts} posts.`);
    const slug = freeSlug(record.slug ?? slugOf(title, 'entry'), taken);
    taken.add(slug);
    const given = { id, title, slug, content, labels, state, publishedAt, completesPosts };
    const changelog = newChangelog(
      { ...given, contentHtml: renderHtml(content), ...datesOf(context, record) },
      context.now,
    );
    added.push({ changelog, linked });
    note(step, 'changelog', record.id, id, true);
  });
  step.apply = async (write) => {
    if (added.some(({ changelog }) => changelog.state === 'published')) write.visitorsSee();
    for (const { changelog, linked } of added) {
      await write.changelogs.insert(workspaceId, changelog);
      await write.changelogs.replaceLinks(workspaceId, changelog.id, linked);
    }
  };
  return step;
};
