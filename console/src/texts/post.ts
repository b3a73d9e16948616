// The texts of a post and of the pickers that change posts. The list of posts changes them, too, so they come with the
// language.

import type { PostTexts } from './post.en.ts';
import { useTexts } from './texts.tsx';

export const usePostTexts = (): PostTexts => useTexts().ofPost;
