// Where imports can come from. These are names, the same in every language, except for our own format and CSV.

import type { Import } from '../../../data/settings/imports.ts';
import type { Texts } from '../../../texts/texts.tsx';

type Source = Import['source'];

const services: Record<Exclude<Source, 'earshot' | 'csv'>, string> = {
  canny: 'Canny',
  fider: 'Fider',
  featurebase: 'Featurebase',
  quackback: 'Quackback',
  productboard: 'Productboard',
};

export const sourceNames = ({ settings }: Texts): Record<Source, string> => ({
  earshot: settings.porting.sources.earshot,
  ...services,
  csv: settings.porting.sources.csv,
});
