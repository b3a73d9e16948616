import type { PaletteTexts } from './palette.en.ts';

export const de: PaletteTexts = {
  kinds: { action: 'Aktion', page: 'Seite', settings: 'Einstellungen' },
  newEntry: 'Neuer Changelog-Eintrag',
  nothingFound: 'Nichts gefunden. Versuchen Sie weniger oder kürzere Wörter.',
  searching: 'Suche läuft…',
  theme: (name) => `Darstellung: ${name}`,
};
