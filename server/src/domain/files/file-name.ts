// File names for storage and download: the uploader's name, with an extension that fits the content. An image named
// `report.hta` would run as a program when opened.

import { safeFileName } from './attachment.ts';

/** By media type; the first is the default, the others are accepted. */
const extensions: Record<string, readonly [string, ...string[]]> = {
  'application/pdf': ['pdf'],
  'image/apng': ['png', 'apng'],
  'image/avif': ['avif'],
  'image/bmp': ['bmp', 'dib'],
  'image/bpg': ['bpg'],
  'image/flif': ['flif'],
  'image/gif': ['gif'],
  'image/heic': ['heic', 'heif'],
  'image/heic-sequence': ['heic', 'heics', 'heif'],
  'image/heif': ['heif', 'heic', 'hif'],
  'image/heif-sequence': ['heif', 'heifs', 'heic'],
  'image/icns': ['icns'],
  'image/j2c': ['j2c', 'j2k', 'jpc'],
  'image/jls': ['jls'],
  'image/jp2': ['jp2'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/jpm': ['jpm'],
  'image/jpx': ['jpx', 'jpf'],
  'image/jxl': ['jxl'],
  'image/ktx': ['ktx', 'ktx2'],
  'image/mj2': ['mj2', 'mjp2'],
  'image/png': ['png', 'apng'],
  'image/svg+xml': ['svg'],
  'image/tiff': ['tif', 'tiff'],
  'image/vnd.adobe.photoshop': ['psd', 'psb'],
  'image/vnd.dwg': ['dwg'],
  'image/vnd.ms-photo': ['jxr', 'wdp', 'hdp'],
  'image/webp': ['webp'],
  'image/x-adobe-dng': ['dng'],
  'image/x-canon-cr2': ['cr2'],
  'image/x-canon-cr3': ['cr3'],
  'image/x-fujifilm-raf': ['raf'],
  'image/x-icon': ['ico', 'cur'],
  'image/x-nikon-nef': ['nef'],
  'image/x-olympus-orf': ['orf'],
  'image/x-panasonic-rw2': ['rw2'],
  'image/x-sony-arw': ['arw'],
  'image/x-xcf': ['xcf'],
  'video/3gpp': ['3gp', '3gpp'],
  'video/3gpp2': ['3g2', '3gp2'],
  'video/matroska': ['mkv'],
  'video/mp1s': ['mpg', 'mpeg'],
  'video/mp2p': ['mpg', 'mpeg', 'vob'],
  'video/mp2t': ['ts', 'mts', 'm2ts'],
  'video/mp4': ['mp4', 'm4v', 'm4p', 'f4v', 'f4p'],
  'video/mpeg': ['mpg', 'mpeg'],
  'video/ogg': ['ogv', 'ogm', 'ogg'],
  'video/quicktime': ['mov', 'qt'],
  'video/vnd.avi': ['avi'],
  'video/webm': ['webm'],
  'video/x-flv': ['flv'],
  'video/x-m4v': ['m4v', 'mp4'],
  'video/x-ms-asf': ['asf', 'wmv'],
};

/** Not associated with any program. */
const unknown = ['bin'] as const;

const maxLength = 120;
/** Names that Windows reserves for devices, with any extension. */
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(?=\s*(?:\.|$))/i;

/** A safe name from the client's file name, which may be anything, and the detected type. */
export const fileNameOf = (given: string | undefined, mimeType: string): string =>
  withExtensionOf(mimeType, safeFileName(given).replace(device, '_$&'));

/**
 * Replaces a wrong extension; keeps a right one. Something that only looks like an extension, as in `version 1.5`,
 * stays before it.
 */
export function withExtensionOf(mimeType: string, name: string): string {
  const known: readonly [string, ...string[]] = extensions[mimeType] ?? unknown;
  const trimmed = name.replace(/[.\s]+$/, '');
  if (hasOneOf(known, trimmed)) return trimmed;
  const bare = trimmed.replace(/\.[a-z][a-z0-9_-]{0,15}$/i, '').replace(/[.\s]+$/, '');
  if (hasOneOf(known, bare)) return bare;
  const extension = `.${known[0]}`;
  return (
    [...(bare === '' ? 'file' : bare)]
      .slice(0, maxLength - extension.length)
      .join('')
      .trimEnd() + extension
  );
}

const hasOneOf = (known: readonly string[], name: string): boolean => {
  const dot = name.lastIndexOf('.');
  return dot > 0 && known.includes(name.slice(dot + 1).toLowerCase());
};
