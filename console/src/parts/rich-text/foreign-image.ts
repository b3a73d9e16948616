// An image from another host. It is never loaded automatically, because that would tell the host who is reading. A
// button loads it into a sandboxed frame, since the page's own policy blocks such images. Plain DOM, because rich text
// and its editor are not built from components.

import type { Texts } from '../../texts/texts.tsx';
import { hostOf } from '../files/hosted-file.ts';
import classes from './foreign-image.module.css';

interface Named {
  src: string;
  alt: string;
}

export function foreignImage(image: Named, texts: Texts['images']): HTMLElement {
  const place = document.createElement('div');
  place.className = classes.place ?? '';
  offer(place, image, texts);
  return place;
}

function offer(place: HTMLElement, image: Named, texts: Texts['images'], isAfterFailure = false): void {
  const host = hostOf(image.src);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = classes.load ?? '';
  button.textContent = texts.load(host);
  button.addEventListener('click', () => load(place, image, texts));
  const lines = [image.alt, ...(isAfterFailure ? [texts.failed] : [])].filter((line) => line !== '');
  place.replaceChildren(...lines.map(lineOf), button);
}

function lineOf(text: string): HTMLElement {
  const line = document.createElement('p');
  line.textContent = text;
  return line;
}

function load(place: HTMLElement, image: Named, texts: Texts['images']): void {
  const frame = document.createElement('iframe');
  frame.className = classes.frame ?? '';
  frame.title = image.alt === '' ? texts.from(hostOf(image.src)) : image.alt;
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.referrerPolicy = 'no-referrer';
  frame.src = `/foreign-image.html#${new URLSearchParams({ src: image.src, alt: image.alt })}`;
  const hear = ({ source, data }: MessageEvent<{ width?: number; height?: number; failed?: boolean }>) => {
    if (source !== frame.contentWindow || source === null) return;
    window.removeEventListener('message', hear);
    const { width = 0, height = 0 } = data;
    if (!(width > 0 && height > 0)) return offer(place, image, texts, true);
    frame.style.width = `${width}px`;
    frame.style.aspectRatio = `${width} / ${height}`;
    place.dataset.loaded = 'true';
  };
  window.addEventListener('message', hear);
  place.replaceChildren(frame);
  // The button is gone. Keep the focus out of the frame, where the page's shortcuts don't work.
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}
