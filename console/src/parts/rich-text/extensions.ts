// What the editors of rich text can do: the nodes and marks that the API accepts.

import { Link } from '@mantine/tiptap';
import Image from '@tiptap/extension-image';
import StarterKit from '@tiptap/starter-kit';
import type { Texts } from '../../texts/texts.tsx';
import { isHostedFile } from '../files/hosted-file.ts';
import { foreignImage } from './foreign-image.ts';

export const richTextExtensions = (serverUrls: readonly string[], texts: Texts['images']) => [
  StarterKit.configure({ heading: { levels: [1, 2, 3] }, link: false }),
  Link.configure({ protocols: ['http', 'https', 'mailto'], openOnClick: false }),
  guardedImage((src, alt) => (isHostedFile(src, serverUrls) ? undefined : foreignImage({ src, alt }, texts))),
];

/** The image node, with an optional replacement for images that must not load. */
const guardedImage = (replacementOf: (src: string, alt: string) => HTMLElement | undefined) =>
  Image.extend({
    addNodeView() {
      return ({ node: { attrs } }) => {
        const { src, alt, title } = attrs as { src: string | null; alt: string | null; title: string | null };
        const other = replacementOf(src ?? '', alt ?? '');
        const dom = other ?? Object.assign(document.createElement('img'), { src, alt: alt ?? '' });
        if (title !== null) dom.title = title;
        return {
          dom,
          ignoreMutation: () => true,
          stopEvent: ({ target }) => target instanceof HTMLElement && target.closest('button') !== null,
        };
      };
    },
  });
