// Rich text rendered by the server, which allows only known elements.

import { useEffect, useRef } from 'react';
import { useServerUrls } from '../../data/session.ts';
import { type Texts, useTexts } from '../../texts/texts.tsx';
import { isHostedFile } from '../files/hosted-file.ts';
import { foreignImage } from './foreign-image.ts';

export function RichText({ html }: { html: string }) {
  const { images } = useTexts();
  const serverUrls = useServerUrls();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => fill(place.current, html, serverUrls, images), [html, serverUrls, images]);
  return <div className="prose" ref={place} />;
}

/** Parsed in an inert document first, so that nothing loads before links and images are made safe. */
function fill(
  element: HTMLDivElement | null,
  html: string,
  serverUrls: readonly string[],
  texts: Texts['images'],
): void {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  // Each block in the direction of its own script; code stays as it is.
  for (const block of parsed.body.querySelectorAll(':scope > :not(pre)')) block.setAttribute('dir', 'auto');
  for (const link of parsed.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'nofollow noopener noreferrer';
  }
  for (const image of parsed.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? '';
    if (!isHostedFile(src, serverUrls)) image.replaceWith(foreignImage({ src, alt: image.alt }, texts));
  }
  element?.replaceChildren(...parsed.body.childNodes);
}
