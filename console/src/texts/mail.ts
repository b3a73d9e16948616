// The texts of the page about outgoing mail, in all languages. Loaded with the page, to keep the first visit small.

import { de } from './mail.de.ts';
import { en, type MailTexts } from './mail.en.ts';
import { zh } from './mail.zh.ts';
import { type Language, useI18n } from './texts.tsx';

const mailTexts: Record<Language, MailTexts> = { en, de, zh };

export const useMailTexts = (): MailTexts => mailTexts[useI18n().language];
