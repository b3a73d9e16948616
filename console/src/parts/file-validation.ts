// Which of the chosen files can be attached, and why the others cannot: told before they are sent. The server still
// judges every file by its bytes. Pure.

import type { UploadLimits } from '../data/session.ts';

export type Refusal =
  | { why: 'type'; name: string }
  | { why: 'empty'; name: string }
  | { why: 'size'; name: string; size: number; maxBytes: number }
  | { why: 'count'; names: string[]; maxFiles: number };

type Chosen = Pick<File, 'name' | 'size' | 'type'>;

/** Images and videos whose type some browsers do not know by their name. */
const images = new Set([
  'heic',
  'heif',
  'avif',
  'jxl',
  'jp2',
  'tif',
  'tiff',
  'psd',
  'dng',
  'cr2',
  'nef',
  'arw',
]);
const videos = new Set([
  'mkv',
  'avi',
  'flv',
  'wmv',
  'm4v',
  'mov',
  'mts',
  'm2ts',
  '3gp',
  '3g2',
  'mpg',
  'mpeg',
]);

function familyOf({ name, type }: Chosen): 'image' | 'video' | 'pdf' | undefined {
  const essence = type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (essence.startsWith('image/')) return 'image';
  if (essence.startsWith('video/')) return 'video';
  if (essence === 'application/pdf') return 'pdf';
  if (essence !== '' && essence !== 'application/octet-stream') return undefined;
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (images.has(extension)) return 'image';
  return videos.has(extension) ? 'video' : undefined;
}

function faultOf(file: Chosen, limits: UploadLimits): Refusal | undefined {
  const { name, size } = file;
  const family = familyOf(file);
  if (family === undefined) return { why: 'type', name };
  if (size === 0) return { why: 'empty', name };
  const maxBytes = family === 'video' ? limits.maxVideoBytes : limits.maxImageBytes;
  return size > maxBytes ? { why: 'size', name, size, maxBytes } : undefined;
}

/** `present` is how many there are already; those that fit are taken in their order. */
export function judgeFiles<T extends Chosen>(
  files: readonly T[],
  limits: UploadLimits,
  present: number,
): { taken: T[]; refusals: Refusal[] } {
  const faults = files.map((file) => faultOf(file, limits));
  const sound = files.filter((_, index) => faults[index] === undefined);
  const room = Math.max(0, limits.maxFiles - present);
  const names = sound.slice(room).map(({ name }) => name);
  const refusals = faults.filter((fault) => fault !== undefined);
  if (names.length > 0) refusals.push({ why: 'count', names, maxFiles: limits.maxFiles });
  return { taken: sound.slice(0, room), refusals };
}
