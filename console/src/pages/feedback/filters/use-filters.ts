// The filters of the list: their names, and the choices of those that have a few.

import { usePostTypes, useStatuses, useTags } from '../../../data/catalog.ts';
import { type FeedbackSearch, type FilterName, filterNames } from '../../../data/feedback/feedback-search.ts';
import { useSomePeople } from '../../../data/people.ts';
import { useSession } from '../../../data/session.ts';
import { useOwners } from '../../../parts/feedback/use-owners.ts';
import { useFormats } from '../../../parts/text/format.ts';
import { useListTexts } from '../../../texts/list.ts';
import { useTexts } from '../../../texts/texts.tsx';

export interface FilterChoice {
  id: string;
  name: string;
  color?: string | null;
}

/** Of which one can be chosen. */
export const isSingle: Partial<Record<FilterName, boolean>> = { comments: true, unanswered: true };

const dayCounts = [3, 7, 14, 30, 90];
const yesOrNo = ['true', 'false'] as const;
const visibilities = [
  { id: 'internal', color: '#64748b' },
  { id: 'public', color: '#6366f1' },
] as const;

export function useFilterLabels(): Record<FilterName, string> {
  const { feedback, visibility, owners } = useTexts();
  const { filters: texts } = useListTexts();
  const { status, type, comments, unanswered } = feedback;
  const { tag, author, since, before, merged } = texts;
  return {
    ...{ status, type, comments, unanswered, tag, author, since, before, merged },
    ...{ owner: owners.owner, visibility: visibility.filter },
  };
}

export function useFilterChoices({ withTags }: { withTags: boolean }) {
  const { feedback, visibility } = useTexts();
  const { filters: texts } = useListTexts();
  const formats = useFormats();
  const choices: Partial<Record<FilterName, readonly FilterChoice[]>> = {
    status: useStatuses().data ?? [],
    type: usePostTypes().data ?? [],
    tag: useTags(withTags).data ?? [],
    owner: useOwners(),
    visibility: visibilities.map(({ id, color }) => ({ id, name: visibility.visibilities[id], color })),
    comments: yesOrNo.map((id) => ({ id, name: feedback.hasComments[id] })),
    unanswered: dayCounts.map((days) => ({
      id: String(days),
      name: feedback.unansweredFor(formats.number(days)),
    })),
    merged: yesOrNo.map((id) => ({ id, name: texts.mergedChoices[id] })),
  };
  return choices;
}

/** Without a public site, it makes no difference who may see a post. */
export function useOfferedFilters(): FilterName[] {
  const { siteUrl } = useSession();
  return filterNames.filter((name) => name !== 'visibility' || siteUrl !== null);
}

/** What the chosen values are called. */
export function useChosenNames(search: FeedbackSearch) {
  const { feedback } = useTexts();
  const formats = useFormats();
  const choices = useFilterChoices({ withTags: search.tag !== undefined });
  const people = useSomePeople(search.author ?? []);
  const nameOf = (filter: FilterName, id: string): string => {
    if (filter === 'since' || filter === 'before') return formats.date(`${id}T12:00:00`);
    if (filter === 'author') {
      const person = people.find((one) => one.id === id);
      return person === undefined ? '…' : (person.name ?? person.email ?? feedback.anonymous);
    }
    return choices[filter]?.find((choice) => choice.id === id)?.name ?? id;
  };
  return (filter: FilterName) => (search[filter] ?? []).map((id) => nameOf(filter, id));
}
