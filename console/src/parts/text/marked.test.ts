import { expect, it } from 'vitest';
import { partsOf } from './marked.tsx';

const shown = (text: string, search: string) =>
  partsOf(text, search)
    .map(({ text: part, isMarked }) => (isMarked ? `[${part}]` : part))
    .join('');

it.each([
  ['Dark mode for the app', 'mod dark', '[Dark] [mod]e for the app'],
  ['Moderation mode', 'mod mode', '[Mode]ration [mode]'],
  ['Über den CAFÉ-Export', 'uber caf exp', '[Über] den [CAF]É-[Exp]ort'],
  ['Die Größe', 'gross', 'Die [Größ]e'],
  ['Cafe\u0301s', 'cafe', '[Cafe\u0301]s'],
  ['深色模式', '模式', '深色[模式]'],
  ['Export', 'port', 'Export'],
  ['Export', '!?', 'Export'],
])('marks in "%s" the beginnings of %s', (text, search, expected) => {
  expect(shown(text, search)).toBe(expected);
});
