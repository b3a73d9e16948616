// What a caller can do with statuses and with post types alike: both are kept in an order, have one default, are
// known by a slug, and hand their posts over when they go.

import type { Instant } from '../../domain/clock.ts';
import { hexColor } from '../../domain/color.ts';
import { badField, conflict, notFound } from '../../domain/failure.ts';
import {
  checkedPosition,
  checkedSlug,
  defaultColor,
  type Ordered,
  type OrderedQuery,
  orderedName,
  placed,
  slugOfName,
} from '../../domain/ordered.ts';
import type { Page, PageRequest } from '../../domain/page.ts';
import type { PostMove } from '../../domain/post.ts';
import type { OrderedReader, OrderedWriter } from '../../ports/ordered-store.ts';
import type { Reader, Writer } from '../../ports/store.ts';
import { recordEdited } from '../feedback/post-writing.ts';
import { type Caller, type Change, change, type Deps, needsRole } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';

/** What a caller may say of one; absent leaves alone. */
export interface OrderedEdit {
  name?: string | undefined;
  slug?: string | undefined;
  color?: string | undefined;
  position?: number | undefined;
  isDefault?: boolean | undefined;
}

export type ListQuery<Query> = Omit<Query, 'slice'> & { page: PageRequest };

export interface OrderedThings<T, Draft, Patch, Query> {
  page(caller: Caller, query: ListQuery<Query>): Promise<Page<T>>;
  get(caller: Caller, id: string): Promise<T>;
  create(caller: Caller, draft: Draft): Promise<T>;
  update(caller: Caller, id: string, patch: Patch): Promise<T>;
  /** Answers all of them in the new order. */
  reorder(caller: Caller, ids: readonly string[]): Promise<T[]>;
  /** Its posts go to `moveTo`, which must be named when there are any. */
  remove(caller: Caller, id: string, moveTo: string | undefined): Promise<void>;
}

/** What tells the two apart. */
export interface Kind<T extends Ordered, Patch extends OrderedEdit, Query extends OrderedQuery> {
  /** As ids and the ledger call it. */
  kind: 'status' | 'postType';
  noun: string;
  /** The field of a post that names one. */
  field: PostMove['field'];
  readerOf(read: Reader): OrderedReader<T, Query>;
  writerOf(write: Writer): OrderedWriter<T, Query>;
  /** The fields that the other kind does not have. */
  ownFields(
    write: Change,
    workspaceId: string,
    edit: Patch,
    before: T | undefined,
  ): Promise<Omit<T, keyof Ordered>>;
  /** Lets go of one that is about to be removed. */
  forget(write: Change, workspaceId: string, id: string, at: Instant): Promise<void>;
}

/** Under a test key an order may name things that only test calls seemed to make: so many at the most. */
const maxStandIns = 20;

export function orderedThings<
  T extends Ordered,
  Draft extends Patch & { name: string },
  Patch extends OrderedEdit,
  Query extends OrderedQuery,
