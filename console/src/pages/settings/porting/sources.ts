// Where imports can come from. These are names, the same in every language, except for our own format and CSV.

import type { Import } from '../../../data/settings/imports.ts';
import type { PortingTexts } from '../../../texts/porting.ts';

type Source = Import['source'];

const services: Record<Exclude<Source, 'earshot' | 'csv'>, string> = {
  canny: 'Canny',
  fider: 'Fider',
  featurebase: 'Featurebase',
  quackback: 'Quackback',
  productboard: 'Productboard',
};

export const sourceNames = ({ sources }: PortingTexts): Record<Source, string> => ({
  earshot: sources.earshot,
  ...services,
  csv: sources.csv,
});
