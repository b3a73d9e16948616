// Rich text as the server rendered it: made of an allow-list there, so that nothing else can be in it.

import { useEffect, useRef } from 'react';
import { useHomes } from '../data/session.ts';
import { type Texts, useTexts } from '../texts/texts.tsx';
import { foreignImage } from './foreign-image.ts';
import { isOwnFile } from './hosted-file.ts';

export function RichText({ html }: { html: string }) {
  const { images } = useTexts();
  const homes = useHomes();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => fill(place.current, html, homes, images), [html, homes, images]);
  return <div className="prose" ref={place} />;
}

/** Parsed into an inert document first, where links are made to leave this page alone and nothing is loaded yet. */
function fill(
  element: HTMLDivElement | null,
  html: string,
  homes: readonly string[],
  texts: Texts['images'],
): void {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const link of parsed.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'nofollow noopener noreferrer';
  }
  for (const image of parsed.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? '';
    if (!isOwnFile(src, homes)) image.replaceWith(foreignImage({ src, alt: image.alt }, texts));
  }
  element?.replaceChildren(...parsed.body.childNodes);
}
