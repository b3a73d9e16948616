import { pluralsOf } from './plurals.ts';
import type { PostTexts } from './post.en.ts';

const plural = pluralsOf('de');

export const de: PostTexts = {
  changed: (count, shown) =>
    plural(count, { one: 'Ein Beitrag geändert.', other: `${shown} Beiträge geändert.` }),
  merging: {
    running: (count, shown) =>
      plural(count, {
        one: 'Beitrag wird zusammengeführt …',
        other: `${shown} Beiträge werden zusammengeführt …`,
      }),
    failed: (title) => `„${title}“ konnte nicht zusammengeführt werden`,
    failedMany: (count, shown) =>
      plural(count, {
        one: 'Der Beitrag konnte nicht zusammengeführt werden',
        other: `${shown} Beiträge konnten nicht zusammengeführt werden`,
      }),
    stopped: 'Angehalten. Die übrigen Beiträge wurden nicht zusammengeführt.',
  },
  pickers: {
    titles: {
      status: 'Status ändern',
      owner: 'Zuständigkeit ändern',
      tags: 'Tags ändern',
      type: 'Typ ändern',
      merge: 'Zusammenführen mit',
    },
    ofMany: (title, count, shown) =>
      `${title} · ${shown} ${plural(count, { one: 'Beitrag', other: 'Beiträge' })}`,
    findOwner: 'Tippen, um ein Mitglied zu finden',
    findTag: 'Tippen, um einen Tag zu finden oder anzulegen',
    findType: 'Tippen, um einen Typ zu finden',
    noMatch: 'Kein Treffer.',
  },
  deleting: {
    done: (count, shown) => plural(count, { one: 'Beitrag gelöscht.', other: `${shown} Beiträge gelöscht.` }),
    running: (count, shown) =>
      plural(count, { one: 'Beitrag wird gelöscht …', other: `${shown} Beiträge werden gelöscht …` }),
    failed: (title) => `„${title}“ konnte nicht gelöscht werden`,
    failedMany: (count, shown) =>
      plural(count, {
        one: 'Der Beitrag konnte nicht gelöscht werden',
        other: `${shown} Beiträge konnten nicht gelöscht werden`,
      }),
    stopped: 'Angehalten. Die übrigen Beiträge wurden nicht gelöscht.',
  },
  view: {
    details: 'Details',
    next: 'Nächster Beitrag',
    noteTab: 'Notiz',
    previous: 'Vorheriger Beitrag',
    replyTab: 'Antwort',
    write: 'Schreiben',
  },
  fields: {
    noOwner: 'Noch niemand',
    noTags: 'Keine',
    changeOf: (label, value) => `${label}: ${value}. Ändern`,
  },
};
