// The texts of the settings, in all languages. Loaded with the pages that use them, to keep the first visit small.

import { de } from './settings.de.ts';
import { en, type SettingsTexts } from './settings.en.ts';
import { zh } from './settings.zh.ts';
import { type Language, useI18n } from './texts.tsx';

export type { SettingsTexts };

const settingsTexts: Record<Language, SettingsTexts> = { en, de, zh };

export const useSettingsTexts = (): SettingsTexts => settingsTexts[useI18n().language];
