// The texts of the palette, in all languages. Loaded with it, to keep the first visit small.

import { de } from './palette.de.ts';
import { en, type PaletteTexts } from './palette.en.ts';
import { zh } from './palette.zh.ts';
import { type Language, useI18n } from './texts.tsx';

const paletteTexts: Record<Language, PaletteTexts> = { en, de, zh };

export const usePaletteTexts = (): PaletteTexts => paletteTexts[useI18n().language];
