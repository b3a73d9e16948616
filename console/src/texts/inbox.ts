// The texts of the inbox and of mail about it, in all languages. Loaded with the pages, to keep the first visit small.

import { de } from './inbox.de.ts';
import { en, type InboxTexts } from './inbox.en.ts';
import { zh } from './inbox.zh.ts';
import { type Language, useI18n } from './texts.tsx';

const inboxTexts: Record<Language, InboxTexts> = { en, de, zh };

export const useInboxTexts = (): InboxTexts => inboxTexts[useI18n().language];
