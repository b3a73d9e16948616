import type { HomeTexts } from './home.en.ts';

export const de: HomeTexts = {
  title: 'Erste Schritte',
  text: 'Fünf erste Schritte. Nach vieren verschwindet diese Seite.',
  hide: 'Seite ausblenden',
  done: 'Erledigt',
  sample: {
    title: 'Mit Beispieldaten ausprobieren',
    text: 'Zwölf Beiträge mit Stimmen, Status und Tags zum Ausprobieren. Sie können sie später wieder entfernen; was Sie geändert haben, bleibt.',
    add: 'Beispieldaten hinzufügen',
    adding: 'Beispieldaten werden hinzugefügt…',
    remove: 'Beispieldaten entfernen',
    removing: 'Beispieldaten werden entfernt…',
    show: 'Beiträge ansehen',
  },
  bring: {
    title: 'Vorhandenes mitbringen',
    text: 'Aus Canny, Fider, Featurebase, Quackback, Productboard oder einer beliebigen Tabelle. Sie sehen eine Vorschau, bevor etwas hinzugefügt wird.',
    act: 'Importieren',
  },
  connect: {
    title: 'Ihre Anwendung verbinden',
    text: 'Ihre Anwendung sendet Feedback mit einem API-Schlüssel. Erstellen Sie einen, und probieren Sie ihn mit dem Befehl aus, der dann erscheint.',
    act: 'API-Schlüssel erstellen',
    keyName: 'Erste Anwendung',
    once: 'Der Schlüssel wird nur hier angezeigt. Bewahren Sie ihn wie ein Passwort auf.',
    command: 'Befehl',
    firstPost: 'Mein erster Beitrag',
    waiting: 'Wartet auf die erste Anfrage…',
    show: 'API-Schlüssel',
  },
  invite: {
    title: 'Eine Kollegin oder einen Kollegen einladen',
    text: 'Feedback lesen mehrere Augen besser als zwei.',
    act: 'Einladen',
  },
  site: {
    title: 'Öffentliche Seite einschalten',
    text: 'Dort lesen, stimmen und schreiben Ihre Nutzer. Nichts ist öffentlich, bevor Sie es sagen.',
    act: 'Einrichten',
  },
};
