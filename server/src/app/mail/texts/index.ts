// The words of mails, by language.

import type { SiteLanguage } from '../../../domain/site/site.ts';
import { de } from './de.ts';
import { en, type MailTexts } from './en.ts';
import { zh } from './zh.ts';

export const mailTexts: Readonly<Record<SiteLanguage, MailTexts>> = { en, de, zh };
