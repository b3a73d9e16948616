// The sample data: a table in the person's language, which an ordinary import reads. Its undo removes exactly what it
// added. It uses the statuses and types that the workspace has.

import type { PostType, Status } from '@earshot/client';
import { sampleFileName } from '../../data/progress.ts';
import type { Language } from '../../texts/texts.tsx';
import { de } from './sample.de.ts';
import { en, type SampleTexts } from './sample.en.ts';
import { zh } from './sample.zh.ts';

const texts: Record<Language, SampleTexts> = { en, de, zh };

/** Of each post: the category of its status, the place of its type, its tags, how many voted, and its age. */
const facts: readonly [
  name: keyof SampleTexts['posts'],
  category: Status['category'],
  type: number,
  tags: readonly (keyof SampleTexts['tags'])[],
  votes: number,
  days: number,
][] = [
  ['slack', 'unstarted', 0, ['integrations'], 9, 2],
  ['login', 'active', 1, [], 6, 1],
  ['dark', 'completed', 0, ['design'], 11, 88],
  ['pdf', 'reviewing', 0, ['reports'], 8, 5],
  ['offline', 'unstarted', 0, ['mobile'], 7, 31],
  ['keys', 'active', 2, [], 5, 19],
  ['filters', 'reviewing', 2, [], 3, 8],
  ['tablet', 'reviewing', 2, ['design', 'mobile'], 2, 12],
  ['bulk', 'reviewing', 0, [], 6, 24],
  ['calendar', 'reviewing', 0, ['integrations'], 4, 43],
  ['slow', 'completed', 1, [], 5, 61],
  ['fax', 'canceled', 0, [], 1, 70],
];

const people = [
  ...['Mira Santos', 'Jonas Weber', 'Priya Nair', 'Lucas Martin', 'Aiko Tanaka', 'Sofia Rossi'],
  ...['Omar Haddad', 'Emma Larsen', 'Noah Kim', 'Zoe Clark', 'Marek Novak', 'Wei Li'],
];
/** This domain belongs to no one, so no mail can reach them. */
const emailOf = (name: string): string => `${name.toLowerCase().replace(' ', '.')}@example.com`;

const dayMs = 86_400_000;
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

export function sampleFile(
  language: Language,
  statuses: readonly Status[],
  types: readonly PostType[],
  now: number,
): File {
  const { posts, tags, responses } = texts[language];
  const columns = [
    ...['title', 'description', 'status', 'type', 'tags', 'author name', 'author email', 'voters'],
    ...['created at', 'response'],
  ];
  const rows = facts.map(([name, category, type, tagNames, votes, days], index) => {
    const author = people[index % people.length] ?? '';
    const voters = people.map((_, turn) => people[(index + 1 + turn) % people.length] ?? '').slice(0, votes);
    const [title, description] = posts[name];
    return [
      ...[title, description],
      statuses.find((status) => status.category === category)?.name ?? '',
      (types[type] ?? types[0])?.name ?? '',
      tagNames.map((tag) => tags[tag]).join(','),
      ...[author, emailOf(author), voters.map(emailOf).join(',')],
      new Date(now - days * dayMs).toISOString(),
      responses[name] ?? '',
    ];
  });
  const table = [columns, ...rows].map((row) => row.map(quoted).join(',')).join('\n');
  return new File([table], sampleFileName, { type: 'text/csv' });
}
