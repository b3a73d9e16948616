// Whether an entry is a draft, scheduled or published.

import '../../parts/mantine-later.css';
import type { Changelog } from '@earshot/client';
import { Checkbox, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import type { ChangelogState } from '../../data/changelogs.ts';
import type { Telling } from '../../data/notices.ts';
import { fromLocalField, toLocalField } from '../../parts/text/local-time.ts';
import { useTexts } from '../../texts/texts.tsx';

export interface Publishing {
  state: ChangelogState;
  /** When scheduled; a published entry keeps its time. */
  publishedAt: string | undefined;
  completesPosts: boolean;
  telling: Telling;
}

export const publishingOf = (changelog: Changelog | undefined): Publishing => ({
  state: changelog?.state ?? 'draft',
  publishedAt: changelog?.publishedAt ?? undefined,
  completesPosts: changelog?.completeLinkedPosts ?? false,
  // Only what is scheduled was chosen.
  telling: changelog?.state === 'scheduled' ? changelog.notify : true,
});

/** Whether saving publishes the entry, now or on schedule. */
export const publishes = (changelog: Changelog | undefined, { state }: Publishing): boolean =>
  state === 'scheduled' || (state === 'published' && changelog?.state !== 'published');

const states = ['draft', 'scheduled', 'published'] as const;
const hour = 3_600_000;

/** The time chosen before, if still in the future; otherwise a full hour, one to two hours from now. */
function nextTime(chosen: string | undefined): string {
  if (chosen !== undefined && Date.parse(chosen) > Date.now()) return chosen;
  return new Date(Math.ceil(Date.now() / hour) * hour + hour).toISOString();
}

export function PublishingChoice(props: {
  value: Publishing;
  /** There are linked posts, and the entry is not published yet. */
  mayComplete: boolean;
  error: string | undefined;
  onChange: (value: Publishing) => void;
}) {
  const { changelog: texts } = useTexts();
  const { value, onChange } = props;
  const choose = (state: ChangelogState) => {
    onChange({
      ...value,
      state,
      publishedAt: state === 'scheduled' ? nextTime(value.publishedAt) : undefined,
    });
  };
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={600} mb={4} id="publishing">
          {texts.publishing}
        </Text>
        <SegmentedControl
          aria-labelledby="publishing"
          value={value.state}
          onChange={(state) => choose(state as ChangelogState)}
          data={states.map((state) => ({ value: state, label: texts.publishings[state] }))}
        />
      </div>
      {value.state === 'scheduled' && (
        <TextInput
          type="datetime-local"
          label={texts.publishAt}
          required
          maw={260}
          error={props.error}
          min={toLocalField(new Date().toISOString())}
          value={toLocalField(value.publishedAt ?? null)}
          onChange={(event) => onChange({ ...value, publishedAt: fromLocalField(event.currentTarget.value) })}
        />
      )}
      {props.mayComplete && (
        <Checkbox
          label={texts.completePosts}
          checked={value.completesPosts}
          onChange={(event) => onChange({ ...value, completesPosts: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
