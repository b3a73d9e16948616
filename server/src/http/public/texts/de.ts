// The words of the public pages in German.

import type { Texts } from './en.ts';

const rules = new Intl.PluralRules('de');
const number = new Intl.NumberFormat('de');
const counted = (singular: string, plural: string) => (count: number) =>
  `${number.format(count)} ${rules.select(count) === 'one' ? singular : plural}`;

export const de: Texts = {
  locale: 'de',
  language: 'Deutsch',
  skip: 'Zum Inhalt',
  feedback: 'Feedback',
  roadmap: 'Roadmap',
  changelog: 'Changelog',
  search: 'Suchen',
  searchPlaceholder: 'Feedback durchsuchen',
  sortBy: 'Sortierung',
  sorts: { top: 'Beliebt', new: 'Neu', shipped: 'Umgesetzt' },
  status: 'Status',
  type: 'Typ',
  all: 'Alle',
  posts: counted('Beitrag', 'Beiträge'),
  votes: counted('Stimme', 'Stimmen'),
  votesNoun: (count) => (rules.select(count) === 'one' ? 'Stimme' : 'Stimmen'),
  comments: counted('Kommentar', 'Kommentare'),
  more: 'Weitere Beiträge',
  toStart: 'Zurück zum Anfang',
  noPosts: 'Noch keine Beiträge.',
  noMatch: 'Keine Beiträge gefunden. Versuchen Sie es mit weniger oder kürzeren Wörtern.',
  noneWithFilter: 'Keine Beiträge mit diesem Filter.',
  showAll: 'Alle Beiträge anzeigen',
  results: (text) => `Ergebnisse für „${text}“`,
  backToFeedback: 'Alle Beiträge',
  backToChangelog: 'Alle Einträge',
  visitor: 'Gast',
  from: (name, site) => `${name} von ${site}`,
  answered: (date) => `Antwort vom ${date}`,
  inReplyTo: 'Antwort auf',
  noComments: 'Noch keine Kommentare.',
  olderComments: 'Ältere Kommentare',
  tags: 'Tags',
  attachments: 'Anhänge',
  details: 'Details',
  created: 'Erstellt',
  stages: {
    unstarted: { name: 'Geplant', hint: 'Beschlossen, noch nicht begonnen.' },
    active: { name: 'In Arbeit', hint: 'Daran arbeiten wir gerade.' },
    completed: { name: 'Umgesetzt', hint: 'Fertig. Danke für die Anregung.' },
  },
  emptyColumn: 'Zurzeit nichts.',
  allInColumn: 'Alle anzeigen',
  noEntries: 'Noch keine Einträge.',
  readMore: 'Weiterlesen',
  olderEntries: 'Ältere Einträge',
  ships: 'In diesem Update',
  feed: 'Feed',
  changelogFeed: 'Changelog-Feed',
  otherLanguages: 'Sprache',
  poweredBy: 'Betrieben mit Earshot',
};
