// Where imports can come from. These are names, the same in every language, except for our own format and CSV.

import type { Texts } from '../../../texts/texts.tsx';

const services = {
  canny: 'Canny',
  fider: 'Fider',
  featurebase: 'Featurebase',
  quackback: 'Quackback',
  productboard: 'Productboard',
} as const;

export const sources = ['earshot', ...Object.keys(services), 'csv'];

export function sourceName({ settings }: Texts, source: string): string {
  const own: Partial<Record<string, string>> = settings.porting.sources;
  const names: Partial<Record<string, string>> = services;
  return own[source] ?? names[source] ?? source;
}
