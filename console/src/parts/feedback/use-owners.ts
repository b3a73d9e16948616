// Who can look after a post: oneself first, then no one, then the others.

import { useSession } from '../../data/session.ts';
import { useMembers } from '../../data/settings/members.ts';
import { useTexts } from '../../texts/texts.tsx';

/** In place of an ID: posts without an owner, in the filter of the API as well. */
export const noOwner = 'none';

export function useOwners(): { id: string; name: string }[] {
  const { owners: texts } = useTexts();
  const { id: ownId } = useSession().account;
  const members = useMembers().data?.members ?? [];
  const named = members.map(({ id, name }) => ({ id, name: id === ownId ? texts.me(name) : name }));
  return [
    ...named.filter(({ id }) => id === ownId),
    { id: noOwner, name: texts.noOwner },
    ...named.filter(({ id }) => id !== ownId),
  ];
}
