// Decides which selected files can be attached, before anything is uploaded. The server still checks every file by its
// content. Pure.

import type { UploadLimits } from '../../data/session.ts';

export type Rejection =
  | { reason: 'type'; name: string }
  | { reason: 'empty'; name: string }
  | { reason: 'size'; name: string; size: number; maxBytes: number }
  | { reason: 'count'; names: string[]; maxFiles: number };

type FileLike = Pick<File, 'name' | 'size' | 'type'>;

/** Extensions of images and videos for which some browsers report no type. */
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

function familyOf({ name, type }: FileLike): 'image' | 'video' | 'pdf' | undefined {
  const essence = type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (essence.startsWith('image/')) return 'image';
  if (essence.startsWith('video/')) return 'video';
  if (essence === 'application/pdf') return 'pdf';
  if (essence !== '' && essence !== 'application/octet-stream') return undefined;
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (images.has(extension)) return 'image';
  return videos.has(extension) ? 'video' : undefined;
}

function rejectionOf(file: FileLike, limits: UploadLimits): Rejection | undefined {
  const { name, size } = file;
  const family = familyOf(file);
  if (family === undefined) return { reason: 'type', name };
  if (size === 0) return { reason: 'empty', name };
  const maxBytes = family === 'video' ? limits.maxVideoBytes : limits.maxImageBytes;
  return size > maxBytes ? { reason: 'size', name, size, maxBytes } : undefined;
}

/** `present` is how many files are attached already. Accepts files in order until the limit is reached. */
export function validateFiles<T extends FileLike>(
  files: readonly T[],
  limits: UploadLimits,
  present: number,
): { accepted: T[]; rejections: Rejection[] } {
  const found = files.map((file) => rejectionOf(file, limits));
  const valid = files.filter((_, index) => found[index] === undefined);
  const left = Math.max(0, limits.maxFiles - present);
  const names = valid.slice(left).map(({ name }) => name);
  const rejections = found.filter((rejection) => rejection !== undefined);
  if (names.length > 0) rejections.push({ reason: 'count', names, maxFiles: limits.maxFiles });
  return { accepted: valid.slice(0, left), rejections };
}
