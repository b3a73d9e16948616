// Rich text as the server rendered it: made of an allow-list there, so that nothing else can be in it.

import { useEffect, useRef } from 'react';

export function RichText({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => fill(place.current, html), [html]);
  return <div className="prose" ref={place} />;
}

/** Parsed into an inert document first, where links are made to leave this page alone. */
function fill(element: HTMLDivElement | null, html: string): void {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const link of parsed.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'nofollow noopener noreferrer';
  }
  element?.replaceChildren(...parsed.body.childNodes);
}
