// What the server says of statuses, for people: it names them by id, as programs need it.

import { useStatuses } from '../data/catalog.ts';

export function namingStatuses(text: string, statuses: readonly { id: string; name: string }[]): string {
  return text.replaceAll(/\bstat_\w+/g, (id) => statuses.find((status) => status.id === id)?.name ?? id);
}

export function useNamedStatuses(): (text: string) => string {
  const statuses = useStatuses().data ?? [];
  return (text) => namingStatuses(text, statuses);
}
