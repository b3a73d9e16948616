// English, and the type that every other language must match.

export const en = {
  kinds: { action: 'Action', page: 'Page', settings: 'Settings' },
  newEntry: 'New changelog entry',
  nothingFound: 'Nothing found. Try fewer or shorter words.',
  searching: 'Searching…',
  theme: (name: string) => `Theme: ${name}`,
};

export type PaletteTexts = typeof en;
