// Attachments: files that belong to a post or a changelog entry, and the allowed types.

import type { Instant } from '../kernel/clock.ts';
import { maxProcessedLength } from '../kernel/text.ts';

export interface Attachment {
  id: string;
  /** The owner of the file. Without one, it is the logo of the site. */
  postId: string | null;
  changelogId: string | null;
  commentId: string | null;
  /** Unguessable: the storage key, and the secret part of the file's URL. */
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

/** The allowed family of a media type (spec §8); undefined if the type is not allowed. */
export function fileFamily(mimeType: string): FileFamily | undefined {
  const essence = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (essence.startsWith('image/')) return 'image';
  if (essence.startsWith('video/')) return 'video';
  return essence === 'application/pdf' ? 'pdf' : undefined;
}

export const maxBytesOf = (family: FileFamily, limits: UploadLimits): number =>
  family === 'video' ? limits.maxVideoBytes : limits.maxImageBytes;

const controlOrSeparator = /[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]/gu;

/** Makes a client's file name safe to display, to send in a header and to use in a URL. */
export function safeFileName(name: string | undefined): string {
  const cleaned = shorten(name ?? '', maxProcessedLength)
    .normalize('NFC')
    .replace(controlOrSeparator, '_')
    .replace(/\s+/g, ' ')
    .trim();
  const shortened = shorten(cleaned.replace(/^[.\s]+/, ''), 120).trim();
  return shortened === '' ? 'file' : shortened;
}

/** Shortens the name but keeps its extension. */
function shorten(name: string, max: number): string {
  const characters = [...name];
  if (characters.length <= max) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? [...name.slice(dot)].slice(0, 16) : [];
  return [...characters.slice(0, max - extension.length), ...extension].join('');
}
