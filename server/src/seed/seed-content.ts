// The content of demo feedback: people, titles, descriptions and comments. All random choices come from the given
// `Draw`, so the same draws produce the same feedback.

export interface Draw {
  /** An integer from 0 (inclusive) to `end` (exclusive). */
  below(end: number): number;
  /** From 0 (inclusive) to 1 (exclusive). */
  fraction(): number;
  oneOf<T>(choices: readonly [T, ...T[]]): T;
}

export interface DemoPerson {
  name: string;
  email: string;
}

/** Every tenth title uses this topic, so that one search has many matches. */
const frequentTopic = 'notifications';

const topics = [
  'dark mode',
  'CSV export',
  'keyboard shortcuts',
  'search',
  'the mobile app',
  'single sign-on',
  'two-factor login',
  'the Slack integration',
  'webhooks',
  'the public API',
  'dashboards',
  'saved filters',
  'file uploads',
  'billing',
  'invoices',
  'user roles',
  'audit log',
  'custom fields',
  'templates',
  'comments',
  'mentions',
  'the calendar view',
  'time tracking',
  'the onboarding tour',
  'translations',
  'the editor',
  'tables',
  'bulk edit',
  'undo',
  'offline mode',
  'printing',
  'the Jira sync',
  'reports',
  'charts',
  'tags',
  'the sidebar',
  'email digests',
  'guest access',
  'data import',
  'backups',
] as const;

const situations = [
  'for large teams',
  'on small screens',
  'for admins',
  'for guests',
  'across workspaces',
  'while offline',
  'in Safari',
  'in Firefox',
  'on Android',
  'on iOS',
  'with a screen reader',
  'during onboarding',
  'at the end of the month',
  'per project',
  'for archived items',
  'after the last update',
  'with more than 1,000 items',
  'by keyboard only',
] as const;

const wishes = [
  (topic: string, where: string) => `Add ${topic} ${where}`,
  (topic: string, where: string) => `Support ${topic} ${where}`,
  (topic: string, where: string) => `Make ${topic} faster ${where}`,
  (topic: string, where: string) => `Option to turn off ${topic} ${where}`,
  (topic: string, where: string) => `Better defaults of ${topic} ${where}`,
  (topic: string, where: string) => `Let me sort and group ${topic} ${where}`,
  (topic: string, where: string) => `More control over ${topic} ${where}`,
  (topic: string) => `Show ${topic} on the home page`,
  (topic: string) => `Permissions of ${topic} are too coarse`,
  (topic: string, where: string) => `Problem: ${topic} stopped working ${where}`,
  (topic: string, where: string) => `Wrong totals in ${topic} ${where}`,
  (topic: string, where: string) => `Slow loading of ${topic} ${where}`,
] as const;

const openings = [
  'We use this every day, and it costs us more time than it should.',
  'Several of our customers have asked about this.',
  'Our team of **forty people** runs into this every week.',
  'This is the last thing that keeps us on our old tool.',
  'I could not find a way to do this in the settings.',
  'At the moment we do this *manually*, in a spreadsheet.',
  'It works on my machine, but not for the rest of the team.',
  'Since the last release this is worse than before.',
] as const;

const details = [
  'It would be enough to remember the last choice.',
  'A link in the menu would do; no one finds the page behind the gear.',
  'Steps:\n\n1. Open any project\n2. Change the setting\n3. Reload the page\n\nThe change is **gone**.',
  'What would help us:\n\n- a switch for each project\n- a sensible default\n- an entry in the log',
  'The [style guide](https://example.com/guide) describes how we would like it to behave.',
  'The message says `Something went wrong`, and nothing else.',
  '> Could you ask them to look at this first?\n\nThat is what our head of support writes.',
  'Our auditors ask for it, so a date would already help.',
] as const;

const closings = ['Thank you!', 'Happy to try an early version.', 'We would pay for this.', ''] as const;

