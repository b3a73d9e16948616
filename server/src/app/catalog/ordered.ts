// The use cases that statuses and post types share: both have an order, one default and unique slugs, and both move
// their posts to a replacement when deleted.

import { hexColor } from '../../domain/catalog/color.ts';
import {
  checkedPosition,
  checkedSlug,
  defaultColor,
  newOrdered,
  type Ordered,
  type OrderedQuery,
  orderedName,
  placed,
  slugOfName,
} from '../../domain/catalog/ordered.ts';
import type { Status } from '../../domain/catalog/status.ts';
import type { PostMove } from '../../domain/feedback/post.ts';
import type { Instant } from '../../domain/kernel/clock.ts';
import { counted, plural } from '../../domain/kernel/count.ts';
import { badField, conflict, notFound } from '../../domain/kernel/failure.ts';
import type { Page, PageRequest } from '../../domain/kernel/page.ts';
import { edited, isSame } from '../../domain/kernel/version.ts';
import type { OrderedReader, OrderedWriter } from '../../ports/catalog/catalog-store.ts';
import type { Reader, Writer } from '../../ports/store.ts';
import { recordEdited } from '../feedback/post-writing.ts';
import { findNamed, withIds } from '../kernel/by-slug.ts';
import { type Caller, type Change, change, type Deps, faultsOf, needsRole } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';

/** The editable fields: undefined keeps a value. */
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
  /** The IDs of those given by ID or slug. Slugs of none are left as they are. */
  idsOf(caller: Caller, idsOrSlugs: readonly string[]): Promise<string[]>;
  create(caller: Caller, draft: Draft): Promise<T>;
  update(caller: Caller, id: string, patch: Patch): Promise<T>;
  /** Returns all of them in the new order. */
  reorder(caller: Caller, ids: readonly string[]): Promise<T[]>;
  /** Moves its posts to `moveTo`, which is required if there are any. */
  remove(caller: Caller, id: string, moveTo: string | undefined): Promise<void>;
}

/** The differences between the two kinds. */
export interface Kind<T extends Ordered, Patch extends OrderedEdit, Query extends OrderedQuery> {
  /** The name in ids and in the ledger. */
  kind: 'status' | 'postType';
  noun: string;
  /** The post field that references it. */
  field: PostMove['field'];
  readerOf(read: Reader): OrderedReader<T, Query>;
  writerOf(write: Writer): OrderedWriter<T, Query>;
  /** The fields that only this kind has. */
  ownFields(
    write: Change,
    workspaceId: string,
    edit: Patch,
    before: T | undefined,
  ): Promise<Omit<T, keyof Ordered>>;
  /** Removes references to a status or type that is about to be deleted. */
  forget(write: Change, workspaceId: string, id: string, at: Instant): Promise<void>;
}

/** With a test key, a new order may include this many objects from earlier test calls. */
const maxStandIns = 20;

type AnyKind<T extends Ordered> = Pick<Kind<T, never, never>, 'kind' | 'noun' | 'field'> & {
  writerOf(write: Writer): OrderedWriter<T>;
};

export function orderedThings<
  T extends Ordered,
  Draft extends Patch & { name: string },
  Patch extends OrderedEdit,
  Query extends OrderedQuery,
