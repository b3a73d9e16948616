// Copies a post for other places: its address, or its text as Markdown.

import type { PostDetail } from '@earshot/client';
import { usePostTexts } from '../../texts/post.ts';
import { useNotify } from '../states/notify.tsx';
import { markdownOf } from './markdown.ts';

export function useCopyPost(post: PostDetail) {
  const { copying: texts } = usePostTexts();
  const notify = useNotify();
  const address = `${location.origin}/posts/${post.id}`;
  const copy = (text: string, done: string) =>
    navigator.clipboard.writeText(text).then(
      () => notify.done(done),
      () => notify.warn(texts.failed),
    );
  return {
    copyLink: () => void copy(address, texts.linkDone),
    copyMarkdown: () => void copy(markdownOf(post, address), texts.markdownDone),
  };
}
