// Ties the files to their database: a note stored with the files names the newest entry of its ledger. Entries
// are never removed, so a database without that entry is another one, or an older copy.

import type { Files } from '../ports/files/files.ts';
import type { Store } from '../ports/store.ts';

export interface DatabaseMarker {
  entry: { workspaceId: string; sequence: number; id: string } | undefined;
  /** A database that referenced too few files, until a person confirms it. */
  heldFor: string | undefined;
}

const noMarker: DatabaseMarker = { entry: undefined, heldFor: undefined };

export async function readMarker(files: Files): Promise<DatabaseMarker> {
  const text = await files.readNote();
  if (text === undefined) return noMarker;
  try {
    const { entry, heldFor } = JSON.parse(text) as Partial<Record<keyof DatabaseMarker, unknown>>;
    return {
      entry: isEntry(entry) ? entry : undefined,
      heldFor: typeof heldFor === 'string' ? heldFor : undefined,
    };
  } catch {
    // Corrupt or truncated: treat it as missing.
    return noMarker;
  }
}

const isEntry = (value: unknown): value is NonNullable<DatabaseMarker['entry']> =>
  typeof value === 'object' &&
  value !== null &&
  'workspaceId' in value &&
  typeof value.workspaceId === 'string' &&
  'sequence' in value &&
  typeof value.sequence === 'number' &&
  'id' in value &&
  typeof value.id === 'string';

/** Whether the database has the entry that the marker names. */
export const hasEntry = async (
  { read }: Store,
  entry: NonNullable<DatabaseMarker['entry']>,
): Promise<boolean> => (await read.ledger.idAt(entry.workspaceId, entry.sequence)) === entry.id;

export const writeMarker = (files: Files, marker: DatabaseMarker): Promise<void> =>
  files.writeNote(JSON.stringify(marker));

/** Its first workspace, which is different in a new database. */
export const databaseId = async ({ read }: Store): Promise<string> =>
  (await read.workspaces.list())[0]?.id ?? 'empty';

/** Records the database's newest entry. An unconfirmed database is recorded only with `force`. */
export async function updateMarker(
  { store, files }: { store: Store; files: Files },
  { force = false } = {},
): Promise<void> {
  const { workspaces, ledger } = store.read;
  const last = await workspaces.lastChanged();
  if (last === undefined) return;
  const [newest] = await ledger.audit(last.id, { slice: { take: 1, skip: 0, after: undefined } });
  if (!force) {
    const { entry, heldFor } = await readMarker(files);
    if (newest === undefined || entry?.id === newest.id || !(await hasAny(files))) return;
    if (entry !== undefined && !(await hasEntry(store, entry))) return;
    if (heldFor === (await databaseId(store))) return;
  }
  const entry = newest && { workspaceId: last.id, sequence: newest.sequence, id: newest.id };
  await writeMarker(files, { entry, heldFor: undefined });
}

async function hasAny(files: Files): Promise<boolean> {
  for await (const _ of files.list()) return true;
  return false;
}
