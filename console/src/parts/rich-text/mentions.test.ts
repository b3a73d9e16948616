import { expect, it } from 'vitest';
import { mentionIn, withoutMentions } from './mentions.ts';

it.each([
  ['@', ''],
  ['Hello @ni', 'ni'],
  ['Hello @Nina We', 'Nina We'],
  ['mail@example', undefined],
  ['@ ', undefined],
  ['Hello', undefined],
])('finds what is typed after an @ in %j', (text, found) => {
  expect(mentionIn(text)).toBe(found);
});

it('leaves the name where no one can be mentioned', () => {
  const mention = { type: 'mention', attrs: { memberId: 'acct_1', label: 'Nina' } };
  const document = (node: object) => ({
    type: 'doc' as const,
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Ask ' }, node as { type: string }] }],
  });
  expect(withoutMentions(document(mention))).toEqual(document({ type: 'text', text: '@Nina' }));
});
