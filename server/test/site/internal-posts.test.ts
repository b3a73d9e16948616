// Nothing internal has any effect on what visitors get: neither on a list, a count, a cursor nor a header.

import { expect, it } from 'vitest';
import { insertPosts } from '../support/bulk.ts';
import { startProgram } from '../support/program.ts';
import { anotherNode, open, statusesOf, type Visited, visit } from './world.ts';

it('with 5,000 internal posts of the same words, every public answer is byte for byte the same', async () => {
  const publicUrl = 'https://acme.test';
  const program = await startProgram({ publicUrl });
  try {
    const statuses = await statusesOf(program);
    const slugs = ['open', 'planned', 'in-progress', 'complete'] as const;
    const titles = ['Dark mode', 'Export as PDF', 'Faster search', 'A dark invoice'];
    const postOf = (index: number) => ({
      title: `${titles[index % titles.length]} ${index}`,
      statusId: statuses[slugs[index % slugs.length] ?? ''] ?? '',
    });
    const given = Array.from({ length: 41 }, (_, index) => ({
      ...postOf(index),
      votesCount: index % 7,
      visibility: 'public' as const,
      publicUpdatedAt: program.clock.now() + index,
    }));
    const shown = await insertPosts(program, given);
    await open(program);
    const lists = [
      '',
      '?sort=new',
      '?sort=shipped',
      '?q=dark',
      '?q=dark+mode',
      '?q=pdf&sort=new',
      '?status=planned',
    ];
    const paths = [
      ...lists,
      ...lists.map((query) => `.json${query}`),
      '.md',
      '?status=closed',
      '?type=bug-report',
      '/roadmap',
      '/roadmap.json',
      '/similar.json?q=dark%20mode%20as%20pdf',
      '/posts/new?title=dark',
      '/feed.xml',
      '/feed.json',
      '/sitemap.xml',
      `/posts/${shown[0]?.id}`,
      `/posts/${shown[0]?.id}.json`,
    ];
    const ask = async (app: typeof program.app): Promise<[string, Visited][]> => {
      const found: [string, Visited][] = [];
      for (const path of paths) {
        let next: string | undefined = `/p/default${path}`;
        while (next !== undefined) {
          const answer: Visited = await visit({ app }, next);
          expect(answer.status).toBe(200);
          found.push([next, answer]);
          next = nextIn(answer)?.replace(publicUrl, '');
        }
      }
      return found;
    };
    const before = await ask(program.app);
    await insertPosts(
      program,
      Array.from({ length: 5000 }, (_, index) => ({
        ...postOf(index),
        votesCount: index % 9,
        createdAt: program.clock.now() + (index % 60),
        descriptionHtml: '<p>Dark mode as PDF</p>',
      })),
    );
    const app = await anotherNode(program, publicUrl);
    try {
      const after = await ask(app);
      expect(after.length).toBeGreaterThan(paths.length + 4);
      expect(after).toEqual(before);
    } finally {
      await app.close();
    }
  } finally {
    await program.close();
  }
});

/** The next page, as the page itself says it. */
function nextIn({ headers, text }: Visited): string | undefined {
  if (headers['content-type']?.startsWith('application/json') === true)
    return JSON.parse(text).next ?? undefined;
  return /href="([^"]*)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
}
