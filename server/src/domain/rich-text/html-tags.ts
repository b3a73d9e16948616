// Maps HTML tags to document nodes. Unlisted tags are unwrapped: their content stays.

import type { PlainMark } from './document.ts';

export const markTags: ReadonlyMap<string, PlainMark['type']> = new Map([
  ['strong', 'bold'],
  ['b', 'bold'],
  ['em', 'italic'],
  ['i', 'italic'],
  ['s', 'strike'],
  ['strike', 'strike'],
  ['del', 'strike'],
  ['u', 'underline'],
  ['code', 'code'],
]);

export const headingTags: ReadonlyMap<string, 1 | 2 | 3> = new Map([
  ['h1', 1],
  ['h2', 2],
  ['h3', 3],
  ['h4', 3],
  ['h5', 3],
  ['h6', 3],
]);

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

export const containerTags = words('ul ol li blockquote');

/** These only start and end a line. */
export const lineTags = words(
  'address article aside body caption center dd details dialog div dl dt fieldset figcaption figure footer ' +
    'form header hgroup html legend main nav p section summary table tbody td tfoot th thead tr',
);

/** Dropped with their content. */
export const droppedTags = words(
  'applet audio canvas iframe math noembed noframes noscript object plaintext script select style svg ' +
    'template textarea title video xmp',
);
