// The use cases for tags themselves. Tagging posts is part of the posts' use cases.

import { hexColor } from '../../domain/catalog/color.ts';
import { newTag, type Tag, type TagQuery, tagName } from '../../domain/catalog/tag.ts';
import { conflict, notFound } from '../../domain/kernel/failure.ts';
import type { Faults } from '../../domain/kernel/faults.ts';
import { looksLikeId } from '../../domain/kernel/id.ts';
import type { Page } from '../../domain/kernel/page.ts';
import { nameKey } from '../../domain/kernel/text.ts';
import { edited } from '../../domain/kernel/version.ts';
import { type Caller, type Change, change, type Deps, faultsOf } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';
import type { ListQuery } from './ordered.ts';

/** The editable fields of a tag: undefined keeps a value, null clears it. */
export interface TagPatch {
  name?: string | undefined;
  color?: string | null | undefined;
  isPublic?: boolean | undefined;
}

export type TagDraft = TagPatch & { name: string };

export interface Tags {
  page(caller: Caller, query: ListQuery<TagQuery>): Promise<Page<Tag>>;
  get(caller: Caller, id: string): Promise<Tag>;
  /** The ids of tags that are given by name or id. Names of no tag are left out. */
  idsOf(caller: Caller, namesAndIds: readonly string[]): Promise<string[]>;
  create(caller: Caller, draft: TagDraft): Promise<Tag>;
  update(caller: Caller, id: string, patch: TagPatch): Promise<Tag>;
  /** Also removes the tag from all posts. */
  remove(caller: Caller, id: string): Promise<void>;
}

export function tags(deps: Deps): Tags {
  const { store, clock, mintId } = deps;

  return {
    page: (caller, asked) =>
      readPage(
        asked,
        (query) => store.read.tags.page(caller.workspaceId, query),
        ({ name }) => [nameKey(name)],
      ),

    async get({ workspaceId }, id) {
      const tag = await store.read.tags.find(workspaceId, id);
      if (tag === undefined) throw notFound('Tag');
      return tag;
    },

    async idsOf({ workspaceId }, namesAndIds) {
      const isId = (text: string): boolean => looksLikeId('tag', text);
      const names = namesAndIds.filter((text) => !isId(text));
      return [...namesAndIds.filter(isId), ...(await store.read.tags.idsOfNames(workspaceId, names))];
    },

    async create(caller, draft) {
      const faults = faultsOf(caller);
      const name = faults.check(() => tagName(draft.name, 'name'), '');
      const color = checkedColor(draft.color, faults) ?? null;
      faults.throwAny();
      return change(deps, caller, async (write) => {
        await requireFreeName(write, caller, name);
        const tag = newTag(
          { id: mintId('tag'), name, color, isPublic: draft.isPublic === true },
          clock.now(),
        );
        await write.tags.insert(caller.workspaceId, tag);
        write.created('tag', tag);
        return tag;
      });
    },

    async update(caller, id, patch) {
      const faults = faultsOf(caller);
      const edits: Partial<Tag> = {};
      const { name } = patch;
      if (name !== undefined) edits.name = faults.check(() => tagName(name, 'name'), '');
      const color = checkedColor(patch.color, faults);
      if (color !== undefined) edits.color = color;
      if (patch.isPublic !== undefined) edits.isPublic = patch.isPublic;
      faults.throwAny();
      return change(deps, caller, async (write) => {
        const before = await write.tags.find(caller.workspaceId, id);
        if (before === undefined) throw notFound('Tag');
        write.expect(before);
        if (edits.name !== undefined) await requireFreeName(write, caller, edits.name, id);
        const after = edited(before, edits, clock.now());
        if (after === before) return before;
        await write.tags.update(caller.workspaceId, after);
        if (before.isPublic || after.isPublic) await showTag(write, caller.workspaceId, id);
        write.updated('tag', before, after);
        return after;
      });
    },

    async remove(caller, id) {
      await change(deps, caller, async (write) => {
        const tag = await write.tags.find(caller.workspaceId, id);
        if (tag === undefined) throw notFound('Tag');
        write.expect(tag);
        if (tag.isPublic) await showTag(write, caller.workspaceId, id);
        await write.tags.remove(caller.workspaceId, id);
        write.deleted('tag', tag);
      });
    },
  };
}

/** Visitors see public tags on public posts. */
async function showTag(write: Change, workspaceId: string, tagId: string): Promise<void> {
  if (await write.posts.hasPublic(workspaceId, { tagId })) write.visitorsSee();
}

const checkedColor = (color: string | null | undefined, faults: Faults): string | null | undefined =>
  color == null ? color : faults.check(() => hexColor(color), null);

/** A tag may keep its own name, or change only its letter case. */
async function requireFreeName(
  write: Change,
  { workspaceId }: Caller,
  name: string,
  ownId?: string,
): Promise<void> {
  const owner = await write.tags.findByName(workspaceId, name);
  if (owner !== undefined && owner.id !== ownId) {
    throw conflict(`A tag with the name "${owner.name}" exists already.`);
  }
}
