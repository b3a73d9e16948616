// The use cases for changelog entries.

import {
  type Changelog,
  type ChangelogQuery,
  type ChangelogState,
  type ChangelogView,
  changelogLabels,
  changelogSortKey,
  changelogTitle,
  linkedPosts,
  newChangelog,
  type Publication,
  type PublicationEdit,
  publicationAfter,
  unpublished,
} from '../../domain/changelog/changelog.ts';
import type { Attachment, UploadLimits } from '../../domain/files/attachment.ts';
import { givenInstant, type Instant } from '../../domain/kernel/clock.ts';
import { badField, conflict, notFound } from '../../domain/kernel/failure.ts';
import type { Faults } from '../../domain/kernel/faults.ts';
import type { Choice } from '../../domain/kernel/notify.ts';
import type { Page, PageRequest } from '../../domain/kernel/page.ts';
import { chosenSlug, freeSlug, slugOf } from '../../domain/kernel/slug.ts';
import { edited, isSame, touched } from '../../domain/kernel/version.ts';
import type { RichTextFormat } from '../../domain/rich-text/rich-text.ts';
import { attach, detach, namedAttachments, ofChangelog, removeAfterCommit } from '../files/attachments.ts';
import type { Upload } from '../files/uploads.ts';
import { type Caller, type Change, change, type Deps, faultsOf } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';
import type { Rehearsed } from '../kernel/rehearsal.ts';
import { readRichText } from '../kernel/rich-text-input.ts';
import { type ChangelogInclude, withChangelogIncludes, writtenChangelog } from './changelog-includes.ts';
import { recordPublished, toldWith } from './changelog-publishing.ts';

/** The editable fields of an entry: undefined keeps a value, null clears it. */
export interface ChangelogEdit {
  title?: string | undefined;
  slug?: string | undefined;
  content?: unknown;
  contentFormat?: RichTextFormat | undefined;
  labels?: string[] | undefined;
  state?: ChangelogState | undefined;
  publishedAt?: string | null | undefined;
  linkedPostIds?: string[] | undefined;
  completeLinkedPosts?: boolean | undefined;
  /** Who is told when it is published, now or on schedule; null for no one. */
  notify?: Choice | null | undefined;
}

export interface ChangelogDraft extends ChangelogEdit {
  title: string;
}

export interface ChangelogPatch extends ChangelogEdit {
  removeAttachmentIds?: string[] | undefined;
}

export type ChangelogListQuery = Omit<ChangelogQuery, 'slice'> & {
  page: PageRequest;
  includes: ChangelogInclude[];
};

export interface Changelogs {
  page(caller: Caller, query: ChangelogListQuery): Promise<Page<ChangelogView>>;
  get(caller: Caller, id: string, includes: readonly ChangelogInclude[]): Promise<ChangelogView>;
  create(caller: Caller, draft: ChangelogDraft, upload?: Upload): Promise<ChangelogView & Rehearsed>;
  update(
    caller: Caller,
    id: string,
    patch: ChangelogPatch,
    upload?: Upload,
  ): Promise<ChangelogView & Rehearsed>;
  /** Fails if it is published already. */
  publish(caller: Caller, id: string, notify: Choice | null): Promise<ChangelogView & Rehearsed>;
  remove(caller: Caller, id: string): Promise<void>;
}

