// The texts of the inbox in German.

import type { InboxTexts } from './inbox.en.ts';

export const de: InboxTexts = {
  allDone: 'Alle erledigt',
  doneButton: 'Erledigt',
  emptyText: 'Neue Beiträge, Kommentare und Erwähnungen erscheinen hier.',
  emptyTitle: 'Alles erledigt.',
  later: {
    title: 'Später',
    tomorrow: 'Morgen',
    nextWeek: 'Nächste Woche',
    pick: 'Zeitpunkt wählen…',
    none: 'Kein Treffer.',
    until: 'Bis',
    submit: 'Zurückstellen',
    past: 'Wählen Sie einen Zeitpunkt in der Zukunft.',
  },
  laterButton: 'Später',
  more: 'Es gibt weitere. Sie erscheinen, sobald diese erledigt sind.',
  notices: {
    done: 'Erledigt.',
    later: (when) => `Erscheint wieder: ${when}.`,
    allDone: 'Alles erledigt.',
  },
  postLabel: 'Beitrag',
  rows: {
    new: (by) => by,
    comment: (by) => `${by}:`,
    note: (by) => `${by}, Notiz:`,
    mention: (by) => `${by} hat Sie erwähnt:`,
    handover: (by) => `${by} hat Ihnen das zugewiesen`,
    later: (_by) => 'Bis jetzt zurückgestellt',
    someone: 'Jemand',
  },
  mail: {
    title: 'E-Mails zu Ihrem Eingang',
    unproven:
      'Ihre Adresse ist nicht bestätigt, daher werden keine E-Mails gesendet. Melden Sie sich über Ihren Anbieter an, oder fragen Sie Ihren Betreiber.',
    handOvers: 'Wenn mir jemand einen Beitrag zuweist',
    mentions: 'Wenn mich jemand erwähnt',
    digest: 'Überblick',
    digestHint: 'Um acht Uhr morgens, und nur, wenn es Neues gibt.',
    digests: { off: 'Aus', daily: 'Täglich', weekly: 'Montags' },
    saved: 'Gespeichert.',
  },
};
