// The store contract for posts that wait: for a comment, or for an answer by the team.

import { describe, expect, it } from 'vitest';
import type { Comment } from '../../../../src/domain/feedback/comment.ts';
import { type PostQuery, postSorts } from '../../../../src/domain/feedback/post.ts';
import type { Store } from '../../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from '../opening.ts';
import { type Home, ids, modelPage, newComment, newHome, newPost, newStatusChange } from '../world.ts';

const day = Date.UTC(2026, 0, 31);

export function storeAnswers(name: string, open: OpenStore): void {
  describe(`answered posts in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
    });

    const page = (query: Partial<PostQuery>) =>
      store.read.posts.page(home.workspaceId, {
        sort: 'recent',
        slice: { take: 1000, skip: 0, after: undefined },
        ...query,
      });

    it.each([
      ['few', 90],
      ['half of', 2],
    ])(
      'finds %s the posts by comments and by answers, in every order and with other filters',
      async (_, every) => {
        const posts = Array.from({ length: 2500 }, (_each, index) =>
          newPost(home, {
            title: `Export ${index}`,
            createdAt: day + Math.floor(index / 3),
            votesCount: index % 7,
            commentsCount: index % every === 0 ? 1 : 0,
            statusId: home.statusIds[(index % 2) as 0],
          }),
        );
        const answered = posts.filter((_post, index) => index % every !== 0);
        const [said, moved] = [
          answered.filter((_post, index) => index % 2 === 0),
          answered.filter((_post, index) => index % 2 === 1),
        ];
        const at = { createdAt: day + 3000 };
        await store.transaction(async (write) => {
          await write.posts.insertMany(home.workspaceId, posts);
          await write.comments.insertMany(
            home.workspaceId,
            said.map(({ id }) => newComment(home, id, { ...at, isFromTeam: true })),
          );
          for (const { id } of moved)
            await write.statuses.insertChange(home.workspaceId, newStatusChange(home, id, at));
        });
        const waiting = new Set(ids(answered));
        const filters: Partial<PostQuery>[] = [
          { hasComments: true },
          { hasComments: false },
          { unansweredSince: day + 2000 },
          { unansweredSince: day + 3000 },
          { unansweredSince: day + 500, hasComments: true, statusIds: [...home.statusIds] },
          { unansweredSince: day + 2000, statusIds: [home.statusIds[0]] },
          {
            unansweredSince: day + 2000,
            searches: [['exp']],
            createdSince: day + 100,
            createdBefore: day + 600,
          },
          { unansweredSince: day - 1 },
        ];
        for (const filter of filters)
          for (const sort of postSorts)
            for (const skip of [0, 15]) {
              const { unansweredSince: since, ...others } = filter;
              const isListed = ({ id, createdAt }: (typeof posts)[number]) =>
                since === undefined || (createdAt <= since && (since >= at.createdAt || !waiting.has(id)));
              const query = { ...filter, sort, slice: { take: 20, skip, after: undefined } };
              const found = await store.read.posts.page(home.workspaceId, query);
              const expected = modelPage(posts.filter(isListed), { ...others, sort, slice: query.slice });
              expect(ids(found), JSON.stringify({ filter, sort, skip })).toEqual(ids(expected));
            }
      },
    );

    it('takes public, live comments of the team and changes of status for answers, the latest of each', async () => {
      const silence = { isFromTeam: true, createdAt: day + 10 };
      const comments: Record<string, Partial<Comment>> = {
        'of the team': silence,
        'of a person': { ...silence, isFromTeam: false },
        'a note': { ...silence, isPrivate: true },
        'a stub': { ...silence, isDeleted: true },
        earlier: { ...silence, createdAt: day + 5 },
      };
      const other = await newHome(store);
      const posts = new Map(
        [...Object.keys(comments), 'moved', 'moved earlier', 'young', 'elsewhere'].map((title) => [
          title,
          newPost(title === 'elsewhere' ? other : home, {
            title,
            createdAt: title === 'young' ? day + 6 : day,
          }),
        ]),
      );
      const idOf = (title: string) => posts.get(title)?.id ?? '';
      await store.transaction(async (write) => {
        for (const [title, post] of posts)
          await write.posts.insert(title === 'elsewhere' ? other.workspaceId : home.workspaceId, post);
        for (const [title, fields] of Object.entries(comments))
          await write.comments.insert(home.workspaceId, newComment(home, idOf(title), fields));
        for (const [title, createdAt] of [
          ['moved', day + 10],
          ['moved earlier', day + 5],
        ] as const)
          await write.statuses.insertChange(
            home.workspaceId,
            newStatusChange(home, idOf(title), { createdAt }),
          );
      });
      const waiting = async (unansweredSince: number) =>
        (await page({ unansweredSince })).map(({ title }) => title).sort();
      expect(await waiting(day + 5)).toEqual(['a note', 'a stub', 'earlier', 'moved earlier', 'of a person']);
      expect(await waiting(day + 4)).toEqual(['a note', 'a stub', 'of a person']);
      expect(await waiting(day + 9)).toEqual([
        'a note',
        'a stub',
        'earlier',
        'moved earlier',
        'of a person',
        'young',
      ]);
      expect(await waiting(day + 10)).toHaveLength(8);
      expect(await waiting(day - 1)).toEqual([]);
    });
  });
}
