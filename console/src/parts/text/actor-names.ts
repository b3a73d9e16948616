// The names of people and API keys that changed something, as long as they exist.

import type { AuditEntry } from '@earshot/client';
import { useKeys } from '../../data/settings/keys.ts';
import { useMembers } from '../../data/settings/members.ts';
import { useSettingsTexts } from '../../texts/settings.ts';

export function useActorNames(): (actor: AuditEntry['actor']) => string {
  const { audit: texts } = useSettingsTexts();
  const members = useMembers().data?.members;
  const keys = useKeys().data;
  return ({ type, id }) => {
    if (type === 'system') return texts.system;
    if (type === 'visitor') return texts.visitor;
    const name = [...(members ?? []), ...(keys ?? [])].find((one) => one.id === id)?.name;
    return name ?? id;
  };
}
