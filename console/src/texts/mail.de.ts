// Deutsch.

import type { MailTexts } from './mail.en.ts';
import { pluralsOf } from './plurals.ts';

const plural = pluralsOf('de');

export const de: MailTexts = {
  text: 'Was Ihr Arbeitsbereich per E-Mail verschickt, und wer nichts bekommt.',
  answer: 'Antwort des Mailservers',
  atLeast: (shown) => `${shown} oder mehr`,
  blockedText:
    'Ab und zu wird es noch einmal versucht. Die Mail-Einstellungen kann ändern, wer den Server betreibt. Die Antwort lautet:',
  blockedTitle: 'Der Mailserver lehnt unsere E-Mails ab',
  discard: 'Verwerfen',
  discarded: (count, shown) =>
    `${shown} ${plural(count, { one: 'Benachrichtigung wurde', other: 'Benachrichtigungen wurden' })} verworfen.`,
  discardText:
    'Niemand bekommt die wartenden Benachrichtigungen. Das lässt sich nicht rückgängig machen. Neue werden wie gewohnt gesendet.',
  discardTitle: 'Wartende Benachrichtigungen verwerfen?',
  failures: 'Nicht zugestellt',
  forAdmins: 'Diese Seite sehen nur Admins und Inhaber.',
  from: 'Absender',
  heldReasons: {
    restored: 'Eine Sicherung wurde wiederhergestellt. Was wartet, wurde vielleicht schon gesendet.',
    imported: 'Ein Import hat Follower mitgebracht, die von hier vielleicht keine E-Mails erwarten.',
    moved:
      'Die Adresse dieser Installation hat sich geändert. Vielleicht ist sie eine Kopie, von der niemand E-Mails erwartet.',
  },
  heldTitle: (since) => `Benachrichtigungen warten seit ${since}`,
  kind: 'E-Mail',
  kinds: {
    test: 'Test',
    'sign-in': 'Anmeldelink',
    invite: 'Einladung',
    'reply-to': 'Bestätigung einer Adresse',
    status: 'Neuer Status',
    answer: 'Antwort',
    reply: 'Antwort auf Kommentar',
    changelog: 'Changelog-Eintrag',
    inbox: 'Erwähnung oder Zuweisung',
    digest: 'Überblick über den Eingang',
  },
  lift: 'Wieder senden',
  lifted: (email) => `${email} bekommt wieder E-Mails.`,
  none: 'Alle Adressen bekommen E-Mails.',
  noReplyTo: 'An den Absender',
  notFound: 'Diese Adresse bekommt E-Mails.',
  off: (url, from) =>
    `E-Mail ist aus: Es werden keine Einladungen, Anmeldelinks und Neuigkeiten verschickt. Zum Einschalten setzt, wer den Server betreibt, ${url} und ${from}.`,
  reasons: { bounce: 'Gibt es nicht', left: 'Abgemeldet', complaint: 'Beschwerde' },
  recipient: 'An',
  release: 'Senden',
  released: 'Was gewartet hat, wird gesendet.',
  replyTo: 'Antworten gehen an',
  replies: {
    title: 'Antworten auf Neuigkeiten gehen an',
    hint: 'Neuigkeiten sind E-Mails über Beiträge und Changelog-Einträge. Die Adresse erhält zuerst eine E-Mail mit einem Link.',
    ask: 'Speichern',
    asked: (email) =>
      `Eine E-Mail an ${email} ist unterwegs. Öffnen Sie ihren Link, um die Adresse zu bestätigen.`,
    kept: (email) => `Antworten gehen an ${email}.`,
    refused: 'Diese Adresse gehört zu denen, die keine E-Mails erhalten.',
    remove: 'Entfernen',
    removed: 'Entfernt.',
    waits: (email) => `${email} ist noch nicht bestätigt. Bis dahin ändert sich nichts.`,
  },
  scopes: { all: 'gar keine E-Mails', notices: 'keine Neuigkeiten', sign_in: 'keine Anmeldelinks' },
  search: 'Adresse suchen',
  server: 'Mailserver',
  suppressions: 'Adressen ohne E-Mails',
  suppressionsText:
    'Wenn es eine Adresse doch gibt, können Sie ihr wieder senden. Wer sich abgemeldet oder beschwert hat, muss selbst zurückkommen.',
  test: 'Test an mich senden',
  testOfEntrySent: (email) => `Ein Test ist unterwegs an ${email}. Er enthält, was gespeichert ist.`,
  testRefused: 'Ihre eigene Adresse gehört zu denen, die keine E-Mails bekommen.',
  testSent: (email) => `Ein Test ist unterwegs an ${email}.`,
  testUnproven:
    'Ihre Adresse ist nicht bestätigt. Melden Sie sich über Ihren Anbieter an oder fragen Sie Ihren Betreiber.',
  unknownAddress: 'Keine Adresse mehr',
  waiting: 'Wartend',
  when: 'Zeit',
};
