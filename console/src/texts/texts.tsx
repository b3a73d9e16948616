// The words of the interface, in the language of the person. A language is one file, loaded when it is used; one
// that lacks a text does not compile.

import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import type { Texts } from './en.ts';

export type { Texts };

export const languages = { en: 'English', de: 'Deutsch', zh: '中文' } as const;
export type Language = keyof typeof languages;

/** As pages say it to browsers and screen readers: which fonts, which voice. */
export const languageTags: Record<Language, string> = { en: 'en', de: 'de', zh: 'zh-Hans' };

const loaders: Record<Language, () => Promise<Texts>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
  zh: async () => (await import('./zh.ts')).zh,
};

const storageKey = 'earshot-language';

export const isLanguage = (text: string | null | undefined): text is Language =>
  text !== null && text !== undefined && Object.hasOwn(languages, text);

/** The first wish that we can fulfil, by its primary part: `de-AT` is `de`. */
export function pickLanguage(wishes: readonly (string | null | undefined)[]): Language {
  for (const wish of wishes) {
    const primary = wish?.toLowerCase().split('-')[0];
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

/** Before it is known whose account it is: what this machine spoke last. */
export const startLanguage = (): Language => pickLanguage([chosenLanguage(), ...navigator.languages]);

export const loadTexts = (language: Language): Promise<Texts> => loaders[language]();

interface Spoken {
  language: Language;
  texts: Texts;
  speak: (language: Language) => Promise<void>;
}

const SpokenContext = createContext<Spoken | null>(null);

export function TextsProvider(props: { language: Language; texts: Texts; children: ReactNode }) {
  const [spoken, setSpoken] = useState({ language: props.language, texts: props.texts });
  const speak = useCallback(async (language: Language) => {
    const texts = await loadTexts(language);
    try {
      localStorage.setItem(storageKey, language);
    } catch {
      // The choice lasts as long as the page.
    }
    document.documentElement.lang = languageTags[language];
    setSpoken({ language, texts });
  }, []);
  const value = useMemo(() => ({ ...spoken, speak }), [spoken, speak]);
  return <SpokenContext value={value}>{props.children}</SpokenContext>;
}

export function useSpoken(): Spoken {
  const spoken = use(SpokenContext);
  if (spoken === null) throw new Error('There are no texts.');
  return spoken;
}

export const useTexts = (): Texts => useSpoken().texts;
