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
  author: {
    title: 'Verfasst von',
    alsoAsked: 'Weitere Wünsche',
    more: (shown) => `${shown} weitere`,
  },
  copying: {
    link: 'Link kopieren',
    linkDone: 'Link kopiert.',
    markdown: 'Als Markdown kopieren',
    markdownDone: 'Als Markdown kopiert.',
    failed: 'Ihr Browser hat das Kopieren nicht erlaubt.',
  },
  events: {
    formerMember: 'ein ehemaliges Mitglied',
    merged: (who) =>
      who === undefined
        ? 'Ein Beitrag wurde mit diesem zusammengeführt'
        : `${who} hat einen Beitrag mit diesem zusammengeführt`,
    noOwner: (before, who) =>
      who === undefined
        ? `${before} ist nicht mehr zuständig`
        : `${who} hat ${before} die Zuständigkeit abgenommen`,
    owner: (owner, who) =>
      who === undefined
        ? `${owner} ist jetzt zuständig`
        : `${who} hat die Zuständigkeit an ${owner} übergeben`,
    ownerChanged: (who) =>
      who === undefined ? 'Die Zuständigkeit wurde geändert' : `${who} hat die Zuständigkeit geändert`,
    published: (who) => (who === undefined ? 'Veröffentlicht' : `${who} hat dies veröffentlicht`),
    shipped: 'Mit einem Changelog-Eintrag ausgeliefert',
    status: (from, to, who) =>
      who === undefined
        ? `Status von „${from}“ auf „${to}“ geändert`
        : `${who} hat den Status von „${from}“ auf „${to}“ geändert`,
    statusSet: (to, who) =>
      who === undefined ? `Status auf „${to}“ gesetzt` : `${who} hat den Status auf „${to}“ gesetzt`,
    unpublished: (who) => (who === undefined ? 'Auf intern gesetzt' : `${who} hat dies auf intern gesetzt`),
    votes: (shown) => `${shown} Stimmen erreicht`,
  },
  mentions: {
    members: 'Mitglieder zum Erwähnen',
  },
  view: {
    details: 'Details',
    editTitle: 'Titel bearbeiten',
    looksLike: 'Ähnelt',
    merge: 'Zusammenführen',
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
