// What happened, as the audit log and webhooks name it, in all languages. Loaded with the pages that show it, to keep the
// first visit small.

import { de } from './actions.de.ts';
import { en } from './actions.en.ts';
import { zh } from './actions.zh.ts';
import { type Language, useI18n } from './texts.tsx';

const names: Record<Language, Record<string, string>> = { en, de, zh };

export const useActionNames = (): Record<string, string> => names[useI18n().language];
