// The texts of a post and of the pickers that change posts, in all languages. Loaded with the pages that show posts, to
// keep the first visit small.

import { de } from './post.de.ts';
import { en, type PostTexts } from './post.en.ts';
import { zh } from './post.zh.ts';
import { type Language, useI18n } from './texts.tsx';

const postTexts: Record<Language, PostTexts> = { en, de, zh };

export const usePostTexts = (): PostTexts => postTexts[useI18n().language];
