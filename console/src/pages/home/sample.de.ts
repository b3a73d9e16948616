import type { SampleTexts } from './sample.en.ts';

export const de: SampleTexts = {
  tags: { design: 'Design', mobile: 'Mobil', reports: 'Berichte', integrations: 'Integrationen' },
  posts: {
    dark: ['Dunkle Darstellung', 'Ich arbeite abends, und der weiße Bildschirm blendet.'],
    pdf: [
      'Berichte als PDF exportieren',
      'Jeden Monat mache ich Bildschirmfotos für den Vorstand. Eine Datei spart eine Stunde.',
    ],
    slack: [
      'Neues Feedback in Slack melden',
      'Unser Team arbeitet in Slack. Wir würden schneller antworten.',
    ],
    offline: ['Offline weiterarbeiten', 'Im Zug vergisst die App, was ich geschrieben habe.'],
    login: [
      'Anmeldung schlägt nach neuem Passwort fehl',
      'Die alte Sitzung bleibt, und ich sehe eine leere Seite.',
    ],
    keys: ['Tastenkürzel für alles', 'Der Griff zur Maus hält mich auf.'],
    filters: ['Filter merken', 'Ich wähle jeden Morgen dieselben drei.'],
    tablet: ['Ein Layout für Tablets', 'Auf dem Tablet ist der halbe Bildschirm leer.'],
    bulk: [
      'Viele Einträge gemeinsam ändern',
      'Wir haben ein Produkt umbenannt und 200 Einträge von Hand bearbeitet.',
    ],
    calendar: ['Unseren Kalender verbinden', 'Termine sollen dort erscheinen, wo wir planen.'],
    slow: ['Lange Listen sind langsam', 'Ab tausend Einträgen ruckelt das Blättern.'],
    fax: ['Per Fax senden', 'Unser Steuerberater fragt noch danach.'],
  },
  responses: {
    dark: 'Veröffentlicht! Sie folgt Ihrem System, oder Sie wählen selbst.',
    slack: 'Für das nächste Quartal geplant.',
    fax: 'Das bauen wir nicht. Ein PDF per Mail erreicht jedes Steuerbüro, das wir gefragt haben.',
  },
};
