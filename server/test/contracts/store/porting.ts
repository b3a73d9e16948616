// The store's contract on imports: lookups of many values, and the journal.

import { describe, expect, it } from 'vitest';
import { storedJournal } from '../../../src/app/porting/import/apply/journal.ts';
import type { JournalEntry } from '../../../src/domain/porting/import.ts';
import type { Store } from '../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from './opening.ts';
import { addPosts, type Home, ids, mint, newHome, newPost, newUser } from './world.ts';

/** More than one statement looks up. */
const many = 1_100;
const unusual = ['{a,b}', '"', "'", '\\', 'null', '', 'ä\n😀', 'nul \0'];

export function storePorting(name: string, open: OpenStore): void {
  describe(`imports into a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    let other: Home;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
      other = await newHome(store);
    });

    it('finds many rows in one call, by any text, and only those of the workspace', async () => {
      const posts = Array.from({ length: many }, (_, index) =>
        newPost(home, { externalId: unusual[index]?.replace('\0', '0') || `x${index}` }),
      );
      const foreign = newPost(other, { externalId: 'foreign' });
      await addPosts(store, home, posts);
      await addPosts(store, other, [foreign]);
      const { imports } = store.read;
      const wanted = [...ids(posts), foreign.id, ...unusual, ...ids(posts.slice(0, 3))];
      expect(await imports.existing(home.workspaceId, 'posts', wanted)).toEqual(new Set(ids(posts)));
      expect(await imports.existing(home.workspaceId, 'posts', [])).toEqual(new Set());
      const externalIds = [...posts.map(({ externalId }) => externalId ?? ''), 'foreign', ...unusual];
      expect(await imports.idsByExternalIds(home.workspaceId, 'posts', externalIds)).toEqual(
        new Map(posts.map(({ externalId, id }) => [externalId, id])),
      );
    });

    it('finds a post once, however many are merged into it', async () => {
      const [into, ...sources] = Array.from({ length: 4 }, () => newPost(home));
      const intoId = into?.id ?? '';
      await addPosts(store, home, [...(into ? [into] : []), ...sources]);
      const merged = new Map(ids(sources).map((id) => [id, intoId]));
      await store.transaction((write) => write.imports.markMerged(home.workspaceId, merged));
      const all = [intoId, ...ids(sources)];
      expect(await store.read.imports.mergeTargets(home.workspaceId, all)).toEqual(new Set([intoId]));
      expect(await store.read.imports.mergedIntoOf(home.workspaceId, all)).toEqual(merged);
    });

    it('remembers people of the journal for a run, and asks for everything else', async () => {
      const entry = (kind: JournalEntry['kind'], sourceId: string): JournalEntry => ({
        ...{ kind, sourceId, objectId: sourceId, isNew: true },
      });
      const user = newUser();
      const post = newPost(home);
      const importId = mint('import');
      const note = (entries: JournalEntry[]) =>
        store.transaction((write) => write.imports.note(home.workspaceId, importId, entries));
      await note([entry('user', user.id), entry('post', post.id)]);
      const journal = storedJournal(home.workspaceId, importId, false);
      const found = async (kind: 'user' | 'post', wanted: string[]) =>
        [...(await journal.find(store.read, kind, wanted)).keys()].sort();
      expect(await found('user', [user.id])).toEqual([user.id]);
      expect(await found('post', [post.id])).toEqual([post.id]);
      await store.transaction((write) => write.imports.clearJournal(home.workspaceId, importId, 10));
      expect(await found('user', [user.id])).toEqual([user.id]);
      expect(await found('post', [post.id])).toEqual([]);
      const late = newUser();
      await note([entry('user', late.id)]);
      expect(await found('user', [user.id, late.id])).toEqual([user.id, late.id].sort());
    });

    it('checks whether people exist only after an interruption, and whether posts do always', async () => {
      const existing = async (isResumed: boolean, kind: 'user' | 'post', id: string) => [
        ...(await storedJournal(home.workspaceId, 'import', isResumed).existing(store.read, kind, [id])),
      ];
      const gone = newUser().id;
      expect(await existing(false, 'user', gone)).toEqual([gone]);
      expect(await existing(true, 'user', gone)).toEqual([]);
      expect(await existing(true, 'user', home.userId)).toEqual([home.userId]);
      expect(await existing(false, 'post', newPost(home).id)).toEqual([]);
    });
  });
}