const remarks = [
  'Same here.',
  'We need this too, for about sixty people.',
  'Is there any news on this?',
  'A workaround: open the item in a new tab and save it twice.',
  'For us the second part matters more than the first.',
  'I would rather keep it the way it is, but a switch would be fine.',
  'This also happens when you are invited as a guest.',
  'Thank you for the details, we are looking into it.',
  'Could you tell us which browser and version you use?',
  'It is on the list for the next quarter.',
  'Still there in the current version.',
  'Great idea. Please think of keyboard users, too.',
  'Fixed for me since yesterday, thank you!',
  'How would this work together with saved filters?',
  'Our customers ask every month; any date would help.',
  'Not as important to us as the export.',
] as const;

export const demoTags = [
  'ui',
  'performance',
  'mobile',
  'api',
  'integrations',
  'billing',
  'security',
  'accessibility',
  'enterprise',
  'onboarding',
  'quick win',
  'needs research',
  'customer request',
  'internal',
  'regression',
  'design',
] as const;

const firstNames =
  'Ada Alan Amara Ana Anders Anika Arjun Aya Ben Bianca Carlos Chiara Chloe Daniel Diego Elena Elif Emeka Emma Eva ' +
  'Farah Felix Fiona George Grace Hana Hugo Ida Ines Ivan Jack Jana Jin Jonas Julia Kai Karim Katya Kofi Lara Leo ' +
  'Lena Liam Lin Lucia Luis Maja Marco Maria Mateo Mei Mia Milan Mira Nadia Nia Nils Noor Olga Omar Oscar Paula ' +
  'Pedro Petra Priya Quinn Rafael Ravi Rosa Sami Sara Sofia Tariq Tessa Theo Tomas Uma Vera Yara Zoe';
const lastNames =
  'Abe Adams Aguilar Ali Andersen Bauer Becker Berg Bianchi Brown Castro Chen Clarke Costa Cruz Dahl Diaz Dubois ' +
  'Evans Fernandez Fischer Fontaine Garcia Gupta Haas Hansen Hoffmann Hughes Ito Ivanov Jansen Johnson Kaya Keller ' +
  'Khan Kim Klein Kowalski Kumar Laurent Lee Lindberg Lopez Martin Mensah Meyer Moreau Mori Murphy Nakamura Nguyen ' +
  'Novak Okafor Olsen Park Patel Pereira Petrov Popescu Rahman Reyes Ricci Rossi Roy Santos Sato Schmidt Silva ' +
  'Singh Smith Sousa Tanaka Taylor Torres Vargas Virtanen Vogel Wagner Walker Wang';
const domains = ['example.com', 'example.org', 'example.net', 'acme.example', 'globex.example'] as const;

const first = firstNames.split(' ');
const last = lastNames.split(' ');
const namesInAll = first.length * last.length;
/** Coprime to the number of names, so that stepping by it visits every name before repeating one. */
const step = 3989;

/** The person at an index of the list that starts at `start`; email addresses within a list are unique. */
export function demoPerson(start: number, place: number): DemoPerson {
  const which = (start + place * step) % namesInAll;
  const given = first[which % first.length] ?? '';
  const family = last[Math.floor(which / first.length)] ?? '';
  const round = Math.floor(place / namesInAll);
  const local = `${given}.${family}${round === 0 ? '' : round + 1}`.toLowerCase();
  return { name: `${given} ${family}`, email: `${local}@${domains[which % domains.length]}` };
}

export function demoTitle(draw: Draw): string {
  const topic = draw.fraction() < 0.1 ? frequentTopic : draw.oneOf(topics);
  return draw.oneOf(wishes)(topic, draw.oneOf(situations));
}

/** Markdown. There are few distinct texts, so that callers can cache the parsed ones. */
export const demoDescription = (draw: Draw): string =>
  `${draw.oneOf(openings)}\n\n${draw.oneOf(details)}\n\n${draw.oneOf(closings)}`.trimEnd();

export const demoRemark = (draw: Draw): string =>
  draw.fraction() < 0.7 ? draw.oneOf(remarks) : `${draw.oneOf(remarks)} ${draw.oneOf(remarks)}`;
