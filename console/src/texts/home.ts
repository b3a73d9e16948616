// The texts of the home page of a new workspace, in all languages. Loaded with the page, to keep the first visit small.

import { de } from './home.de.ts';
import { en, type HomeTexts } from './home.en.ts';
import { zh } from './home.zh.ts';
import { type Language, useI18n } from './texts.tsx';

const homeTexts: Record<Language, HomeTexts> = { en, de, zh };

export const useHomeTexts = (): HomeTexts => homeTexts[useI18n().language];