export function changelogs(deps: Deps, limits: UploadLimits): Changelogs {
  const { store, clock, mintId } = deps;

  return {
    async page(caller, { includes, ...asked }) {
      const { workspaceId } = caller;
      const found = await readPage(
        asked,
        (query) => store.read.changelogs.page(workspaceId, query),
        (changelog) => changelogSortKey(changelog, asked.sort),
      );
      const items = await withChangelogIncludes(store.read, workspaceId, found.items, includes);
      return { ...found, items };
    },

    async get({ workspaceId }, id, includes) {
      const changelog = await store.read.changelogs.find(workspaceId, id);
      if (changelog === undefined) throw notFound('Changelog');
      const [view] = await withChangelogIncludes(store.read, workspaceId, [changelog], includes);
      if (view === undefined) throw notFound('Changelog');
      return view;
    },

    async create(caller, draft, upload) {
      const { workspaceId } = caller;
      const faults = faultsOf(caller);
      const checked = checkEdit(draft, faults);
      const title = faults.check(() => changelogTitle(draft.title), '');
      return change(deps, caller, async (write) => {
        const now = clock.now();
        const publishing = { ...draft, publishedAt: checked.publishedAt };
        const publication = checkedPublication(unpublished, publishing, now, faults);
        const linked = await faults.lookUp(() => linkable(write, workspaceId, draft.linkedPostIds), []);
        faults.throwAny();
        const slug = await freeSlugFor(write, workspaceId, title, draft.slug);
        const told =
          publication.state === 'published'
            ? toldWith(deps, undefined, draft.notify)
            : { notify: draft.notify ?? null };
        const given = { ...checked.fields, id: mintId('changelog'), title, slug, ...told };
        const changelog = newChangelog({ ...given, ...publication }, now);
        await write.changelogs.insert(workspaceId, changelog);
        await write.changelogs.replaceLinks(workspaceId, changelog.id, linked);
        await attach(deps, limits, write, workspaceId, ofChangelog(changelog.id), 0, upload);
        const view = await writtenChangelog(write, workspaceId, changelog);
        write.created('changelog', view);
        return { ...view, ...(await finish(write, workspaceId, undefined, view, draft.notify)) };
      });
    },

    update: (caller, id, patch, upload) => update(caller, id, patch, upload),

    publish: (caller, id, notify) =>
      update(caller, id, { state: 'published', notify }, undefined, (before) => {
        if (before.state === 'published') throw conflict('The changelog is published already.');
      }),

    async remove(caller, id) {
      const { workspaceId } = caller;
      await change(deps, caller, async (write) => {
        const changelog = await write.changelogs.find(workspaceId, id);
        if (changelog === undefined) throw notFound('Changelog');
        write.expect(changelog);
        const view = await writtenChangelog(write, workspaceId, changelog);
        await write.changelogs.remove(workspaceId, id);
        if (changelog.state === 'published') write.visitorsSee();
        write.deleted('changelog', view);
        const fileKeys = (view.attachments ?? []).map(({ fileKey }) => fileKey);
        removeAfterCommit(deps, write, fileKeys);
      });
    },
  };

  async function update(
    caller: Caller,
    id: string,
    patch: ChangelogPatch,
    upload?: Upload,
    check: (before: Changelog) => void = () => undefined,
  ): Promise<ChangelogView & Rehearsed> {
    const { workspaceId } = caller;
    const faults = faultsOf(caller);
    const checked = checkEdit(patch, faults);
    return change(deps, caller, async (write) => {
      const before = await write.changelogs.find(workspaceId, id);
      if (before === undefined) throw notFound('Changelog');
      write.expect(before);
      check(before);
      const known = await writtenChangelog(write, workspaceId, { ...before });
      const now = clock.now();
      const publishing = { ...patch, publishedAt: checked.publishedAt };
      const publication = checkedPublication(before, publishing, now, faults);
      const linked = await faults.lookUp(() => linkable(write, workspaceId, patch.linkedPostIds), []);
      const detached = await faults.lookUp(
        () => namedAttachments(write, workspaceId, ofChangelog(id), patch.removeAttachmentIds),
        [],
      );
      faults.throwAny();
      const isPublished = publication.state === 'published';
      if (isPublished && before.state === 'published' && patch.notify != null)
        throw badField('notify', 'is only possible when the changelog is published.');
      const told = isPublished
        ? toldWith(deps, before, patch.notify)
        : patch.notify !== undefined && { notify: patch.notify };
      const edits = { ...checked.fields, ...publication, ...told };
      if (patch.slug !== undefined && patch.slug.trim() !== before.slug) {
        edits.slug = await freeSlugFor(write, workspaceId, before.title, patch.slug);
      }
      const fields = edited(before, edits, now);
      if (fields === before && !changesRelations(known, patch, upload)) return known;
      const after = fields === before ? touched(before, now) : fields;
      await write.changelogs.update(workspaceId, after);
      if (patch.linkedPostIds !== undefined) await write.changelogs.replaceLinks(workspaceId, id, linked);
      await detach(deps, write, workspaceId, detached);
      if (upload !== undefined) {
        const present = (await filesOf(write, workspaceId, id)).length;
        await attach(deps, limits, write, workspaceId, ofChangelog(id), present, upload);
      }
      const view = await writtenChangelog(write, workspaceId, after);
      if (before.state === 'published' || after.state === 'published') write.visitorsSee();
      write.updated('changelog', known, view);
      return { ...view, ...(await finish(write, workspaceId, before, view, patch.notify)) };
    });
  }

  /** Runs after all writes, and acts on the new state of the entry. */
  async function finish(
    write: Change,
    workspaceId: string,
    before: Changelog | undefined,
    after: ChangelogView,
    notify: Choice | null = null,
  ): Promise<Rehearsed> {
    if (after.state === 'scheduled') write.afterCommit(() => deps.onScheduled?.());
    return after.state === 'published' && before?.state !== 'published'
      ? recordPublished(deps, write, workspaceId, before, after, notify)
      : {};
  }
}

