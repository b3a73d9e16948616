// The most expensive forms and pages of the public site.

import { maxSubmittedLength } from '../../../src/domain/site/submission.ts';
import type { FormKind } from '../../../src/http/public/places.ts';
import { maxFormBytes } from '../../../src/http/public/visitors/forms.ts';
import { type SiteForm, type SiteThings, siteForms } from '../site-forms.ts';
import { markups, scriptOf, scripts } from './worst-texts.ts';

const longestWords = 200;

export interface WorstForm {
  label: string;
  of(things: SiteThings): SiteForm;
}

const repeated = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** The longest that are accepted, and longer ones. */
function* texts(): Generator<[string, string]> {
  for (const [name, { make }] of Object.entries(scripts)) yield [name, make(maxSubmittedLength)];
  for (const piece of markups.markdown ?? [])
    yield [JSON.stringify(piece), repeated(piece, maxSubmittedLength)];
  yield ['one Latin word', 'a'.repeat(maxFormBytes - 1_000)];
  yield ['Thai', scriptOf('Thai').make(maxFormBytes / 10)];
}

/** What is parsed as text; the others are compared or looked up. */
const textFields = ['title', 'text', 'reason'];

/** Each text as long or hostile as possible, and very many fields. `onlyStored`: what ends before the store is left out. */
export function* worstForms(kind: FormKind, onlyStored: boolean): Generator<WorstForm> {
  const sample = siteForms[kind]({ postId: '', ownPostId: '', ownCommentId: '', waitingId: '' });
  const withFields = (fields: Record<string, string>) => (things: SiteThings) => {
    const form = siteForms[kind](things);
    return { ...form, fields: { ...form.fields, ...fields } };
  };
  yield { label: 'an ordinary form', of: siteForms[kind] };
  if (onlyStored) return;
  const many = Array.from({ length: 9_000 }, (_, index) => [`f${index}`, '']);
  yield { label: 'very many fields', of: withFields(Object.fromEntries(many)) };
  for (const name of textFields.filter((name) => name in sample.fields))
    for (const [what, text] of texts())
      yield {
        label: `${name} of ${text.length} characters, ${what}`,
        of: withFields({ [name]: text }),
      };
}

/** `postId`: a post with much content. */
export function* worstPages(postId: string): Generator<string> {
  for (const page of ['', '/roadmap', '/changelog', `/posts/${postId}`])
    for (const format of ['.json', '.md', ''])
      yield page === '' && format !== '' ? `/feedback${format}` : page + format;
  yield* ['/mine', '/feed.xml', '/feed.json', '/changelog/feed.xml', '/changelog/feed.json', '/sitemap.xml'];
  for (const { make } of Object.values(scripts)) {
    const words = encodeURIComponent(make(longestWords));
    yield* [`?q=${words}`, `/similar.json?title=${words}`, `/posts/new?title=${words}`];
  }
  for (const sort of ['top', 'new', 'comments']) yield `?sort=${sort}&after=${'A'.repeat(400)}`;
}
