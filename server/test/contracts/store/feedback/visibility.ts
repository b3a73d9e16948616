// The store contract for what visitors of the public site see.

import { describe, expect, it } from 'vitest';
import { type PostQuery, postSorts } from '../../../../src/domain/feedback/post.ts';
import type { Store } from '../../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from '../opening.ts';
import {
  addPosts,
  clock,
  type Home,
  ids,
  modelPage,
  newComment,
  newHome,
  newPost,
  newTag,
} from '../world.ts';

const day = Date.UTC(2026, 0, 31);

export function storeVisibility(name: string, open: OpenStore): void {
  describe(`public posts in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
    });

    it.each([
      ['few', 90],
      ['half of', 2],
    ])('finds %s the posts by visibility, in every order and with other filters', async (_, every) => {
      const posts = Array.from({ length: 2500 }, (_each, index) =>
        newPost(home, {
          title: `Export ${index}`,
          createdAt: day + Math.floor(index / 3),
          votesCount: index % 7,
          statusId: home.statusIds[(index % 2) as 0],
          visibility: index % every === 0 ? 'public' : 'internal',
        }),
      );
      await store.transaction((write) => write.posts.insertMany(home.workspaceId, posts));
      const filters: Partial<PostQuery>[] = [
        { visibilities: ['public'] },
        { visibilities: ['public'], statusIds: [home.statusIds[0]] },
        { visibilities: ['public'], searches: [['exp']] },
        { visibilities: ['public'], searches: [['2']], createdSince: day + 200 },
        { visibilities: ['internal'] },
        { visibilities: ['internal', 'public'] },
        { visibilities: [] },
      ];
      for (const filter of filters)
        for (const sort of postSorts)
          for (const skip of [0, 15]) {
            const query = { ...filter, sort, slice: { take: 20, skip, after: undefined } };
            const found = await store.read.posts.page(home.workspaceId, query);
            expect(ids(found), JSON.stringify({ filter, sort })).toEqual(ids(modelPage(posts, query)));
          }
    });

    it('knows whether a public post has a status, a type or a tag, or is among some', async () => {
      const { workspaceId } = home;
      const shown = newPost(home, { visibility: 'public' });
      const hidden = newPost(home, { statusId: home.statusIds[1], postTypeId: home.typeIds[1] });
      const [seen, unseen] = [newTag('seen'), newTag('unseen')];
      const has = (such?: Parameters<typeof store.read.posts.hasPublic>[1]) =>
        store.read.posts.hasPublic(workspaceId, such);
      await addPosts(store, home, [hidden]);
      expect(await has()).toBe(false);
      await store.transaction(async (write) => {
        await write.posts.insert(workspaceId, shown);
        for (const [post, tag] of [
          [shown, seen],
          [hidden, unseen],
        ] as const) {
          await write.tags.insert(workspaceId, tag);
          await write.tags.replaceTags(workspaceId, post.id, [tag.id]);
        }
      });
      expect(await has()).toBe(true);
      expect(await has({ statusId: home.statusIds[0] })).toBe(true);
      expect(await has({ statusId: home.statusIds[1] })).toBe(false);
      expect(await has({ postTypeId: home.typeIds[0] })).toBe(true);
      expect(await has({ postTypeId: home.typeIds[1] })).toBe(false);
      expect(await has({ tagId: seen.id })).toBe(true);
      expect(await has({ tagId: unseen.id })).toBe(false);
      const merged = newPost(home, { visibility: 'public', mergedIntoId: shown.id });
      await addPosts(store, home, [merged]);
      const areAnyShown = (posts: { id: string }[], at = workspaceId) =>
        store.read.posts.areAnyShown(at, ids(posts));
      expect(await areAnyShown([hidden, shown, { id: 'post_none' }])).toBe(true);
      expect(await areAnyShown([hidden, merged, { id: 'post_none' }])).toBe(false);
      expect(await areAnyShown([])).toBe(false);
      expect(await areAnyShown([shown], (await newHome(store)).workspaceId)).toBe(false);
      expect(await store.read.posts.hasPublic((await newHome(store)).workspaceId)).toBe(false);
    });

    it('reads the public comments of a post, its answer, where public posts are and how many', async () => {
      const { workspaceId, statusIds, typeIds } = home;
      const { publicContent } = store.read;
      const post = newPost(home, { visibility: 'public' });
      const inOther = { statusId: statusIds[1], postTypeId: typeIds[1] };
      const hidden = newPost(home, inOther);
      const merged = newPost(home, { ...inOther, visibility: 'public', mergedIntoId: post.id });
      await addPosts(store, home, [post, hidden, merged]);
      const shown = Array.from({ length: 5 }, (_each, index) =>
        newComment(home, post.id, { isPublic: true, createdAt: day + Math.floor(index / 2) }),
      );
      const answer = newComment(home, post.id, { isPublic: true, isFromTeam: true, isAnswer: true });
      const others = [
        newComment(home, post.id),
        newComment(home, post.id, { isPrivate: true }),
        newComment(home, hidden.id, { isPublic: true }),
      ];
      await store.transaction((write) =>
        write.comments.insertMany(workspaceId, [...shown, answer, ...others]),
      );
      const newestFirst = [...shown].sort(
        (one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1),
      );
      const first = { take: 2, skip: 0, after: undefined };
      const page = await publicContent.comments(workspaceId, post.id, first);
      expect(page).toEqual(newestFirst.slice(0, 2));
      const last = page.at(-1);
      const after = { take: 9, skip: 0, after: [last?.createdAt ?? 0, last?.id ?? ''] };
      expect(await publicContent.comments(workspaceId, post.id, after)).toEqual(newestFirst.slice(2));
      expect(await publicContent.findAnswer(workspaceId, post.id)).toEqual(answer);
      expect(await publicContent.findAnswer(workspaceId, hidden.id)).toBeUndefined();
      expect(await publicContent.postGroups(workspaceId)).toEqual([
        { statusId: statusIds[0], typeId: typeIds[0] },
      ]);
      const count = (of: Parameters<typeof publicContent.countPosts>[1], max = 10) =>
        publicContent.countPosts(workspaceId, of, max);
      const more = [newPost(home, { visibility: 'public' }), newPost(home, { visibility: 'public' })];
      await addPosts(store, home, more);
      const [inUse, unused] = [statusIds[0] ?? '', statusIds[1] ?? ''];
      expect(await Promise.all([count({}), count({}, 2), count({ statusIds: [inUse, unused] })])).toEqual([
        3, 2, 3,
      ]);
      const types = [typeIds[1] ?? ''];
      expect(
        await Promise.all([
          count({ statusIds: [unused] }),
          count({ typeIds: types }),
          count({ typeIds: [] }),
        ]),
      ).toEqual([0, 0, 0]);
      const elsewhere = (await newHome(store)).workspaceId;
      expect(await publicContent.countPosts(elsewhere, {}, 10)).toBe(0);
      expect(await publicContent.postGroups(elsewhere)).toEqual([]);
      expect(await publicContent.comments(elsewhere, post.id, first)).toEqual([]);
    });

    it('keeps what visitors see of a post, and counts public comments like the others', async () => {
      const { workspaceId } = home;
      const post = newPost(home, { visibility: 'public', publicUpdatedAt: day });
      await addPosts(store, home, [post]);
      await store.transaction(async (write) => {
        await write.posts.addToCounts(workspaceId, post.id, { comments: 3, publicComments: 2 });
        await write.posts.update(workspaceId, { ...post, title: 'Edited', publicUpdatedAt: day + 1 });
      });
      expect(await store.read.posts.find(workspaceId, post.id)).toMatchObject({
        title: 'Edited',
        visibility: 'public',
        publicUpdatedAt: day + 1,
        commentsCount: 3,
        publicCommentsCount: 2,
      });
    });

    it('publishes the comments of a post, and hides those that a merge moves', async () => {
      const { workspaceId } = home;
      const [post, source] = [newPost(home, { visibility: 'public' }), newPost(home)];
      await addPosts(store, home, [post, source]);
      const marks = { isFromTeam: true, accountId: 'acct_ada' };
      const said = newComment(home, post.id, marks);
      const note = newComment(home, post.id, { isPrivate: true });
      const stub = newComment(home, post.id, { isDeleted: true, content: '' });
      const moved = newComment(home, source.id, { isPublic: true, isAnswer: true });
      await store.transaction((write) => write.comments.insertMany(workspaceId, [said, note, stub, moved]));
      const at = clock.now() + 1;
      const publish = () => store.transaction((write) => write.comments.publish(workspaceId, post.id, at));
      expect([await publish(), await publish()]).toEqual([1, 0]);
      expect(
        await store.transaction((write) =>
          write.merges.moveComments(workspaceId, source.id, post.id, at, true),
        ),
      ).toEqual({ counted: 1, countedInPublic: 1 });
      const found = await store.read.comments.commentsOf(workspaceId, [said.id, note.id, stub.id, moved.id]);
      expect(found.get(said.id)).toEqual({ ...said, isPublic: true, updatedAt: at });
      expect(found.get(note.id)).toEqual(note);
      expect(found.get(stub.id)).toEqual(stub);
      expect(found.get(moved.id)).toMatchObject({ postId: post.id, isPublic: false, isAnswer: false });
    });

    it('raises the public revision on its own, never below the given time', async () => {
      const { workspaceId } = home;
      const revisions = async () => [
        await store.read.workspaces.publicRevision(workspaceId),
        await store.read.workspaces.revision(workspaceId),
      ];
      const now = clock.now();
      await store.transaction((write) => write.workspaces.raiseRevision(workspaceId, now));
      const [before = 0, team] = await revisions();
      expect(before).toBe(0);
      for (const at of [now, now, now - 1000])
        await store.transaction((write) => write.workspaces.raisePublicRevision(workspaceId, at));
      expect(await revisions()).toEqual([now + 2, team]);
    });
  });
}
