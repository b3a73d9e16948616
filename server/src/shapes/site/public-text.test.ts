import { expect, it } from 'vitest';
import { excerptOf } from './public-text.ts';

it.each([
  ['<p>My <strong>eyes</strong> hurt.</p><h2>Why</h2><p>Night.</p>', 'My eyes hurt. Why Night.'],
  ['<p>Steps:</p><ol><li><p>Open it</p></li><li><p>Save</p></li></ol>', 'Steps: • Open it • Save'],
  ['<p>1 &lt; 2 &amp;&amp; <a href="https://a.test/?b&amp;c">here</a></p>', '1 < 2 && here'],
  [`<p>${'word '.repeat(60)}</p>`, `${'word '.repeat(47)}word…`],
  [`<p>${'x'.repeat(1990)}</p><p title="`, `${'x'.repeat(240)}…`],
])('%.40s begins with %s', (html, excerpt) => {
  expect(excerptOf(html)).toBe(excerpt);
});
