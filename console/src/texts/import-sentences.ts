// What the server says about an import, in the other languages; in English, its own sentences are shown. Loaded with
// the page that shows them.

import type { Import } from '@earshot/client';
import { importSentencesDe } from './import-sentences.de.ts';
import { importSentencesZh } from './import-sentences.zh.ts';
import { type Language, useI18n } from './texts.tsx';

type Reasons = Import['errorReasons'];

const sentencesIn: Partial<
  Record<Language, { sentences: Record<Reasons[number]['code'], string>; separator: string }>
> = {
  de: { sentences: importSentencesDe, separator: ' ' },
  zh: { sentences: importSentencesZh, separator: '' },
};

/** The English message if it has a sentence that this console does not know. */
export function importMessage(language: Language, message: string, reasons: Reasons): string {
  const found = sentencesIn[language];
  if (found === undefined || reasons.length === 0) return message;
  const known: Partial<Record<string, string>> = found.sentences;
  const said = reasons.map(({ code, params }) =>
    known[code]?.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''),
  );
  return said.includes(undefined) ? message : said.join(found.separator);
}

export function useImportMessage(): (message: string, reasons: Reasons) => string {
  const { language } = useI18n();
  return (message, reasons) => importMessage(language, message, reasons);
}
