// Whether followers are told of a new status: as the status says, until it is ticked or unticked.

import { Checkbox } from '@mantine/core';
import { useStatuses } from '../../data/catalog.ts';
import { useTexts } from '../../texts/texts.tsx';

interface Moved {
  visibility?: string;
}

interface Telling {
  notifyFollowers?: boolean;
}

export const isPublic = ({ visibility }: Moved): boolean => visibility === 'public';

/** What becomes of a post that moves to this status while nothing is chosen for it. */
export const tellsByItself = (status: Telling, post: Moved): boolean =>
  status.notifyFollowers === true && isPublic(post);

export function TellFollowers(props: {
  posts: readonly Moved[];
  label: string;
  hint?: string | undefined;
  disabled?: boolean;
  /** Undefined while nothing is chosen. */
  choice: boolean | undefined;
  onChoice: (tells: boolean) => void;
}) {
  const { telling: texts } = useTexts();
  const statuses = useStatuses().data ?? [];
  const { label, hint, disabled = false, choice, posts } = props;
  const mayTell = statuses.some((status) => posts.some((post) => tellsByItself(status, post)));
  const isByStatus = choice === undefined && mayTell && !disabled;
  return (
    <Checkbox
      mt="xs"
      size="xs"
      label={label}
      description={isByStatus ? texts.byStatus : hint}
      disabled={disabled}
      checked={choice === true && !disabled}
      indeterminate={isByStatus}
      onChange={(event) => props.onChoice(event.currentTarget.checked)}
    />
  );
}
