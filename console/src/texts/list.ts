// The texts of the list of posts and of its views, in all languages. Loaded with the list, to keep the first visit of other
// pages small.

import { de } from './list.de.ts';
import { en, type ListTexts } from './list.en.ts';
import { zh } from './list.zh.ts';
import { type Language, useI18n } from './texts.tsx';

const listTexts: Record<Language, ListTexts> = { en, de, zh };

export const useListTexts = (): ListTexts => listTexts[useI18n().language];