/** Whether the edit changes more than the entry's own fields: its linked posts or its files. */
const changesRelations = (
  known: ChangelogView,
  { linkedPostIds, removeAttachmentIds = [] }: ChangelogPatch,
  upload: Upload | undefined,
): boolean =>
  (linkedPostIds !== undefined && !isSame(linkedPosts(linkedPostIds), known.linkedPostIds)) ||
  removeAttachmentIds.length > 0 ||
  (upload?.files.length ?? 0) > 0;

/** Runs every check that needs no transaction. */
function checkEdit(edit: ChangelogEdit, faults: Faults) {
  const { title, slug, labels, publishedAt } = edit;
  const fields: Partial<Changelog> = {};
  const text = faults.check(() => readRichText(edit.content, edit.contentFormat, 'content'), undefined);
  if (title !== undefined) fields.title = faults.check(() => changelogTitle(title), '');
  if (text !== undefined) Object.assign(fields, { content: text.document, contentHtml: text.html });
  if (slug !== undefined) faults.check(() => chosenSlug(slug, 'slug'), '');
  if (labels !== undefined) fields.labels = faults.check(() => changelogLabels(labels), []);
  if (edit.completeLinkedPosts !== undefined) fields.completesPosts = edit.completeLinkedPosts;
  return {
    fields,
    publishedAt:
      publishedAt == null ? publishedAt : faults.check(() => givenInstant(publishedAt, 'publishedAt'), null),
  };
}

/** State and time depend on each other, so they are compared only if both are valid. */
function checkedPublication(
  before: Publication,
  edit: PublicationEdit,
  now: Instant,
  faults: Faults,
): Publication {
  if (faults.has('state') || faults.has('publishedAt')) return before;
  return faults.check(() => publicationAfter(before, edit, now), before);
}

/** A slug chosen by the caller must be free; one derived from the title is made unique. */
async function freeSlugFor(
  write: Change,
  workspaceId: string,
  title: string,
  chosen: string | undefined,
): Promise<string> {
  const slug = chosen === undefined ? slugOf(title, 'changelog') : chosenSlug(chosen, 'slug');
  const taken = await write.changelogs.slugsLike(workspaceId, slug);
  if (chosen !== undefined && taken.has(slug)) {
    throw conflict(`A changelog with the slug "${slug}" exists already.`);
  }
  return freeSlug(slug, taken);
}

/** The posts to link, without duplicates; fails if one of them does not exist. */
async function linkable(
  write: Change,
  workspaceId: string,
  given: readonly string[] = [],
): Promise<string[]> {
  const ids = linkedPosts(given);
  const found = await write.posts.postsOf(workspaceId, ids);
  for (const id of ids) {
    // Stand-ins for posts of earlier test calls are only created by `find`.
    const isThere = found.has(id) || (await write.posts.find(workspaceId, id)) !== undefined;
    if (!isThere) throw badField('linkedPostIds', `names no post of this workspace: "${id.slice(0, 64)}".`);
  }
  return ids;
}

const filesOf = async (write: Change, workspaceId: string, id: string): Promise<Attachment[]> =>
  (await write.attachments.attachmentsOfChangelogs(workspaceId, [id])).get(id) ?? [];
