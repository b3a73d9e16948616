// The form of our ETags (contract §7), and the versions that a client names with them.

import type { ExpectedVersions } from '../../domain/kernel/version.ts';

/** `W/"digest"` for lists, `"v7.digest"` for a single object, `"v7"` after a write; digests contain no dot. */
const tagShape = /^(?:W\/)?"(?:v(?<version>\d{1,15}))?\.?(?<digest>[A-Za-z0-9_-]{27})?"$/;

/** Undefined if the tag is not ours. */
export const partsOfTag = (tag: string): { version?: string; digest?: string } | undefined =>
  tagShape.exec(tag)?.groups;

export const tagsOf = (header: string | undefined): string[] =>
  header?.split(',').map((tag) => tag.trim()) ?? [];

/** The versions that If-Match accepts; undefined if any. A tag that is not ours matches nothing. */
export function expectedVersions(ifMatch: string | undefined): ExpectedVersions | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return tagsOf(ifMatch).flatMap((tag) => {
    const version = partsOfTag(tag)?.version;
    return version === undefined ? [] : [Number(version)];
  });
}
