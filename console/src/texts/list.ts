// The texts of the list of posts and of its views. The list is what most people see first, so they come with the language.

import type { ListTexts } from './list.en.ts';
import { useTexts } from './texts.tsx';

export const useListTexts = (): ListTexts => useTexts().list;
