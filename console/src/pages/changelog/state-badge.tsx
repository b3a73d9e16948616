// Draft, scheduled or published, as a badge.

import { Badge } from '@mantine/core';
import type { ChangelogState } from '../../data/changelogs.ts';
import { useTexts } from '../../texts/texts.tsx';

const colors = { draft: 'gray', scheduled: 'yellow', published: 'teal' } as const;

export function StateBadge({ state }: { state: ChangelogState }) {
  const { changelog } = useTexts();
  return (
    <Badge variant="dot" color={colors[state]} tt="none" fw={500}>
      {changelog.states[state]}
    </Badge>
  );
}