>(deps: Deps, kind: Kind<T, Patch, Query>): OrderedThings<T, Draft, Patch, Query> {
  const { store, clock, mintId } = deps;
  const { noun, field, readerOf, writerOf, ownFields } = kind;
  const title = noun.charAt(0).toUpperCase() + noun.slice(1);

  const idsOf = async (write: Change, workspaceId: string): Promise<string[]> =>
    (await writerOf(write).list(workspaceId)).map(({ id }) => id);

  const found = async (things: OrderedReader<T, Query>, workspaceId: string, id: string): Promise<T> => {
    const thing = await things.find(workspaceId, id);
    if (thing === undefined) throw notFound(title);
    return thing;
  };

  const freeSlug = async (write: Change, workspaceId: string, slug: string): Promise<string> => {
    if ((await writerOf(write).findBySlug(workspaceId, slug)) === undefined) return slug;
    throw conflict(`A ${noun} with the slug "${slug}" exists already; choose another "slug".`);
  };

  /** Before another one becomes the default. */
  const dropDefault = async (write: Change, workspaceId: string, at: Instant): Promise<void> => {
    const before = await writerOf(write).findDefault(workspaceId);
    if (before === undefined) return;
    const after = { ...before, isDefault: false, version: before.version + 1, updatedAt: at };
    await writerOf(write).update(workspaceId, after);
  };

  return {
    page: (caller, asked) =>
      readPage(
        deps,
        caller,
        kind.kind,
        asked,
        (query) => readerOf(store.read).page(caller.workspaceId, query as unknown as Query),
        ({ position, id }) => [position, id],
      ),

    get: ({ workspaceId }, id) => found(readerOf(store.read), workspaceId, id),

    async create(caller, draft) {
      needsRole(caller, 'admin');
      const { workspaceId } = caller;
      const id = mintId(kind.kind);
      const name = orderedName(draft.name);
      const wanted =
        draft.slug === undefined ? slugOfName(name, id.replaceAll('_', '-')) : checkedSlug(draft.slug);
      const color = draft.color === undefined ? defaultColor : hexColor(draft.color);
      const position = checkedPosition(draft.position ?? Number.MAX_SAFE_INTEGER);
      return change(deps, caller, async (write) => {
        const now = clock.now();
        const own = await ownFields(write, workspaceId, draft, undefined);
        const slug = await freeSlug(write, workspaceId, wanted);
        const order = placed(await idsOf(write, workspaceId), id, position);
        const isDefault = draft.isDefault === true;
        if (isDefault) await dropDefault(write, workspaceId, now);
        const common: Ordered = {
          id,
          name,
          slug,
          color,
          position: order.indexOf(id),
          isDefault,
          postsCount: 0,
          version: 1,
          createdAt: now,
          updatedAt: now,
        };
        const made = { ...common, ...own } as T;
        await writerOf(write).insert(workspaceId, made);
        await writerOf(write).reorder(workspaceId, order, now);
        write.created(kind.kind, made);
        return made;
      });
    },

    async update(caller, id, patch) {
      needsRole(caller, 'admin');
      const { workspaceId } = caller;
      const edits: Partial<Ordered> = {};
      if (patch.name !== undefined) edits.name = orderedName(patch.name);
      if (patch.slug !== undefined) edits.slug = checkedSlug(patch.slug);
      if (patch.color !== undefined) edits.color = hexColor(patch.color);
      const position = patch.position === undefined ? undefined : checkedPosition(patch.position);
      return change(deps, caller, async (write) => {
        const things = writerOf(write);
        const now = clock.now();
        const before = await found(things, workspaceId, id);
        write.expect(before);
        if (patch.isDefault === false && before.isDefault) {
          throw conflict(`There must be a default ${noun}; make another one the default instead.`);
        }
        const own = await ownFields(write, workspaceId, patch, before);
        if (edits.slug !== undefined && edits.slug !== before.slug) {
          await freeSlug(write, workspaceId, edits.slug);
        }
        if (patch.isDefault === true && !before.isDefault) {
          await dropDefault(write, workspaceId, now);
          edits.isDefault = true;
        }
        const ids = await idsOf(write, workspaceId);
        const order = position === undefined ? ids : placed(ids, id, position);
        edits.position = order.indexOf(id);
        const after: T = { ...before, ...own, ...edits, version: before.version + 1, updatedAt: now };
        await things.update(workspaceId, after);
        await things.reorder(workspaceId, order, now);
        write.updated(kind.kind, before, after);
        return after;
      });
    },

    async reorder(caller, ids) {
      needsRole(caller, 'admin');
      return change(deps, caller, async (write) => {
        const { workspaceId } = caller;
        const things = writerOf(write);
        await checkOrder(write, workspaceId, ids);
        await things.reorder(workspaceId, ids, clock.now());
        write.record(`${kind.kind}.reordered`, workspaceId);
        return things.list(workspaceId);
      });
    },

    async remove(caller, id, moveTo) {
      needsRole(caller, 'admin');
      const { workspaceId } = caller;
      if (moveTo === id) throw badField('moveTo', `must name another ${noun}.`);
      await change(deps, caller, async (write) => {
        const things = writerOf(write);
        const now = clock.now();
        const before = await found(things, workspaceId, id);
        write.expect(before);
        if (moveTo !== undefined && (await things.find(workspaceId, moveTo)) === undefined) {
          throw badField('moveTo', `names no ${noun} of this workspace.`);
        }
        if (before.isDefault) {
          throw conflict(`The default ${noun} cannot be deleted; make another one the default first.`);
        }
        await handOver(write, workspaceId, before, moveTo, now);
        await kind.forget(write, workspaceId, id, now);
        await things.remove(workspaceId, id);
        await things.reorder(workspaceId, await idsOf(write, workspaceId), now);
        write.deleted(kind.kind, before);
      });
    },
  };

  /** Fails unless the ids are those of all there are, each once. */
  async function checkOrder(write: Change, workspaceId: string, ids: readonly string[]): Promise<void> {
    const known = new Set(await idsOf(write, workspaceId));
    // Before any look-up: a list that is far too long is wrong whatever it holds.
    if (ids.length > known.size + maxStandIns) {
      throw badField('ids', `must name each of the workspace's ${known.size} exactly once.`);
    }
    for (const id of new Set(ids)) {
      if (known.has(id)) continue;
      if ((await writerOf(write).find(workspaceId, id)) === undefined) {
        throw badField('ids', `names no ${noun} of this workspace: "${id}".`);
      }
      known.add(id);
    }
    if (new Set(ids).size !== ids.length || ids.length !== known.size) {
      throw badField('ids', `must name each of the workspace's ${known.size} exactly once.`);
    }
  }

  /** Its posts get another one, whatever moves are allowed otherwise: the rules are for single posts. */
  async function handOver(
    write: Change,
    workspaceId: string,
    from: T,
    moveTo: string | undefined,
    at: Instant,
  ): Promise<void> {
    const count = await write.posts.countWith(workspaceId, field, from.id);
    if (count === 0) return;
    if (moveTo === undefined) {
      const posts = count === 1 ? '1 post has' : `${count} posts have`;
      throw conflict(`${posts} this ${noun}; say with "moveTo" which one they get instead.`);
    }
    const move = { field, fromId: from.id, toId: moveTo };
    for await (const ids of write.posts.moveAll(workspaceId, move, at, () => mintId('statusChange'))) {
      await recordEdited(write, workspaceId, ids, () => ({ [field]: from.id }));
      await write.flush();
    }
    await writerOf(write).addToPostsCount(workspaceId, moveTo, from.postsCount);
  }
}
