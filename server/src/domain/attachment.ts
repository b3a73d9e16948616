// A file that belongs to a post: what may be attached, and what we know of it.

import type { Instant } from './clock.ts';
import { maxProcessedLength } from './text.ts';

export interface Attachment {
  id: string;
  /** One of the two is set: what the file belongs to. */
  postId: string | null;
  changelogId: string | null;
  /** Unguessable; where the bytes lie, and the secret part of the file's address. */
  fileKey: string;
  fileName: string;
  mimeType: string;
  size: number;
  width: number | null;
  height: number | null;
  sha256: string;
  createdAt: Instant;
}

export type FileFamily = 'image' | 'video' | 'pdf';

export interface UploadLimits {
  maxFiles: number;
  maxImageBytes: number;
  maxVideoBytes: number;
}

/** Which of the allowed families a media type belongs to (spec §8), or undefined for one that is refused. */
export function fileFamily(mimeType: string): FileFamily | undefined {
  const essence = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (essence.startsWith('image/')) return 'image';
  if (essence.startsWith('video/')) return 'video';
  return essence === 'application/pdf' ? 'pdf' : undefined;
}

export const maxBytesOf = (family: FileFamily, limits: UploadLimits): number =>
  family === 'video' ? limits.maxVideoBytes : limits.maxImageBytes;

const controlOrSeparator = /[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]/gu;

/** A client's file name made harmless to show, to send in a header and to put into an address. */
export function safeFileName(name: string | undefined): string {
  const cleaned = shorten(name ?? '', maxProcessedLength)
    .normalize('NFC')
    .replace(controlOrSeparator, '_')
    .replace(/\s+/g, ' ')
    .trim();
  const shortened = shorten(cleaned.replace(/^[.\s]+/, ''), 120).trim();
  return shortened === '' ? 'file' : shortened;
}

/** Cuts the middle of the name, never its extension. */
function shorten(name: string, max: number): string {
  const characters = [...name];
  if (characters.length <= max) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? [...name.slice(dot)].slice(0, 16) : [];
  return [...characters.slice(0, max - extension.length), ...extension].join('');
}
