import type { ListTexts } from './list.en.ts';
import { pluralsOf } from './plurals.ts';

const plural = pluralsOf('de');

export const de: ListTexts = {
  count: (count, shown) => `${shown} ${plural(count, { one: 'Beitrag', other: 'Beiträge' })}`,
  moreTags: (shown) => `+${shown} weitere Tags`,
  bulk: { tags: 'Tags', merge: 'Zusammenführen' },
  filters: {
    add: 'Filter',
    remove: (label) => `„${label}“ entfernen`,
    back: 'Alle Filter',
    find: 'Tippen, um zu suchen',
    clear: 'Filter löschen',
    none: 'Kein Treffer.',
    other: 'Filter',
    tag: 'Tag',
    author: 'Verfasst von',
    since: 'Erstellt ab',
    before: 'Erstellt vor',
    merged: 'Zusammengeführt',
    mergedChoices: { true: 'Zusammengeführt', false: 'Nicht zusammengeführt' },
  },
  peek: {
    label: 'Beitrag neben der Liste',
    open: 'Beitrag öffnen',
    at: (title) => `„${title}“ neben der Liste zeigen`,
  },
  views: {
    all: 'Alle Beiträge',
    label: 'Ansichten',
    menu: (name: string) => `Aktionen für „${name}“`,
    save: 'Ansicht speichern',
    saveAs: 'Als neue Ansicht speichern…',
    update: 'Ansicht aktualisieren',
    reset: 'Zurücksetzen',
    edit: 'Umbenennen oder teilen…',
    editTitle: 'Ansicht bearbeiten',
    delete: 'Ansicht löschen',
    name: 'Name',
    shared: 'Mit dem Team teilen',
    sharedHint: 'Alle im Arbeitsbereich sehen sie und können sie ändern.',
    stays: 'Nur wer eine Ansicht angelegt hat, kann sie wieder für sich behalten.',
    saved: (name: string) => `Ansicht „${name}“ gespeichert.`,
    updated: (name: string) => `Ansicht „${name}“ aktualisiert.`,
    deleted: (name: string) => `Ansicht „${name}“ gelöscht.`,
    goneTitle: 'Ansicht nicht gefunden',
    goneText: 'Sie wurde gelöscht oder wird nicht mehr geteilt.',
    full: 'Ein Arbeitsbereich kann 500 Ansichten haben. Löschen Sie zuerst eine.',
  },
};
