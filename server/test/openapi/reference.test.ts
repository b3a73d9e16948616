// The pages of the reference, written from the committed OpenAPI document.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { failureCodes } from '../../src/domain/kernel/failure.ts';
import { helpOf } from '../../src/http/kernel/help-links.ts';
import type { DocumentPart } from '../../src/http/openapi/document.ts';
import { referencePages } from '../../src/http/openapi/reference/pages.ts';

const maxCompressedBytes = 60 * 1024;

const document = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'),
) as DocumentPart & { tags: { name: string }[] };
const reference = referencePages(document, 'https://feedback.example.com');

const slugs = ['', 'errors', ...document.tags.map(({ name }) => name.toLowerCase().replaceAll(' ', '-'))];
const textOf = (slug: string): string => {
  const text = reference.page(slug);
  if (text === undefined) throw new Error(`There is no page ${slug}.`);
  return text;
};
const anchorsOf = (text: string): string[] => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

describe.each(slugs)('the page /docs/%s', (slug) => {
  const text = textOf(slug);

  it('is small, complete HTML without anything inline', () => {
    expect(brotliCompressSync(text).length).toBeLessThan(maxCompressedBytes);
    expect(text).not.toMatch(/undefined|\[object|NaN/);
    expect(text).not.toMatch(/<style|<script(?! src="search\.js" defer><)|\s(?:style|on\w+)="/);
    const anchors = anchorsOf(text);
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  it('has links that lead somewhere', () => {
    const links = [...text.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href);
    const files = ['style.css', '../openapi.json'];
    const broken = links.filter((href) => {
      if (href.startsWith('data:') || files.includes(href)) return false;
      const [page = '', anchor] = href.split('#');
      const target = page === '' ? text : reference.page(page === './' ? '' : page);
      return target === undefined || (anchor !== undefined && !anchorsOf(target).includes(anchor));
    });
    expect(broken).toEqual([]);
  });
});

it('has every operation on the page of its resource, with an example in each language', () => {
  for (const path of Object.values(document.paths))
    for (const { operationId, tags } of Object.values(path)) {
      const [tag = ''] = tags as string[];
      const page = textOf(tag.toLowerCase().replaceAll(' ', '-'));
      expect(anchorsOf(page), operationId).toContain(operationId);
    }
  const page = textOf('posts');
  expect(page).toContain('curl &quot;$EARSHOT_URL/v1/posts&quot;');
  expect(page).toContain('earshot.posts.create({');
  expect(page).toContain('api.post(f&quot;{url}/v1/posts&quot;');
});

it('explains every error where its Link header leads', () => {
  const anchors = anchorsOf(textOf('errors'));
  for (const code of failureCodes) {
    const [, anchor] = /^<\/docs\/errors#([a-z-]+)>; rel="help"$/.exec(helpOf(code)) ?? [];
    expect(anchors, code).toContain(anchor);
  }
});

it('answers a search without a script, whatever it is for', () => {
  expect(reference.found('vote for')).toContain('href="votes#addVote"');
  expect(reference.found('rate limited')).toContain('href="errors#rate-limited"');
  const hostile = reference.found('"><script>alert(1)</script>');
  expect(hostile).toContain('0 results for “&quot;&gt;&lt;script&gt;');
  expect(hostile).not.toContain('<script>');
});
