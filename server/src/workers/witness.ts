// How the sweeper knows the database that the files belong to: a note beside the files names the newest entry of its
// ledger. Entries are never removed, so a database that lacks that entry is another one, or an older copy.

import type { Files } from '../ports/files.ts';
import type { Store } from '../ports/store.ts';

export interface Witness {
  entry: { workspaceId: string; sequence: number; id: string } | undefined;
  /** A database that named too few files, until somebody says that it is right. */
  heldFor: string | undefined;
}

const nobody: Witness = { entry: undefined, heldFor: undefined };

export async function readWitness(files: Files): Promise<Witness> {
  const text = await files.readNote();
  if (text === undefined) return nobody;
  try {
    const { entry, heldFor } = JSON.parse(text) as Partial<Record<keyof Witness, unknown>>;
    return {
      entry: isEntry(entry) ? entry : undefined,
      heldFor: typeof heldFor === 'string' ? heldFor : undefined,
    };
  } catch {
    // Damaged, or cut short on its way: then there is no witness.
    return nobody;
  }
}

const isEntry = (value: unknown): value is NonNullable<Witness['entry']> =>
  typeof value === 'object' &&
  value !== null &&
  'workspaceId' in value &&
  typeof value.workspaceId === 'string' &&
  'sequence' in value &&
  typeof value.sequence === 'number' &&
  'id' in value &&
  typeof value.id === 'string';

/** Whether the database has the entry that the note names. */
export const hasEntry = async ({ read }: Store, entry: NonNullable<Witness['entry']>): Promise<boolean> =>
  (await read.ledger.idAt(entry.workspaceId, entry.sequence)) === entry.id;

export const writeWitness = (files: Files, witness: Witness): Promise<void> =>
  files.writeNote(JSON.stringify(witness));

/** Its first workspace: a database that was made anew has another one. */
export const nameOfDatabase = async ({ read }: Store): Promise<string> =>
  (await read.workspaces.list())[0]?.id ?? 'empty';

/** Notes how far the database has come. One that is not known to be the right one is noted only when forced to. */
export async function rememberDatabase(
  { store, files }: { store: Store; files: Files },
  { force = false } = {},
): Promise<void> {
  const { workspaces, ledger } = store.read;
  const last = await workspaces.lastChanged();
  if (last === undefined) return;
  const [newest] = await ledger.audit(last.id, { slice: { take: 1, skip: 0, after: undefined } });
  if (!force) {
    const { entry, heldFor } = await readWitness(files);
    if (newest === undefined || entry?.id === newest.id || !(await hasAny(files))) return;
    if (entry !== undefined && !(await hasEntry(store, entry))) return;
    if (heldFor === (await nameOfDatabase(store))) return;
  }
  const entry = newest && { workspaceId: last.id, sequence: newest.sequence, id: newest.id };
  await writeWitness(files, { entry, heldFor: undefined });
}

async function hasAny(files: Files): Promise<boolean> {
  for await (const _ of files.list()) return true;
  return false;
}
