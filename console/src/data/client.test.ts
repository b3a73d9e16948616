import { afterEach, expect, it, vi } from 'vitest';
import { chooseWorkspace, clientReportingWaits, earshot } from './client.ts';

/** Answers two pages of tags, and records in which workspace each was asked for. */
function answerTwoPages(onFirst: () => void): (string | null)[] {
  const asked: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    asked.push(new Headers(headers).get('x-earshot-workspace'));
    const isFirst = asked.length === 1;
    if (isFirst) onFirst();
    return Response.json({ data: { items: [], next: isFirst ? 'more' : null, hasMore: isFirst } });
  });
  return asked;
}

afterEach(() => {
  vi.unstubAllGlobals();
  chooseWorkspace(undefined);
});

it('reads the rest of a list in the workspace where it began', async () => {
  chooseWorkspace('first');
  const asked = answerTwoPages(() => chooseWorkspace('second'));
  await earshot.tags.list().toArray();
  expect(asked).toEqual(['first', 'first']);
  await earshot.tags.list().toArray();
  expect(asked.at(-1)).toBe('second');
});

it('does long work in the workspace that it is given', async () => {
  chooseWorkspace('second');
  const asked = answerTwoPages(() => {});
  await clientReportingWaits('first', () => {}, new AbortController().signal)
    .tags.list()
    .toArray();
  expect(asked).toEqual(['first', 'first']);
});
