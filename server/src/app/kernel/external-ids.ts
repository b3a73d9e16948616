// External ids: the caller's own ids, unique among the objects of one kind in a workspace.

import { conflict } from '../../domain/failure.ts';
import { externalIdText } from '../../domain/text.ts';

/** Checks an external id that an object is about to get; null clears it. `ownerId` may have it already. */
export async function freeExternalId(
  thing: string,
  find: (externalId: string) => Promise<{ id: string } | undefined>,
  text: string | null,
  ownerId?: string,
): Promise<string | null> {
  if (text === null) return null;
  const externalId = externalIdText(text);
  const owner = await find(externalId);
  if (owner !== undefined && owner.id !== ownerId) {
    throw conflict(`A ${thing} with the externalId "${externalId}" exists already.`);
  }
  return externalId;
}