>(deps: Deps, kind: Kind<T, Patch, Query>): OrderedThings<T, Draft, Patch, Query> {
  const { store, clock, mintId } = deps;
  const { noun, readerOf, writerOf, ownFields } = kind;

  return {
    page: (caller, asked) =>
      readPage(
        asked,
        (query) => readerOf(store.read).page(caller.workspaceId, query as unknown as Query),
        ({ position, id }) => [position, id],
      ),

    get: ({ workspaceId }, id) => found(kind, readerOf(store.read), workspaceId, id),

    idsOf: ({ workspaceId }, named) => withIds(readerOf(store.read), workspaceId, named),

    async create(caller, draft) {
      needsRole(caller, 'admin');
      const { workspaceId } = caller;
      const id = mintId(kind.kind);
      const faults = faultsOf(caller);
      const name = faults.check(() => orderedName(draft.name), '');
      const wanted = faults.check(
        () =>
          draft.slug === undefined ? slugOfName(name, id.replaceAll('_', '-')) : checkedSlug(draft.slug),
        '',
      );
      const color = faults.check(() => hexColor(draft.color ?? defaultColor), '');
      const position = faults.check(() => checkedPosition(draft.position ?? Number.MAX_SAFE_INTEGER), 0);
      return change(deps, caller, async (write) => {
        const now = clock.now();
        const own = await ownFields(write, workspaceId, draft, undefined);
        faults.throwAny();
        const slug = await freeSlug(kind, write, workspaceId, wanted);
        const order = placed(await idsOf(kind, write, workspaceId), id, position);
        const isDefault = draft.isDefault === true;
        if (isDefault) await dropDefault(kind, write, workspaceId, now);
        const common = newOrdered({ id, name, slug, color, position: order.indexOf(id), isDefault }, now);
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
      const faults = faultsOf(caller);
      const edits: Partial<Ordered> = {};
      const { name, slug, color, position: wanted } = patch;
      if (name !== undefined) edits.name = faults.check(() => orderedName(name), '');
      if (slug !== undefined) edits.slug = faults.check(() => checkedSlug(slug), '');
      if (color !== undefined) edits.color = faults.check(() => hexColor(color), '');
      const position = wanted === undefined ? undefined : faults.check(() => checkedPosition(wanted), 0);
      return change(deps, caller, async (write) => {
        const things = writerOf(write);
        const now = clock.now();
        const before = await found(kind, things, workspaceId, id);
        write.expect(before);
        if (patch.isDefault === false && before.isDefault) {
          throw conflict(`There must be a default ${noun}; make another one the default instead.`);
        }
        const own = await ownFields(write, workspaceId, patch, before);
        faults.throwAny();
        if (edits.slug !== undefined && edits.slug !== before.slug) {
          await freeSlug(kind, write, workspaceId, edits.slug);
        }
        if (patch.isDefault === true && !before.isDefault) {
          await dropDefault(kind, write, workspaceId, now);
          edits.isDefault = true;
        }
        const ids = await idsOf(kind, write, workspaceId);
        const order = position === undefined ? ids : placed(ids, id, position);
        edits.position = order.indexOf(id);
        const after = edited<T>(before, { ...own, ...edits } as Partial<T>, now);
        if (after === before) return before;
        await things.update(workspaceId, after);
        if (looksDifferent(before, after) && (await write.posts.hasPublic(workspaceId, { [kind.field]: id })))
          write.visitorsSee();
        await things.reorder(workspaceId, order, now);
        write.updated(kind.kind, before, after);
        return after;
      });
    },

    async reorder(caller, named) {
      needsRole(caller, 'admin');
      return change(deps, caller, async (write) => {
        const { workspaceId } = caller;
        const things = writerOf(write);
        const ids = await withIds(things, workspaceId, named);
        const current = await idsOf(kind, write, workspaceId);
        await checkOrder(kind, write, workspaceId, current, ids);
        if (!isSame(ids, current)) {
          await things.reorder(workspaceId, ids, clock.now());
          const shown = await shownIds(kind, write, workspaceId);
          const orderOf = (all: readonly string[]) => all.filter((id) => shown.has(id));
          if (!isSame(orderOf(ids), orderOf(current))) write.visitorsSee();
          write.record(`${kind.kind}.reordered`, workspaceId);
        }
        return things.list(workspaceId);
      });
    },

    async remove(caller, id, moveTo) {
      needsRole(caller, 'admin');
      const { workspaceId } = caller;
      await change(deps, caller, async (write) => {
        const things = writerOf(write);
        const now = clock.now();
        const before = await found(kind, things, workspaceId, id);
        write.expect(before);
        const target = moveTo === undefined ? undefined : await findNamed(things, workspaceId, moveTo);
        if (moveTo !== undefined && target === undefined) {
          throw badField('moveTo', `names no ${noun} of this workspace.`);
        }
        if (target?.id === id) throw badField('moveTo', `must name another ${noun}.`);
        if (before.isDefault) {
          throw conflict(`The default ${noun} cannot be deleted; make another one the default first.`);
        }
        await handOver(deps, kind, write, workspaceId, before, target?.id, now);
        await kind.forget(write, workspaceId, id, now);
        await things.remove(workspaceId, id);
        await things.reorder(workspaceId, await idsOf(kind, write, workspaceId), now);
        write.deleted(kind.kind, before);
      });
    },
  };
}

const shownFields = ['name', 'slug', 'color', 'position', 'category'] as const;

/** Whether visitors notice the difference, if they see the status or type at all. */
const looksDifferent = (before: Partial<Status>, after: Partial<Status>): boolean =>
  shownFields.some((field) => before[field] !== after[field]);

/** Visitors see those that public posts have. */
async function shownIds(
  { field }: Pick<AnyKind<Ordered>, 'field'>,
  write: Change,
  workspaceId: string,
): Promise<Set<string>> {
  const groups = await write.publicContent.postGroups(workspaceId);
  return new Set(groups.map(({ statusId, typeId }) => (field === 'statusId' ? statusId : typeId)));
}

async function found<T extends Ordered>(
  { noun }: Pick<AnyKind<T>, 'noun'>,
  things: Pick<OrderedReader<T>, 'find'>,
  workspaceId: string,
  id: string,
): Promise<T> {
  const thing = await things.find(workspaceId, id);
  if (thing === undefined) throw notFound(noun.charAt(0).toUpperCase() + noun.slice(1));
  return thing;
}

async function idsOf<T extends Ordered>(
  { writerOf }: AnyKind<T>,
  write: Change,
  workspaceId: string,
): Promise<string[]> {
  return (await writerOf(write).list(workspaceId)).map(({ id }) => id);
}

async function freeSlug<T extends Ordered>(
  { noun, writerOf }: AnyKind<T>,
  write: Change,
  workspaceId: string,
  slug: string,
): Promise<string> {
  if ((await writerOf(write).findBySlug(workspaceId, slug)) === undefined) return slug;
  throw conflict(`A ${noun} with the slug "${slug}" exists already; choose another "slug".`);
}

/** Clears the current default before another one is set. */
async function dropDefault<T extends Ordered>(
  { writerOf }: AnyKind<T>,
  write: Change,
  workspaceId: string,
  at: Instant,
): Promise<void> {
  const before = await writerOf(write).findDefault(workspaceId);
  if (before === undefined) return;
  const edits: Partial<Ordered> = { isDefault: false };
  await writerOf(write).update(workspaceId, edited(before, edits as Partial<T>, at));
}

/** Throws unless the ids are exactly the existing ones, each once. */
async function checkOrder<T extends Ordered>(
  kind: AnyKind<T>,
  write: Change,
  workspaceId: string,
  current: readonly string[],
  ids: readonly string[],
): Promise<void> {
  const known = new Set(current);
  const mismatch = () => badField('ids', `must name each of the workspace's ${known.size} exactly once.`);
  // Checked first, so that an oversized list costs no lookups.
  if (ids.length > known.size + maxStandIns) throw mismatch();
  for (const id of new Set(ids)) {
    if (known.has(id)) continue;
    if ((await kind.writerOf(write).find(workspaceId, id)) === undefined) {
      throw badField('ids', `names no ${kind.noun} of this workspace: "${id}".`);
    }
    known.add(id);
  }
  if (new Set(ids).size !== ids.length || ids.length !== known.size) throw mismatch();
}

/** Moves its posts to the replacement. Allowed transitions apply to single posts only, not to this bulk move. */
async function handOver<T extends Ordered>(
  { mintId }: Deps,
  { noun, field, writerOf }: AnyKind<T>,
  write: Change,
  workspaceId: string,
  from: T,
  moveTo: string | undefined,
  at: Instant,
): Promise<void> {
  const count = await write.posts.countWith(workspaceId, field, from.id);
  if (count === 0) return;
  if (moveTo === undefined) {
    const posts = `${counted(count, 'post')} ${plural(count, 'has', 'have')}`;
    throw conflict(`${posts} this ${noun}; say with "moveTo" which one they get instead.`);
  }
  const move = { field, fromId: from.id, toId: moveTo, actor: write.actor };
  for await (const ids of write.posts.moveAll(workspaceId, move, at, () => mintId('statusChange'))) {
    await recordEdited(write, workspaceId, ids, () => ({ [field]: from.id }));
    await write.flush();
  }
  await writerOf(write).addToPostsCount(workspaceId, moveTo, from.postsCount);
}
