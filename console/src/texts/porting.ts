// The texts of importing and exporting, which are many. Loaded with the pages that show them.

import { portingDe } from './porting.de.ts';
import { type PortingTexts, portingEn } from './porting.en.ts';
import { portingZh } from './porting.zh.ts';
import { type Language, useI18n } from './texts.tsx';

const portingIn: Record<Language, PortingTexts> = { en: portingEn, de: portingDe, zh: portingZh };

export type { PortingTexts };

export const usePortingTexts = (): PortingTexts => portingIn[useI18n().language];
