// The console's texts in the person's language. Each language is one file, loaded on demand; one that lacks a text
// does not compile.

import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import type { Texts } from './en.ts';

export type { Texts };

export const languages = { en: 'English', de: 'Deutsch', zh: '中文' } as const;
export type Language = keyof typeof languages;

/** For the `lang` attribute, by which browsers choose fonts and screen readers choose voices. */
export const languageTags: Record<Language, string> = { en: 'en', de: 'de', zh: 'zh-Hans' };

const loaders: Record<Language, () => Promise<Texts>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
  zh: async () => (await import('./zh.ts')).zh,
};

const storageKey = 'earshot-language';

export const isLanguage = (text: string | null | undefined): text is Language =>
  text !== null && text !== undefined && Object.hasOwn(languages, text);

/** The first supported language, by its primary subtag: `de-AT` is `de`. */
export function pickLanguage(preferred: readonly (string | null | undefined)[]): Language {
  for (const locale of preferred) {
    const primary = locale?.toLowerCase().split('-')[0];
    if (isLanguage(primary)) return primary;
  }
  return 'en';
}

function chosenLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Before the account is known: the last language used in this browser. */
export const startLanguage = (): Language => pickLanguage([chosenLanguage(), ...navigator.languages]);

export const loadTexts = (language: Language): Promise<Texts> => loaders[language]();

interface I18n {
  language: Language;
  texts: Texts;
  setLanguage: (language: Language) => Promise<void>;
}

const I18nContext = createContext<I18n | null>(null);

export function TextsProvider(props: { language: Language; texts: Texts; children: ReactNode }) {
  const [spoken, setSpoken] = useState({ language: props.language, texts: props.texts });
  const setLanguage = useCallback(async (language: Language) => {
    const texts = await loadTexts(language);
    try {
      localStorage.setItem(storageKey, language);
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
    document.documentElement.lang = languageTags[language];
    setSpoken({ language, texts });
  }, []);
  const value = useMemo(() => ({ ...spoken, setLanguage }), [spoken, setLanguage]);
  return <I18nContext value={value}>{props.children}</I18nContext>;
}

export function useI18n(): I18n {
  const spoken = use(I18nContext);
  if (spoken === null) throw new Error('There are no texts.');
  return spoken;
}

export const useTexts = (): Texts => useI18n().texts;
