// The state of an export or import.

import { Badge } from '@mantine/core';
import { type PortingTexts, usePortingTexts } from '../../../texts/porting.ts';

type State = keyof PortingTexts['states'];

const colors: Record<State, string> = {
  queued: 'gray',
  running: 'blue',
  finished: 'teal',
  failed: 'red',
  expired: 'gray',
  undoing: 'blue',
  undone: 'gray',
  previewed: 'orange',
  checking: 'blue',
};

export function JobBadge({ state }: { state: State }) {
  const texts = usePortingTexts();
  return (
    <Badge variant="outline" color={colors[state]} c="inherit" tt="none" flex="none">
      {texts.states[state]}
    </Badge>
  );
}

/** A dry run imports nothing. */
const dryStates: Partial<Record<State, State>> = {
  queued: 'checking',
  running: 'checking',
  finished: 'previewed',
};

export const shownState = ({ state, dryRun }: { state: State; dryRun: boolean }): State =>
  (dryRun ? dryStates[state] : undefined) ?? state;
