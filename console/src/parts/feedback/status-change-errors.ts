// Explains why a post couldn't change to another status, naming the allowed ones.

import { useStatuses } from '../../data/catalog.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { KnownErrors } from '../text/error-text.ts';
import { useFormats } from '../text/format.ts';

/** What an error means for a post that has the given status. */
export function useStatusChangeErrors(): (fromId: string) => KnownErrors {
  const { feedback } = useTexts();
  const formats = useFormats();
  const statuses = useStatuses().data ?? [];
  return (fromId) => {
    const from = statuses.find(({ id }) => id === fromId);
    const next = from?.nextStatusIds ?? null;
    if (from === undefined || next === null) return { CONFLICT: feedback.changeNotAllowed };
    const names = statuses.filter(({ id }) => next.includes(id)).map(({ name }) => name);
    return {
      CONFLICT:
        names.length === 0
          ? feedback.noChangeFrom(from.name)
          : feedback.changeOnlyTo(from.name, formats.list(names)),
    };
  };
}
