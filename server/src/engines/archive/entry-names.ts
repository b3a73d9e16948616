// Which entries an archive may have. Everything else is refused before anything is read: names in an archive could
// lead out of a directory, or be too many to hold.

import { randomBytes } from 'node:crypto';
import { badArchive } from '../../domain/porting/manifest.ts';

const allowed = /^(?:manifest\.json|[a-z][a-z-]{0,63}\.(?:ndjson|csv)|files\/[0-9a-f]{64})$/;

/** A name of its own for each export: what a killed one has left behind must not get into another. */
export const unfinishedName = (path: string): string => `${path}.${randomBytes(6).toString('hex')}.part`;

export function checkedEntryName(name: string): string {
  if (!allowed.test(name)) {
    const shown = JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
    throw badArchive(`The archive contains an entry that is not part of the format: ${shown}.`);
  }
  return name;
}
