// Who can read the public site: no one, people who sign in, or everyone.

import type { Site } from '@earshot/client';
import { Anchor, SegmentedControl, Text } from '@mantine/core';
import { useMatchCount } from '../../../data/feedback/posts.ts';
import { useMayAdminister } from '../../../data/session.ts';
import { useSaveSite } from '../../../data/settings/site.ts';
import { useNotify } from '../../../parts/states/notify.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { internalPosts } from './existing-posts.tsx';

type Readers = Site['visibility'];
const choices = ['off', 'signed_in', 'public'] as const satisfies readonly Readers[];

export function SiteVisibility({ site, onSwitchedOn }: { site: Site; onSwitchedOn: () => void }) {
  const { site: texts } = useSettingsTexts();
  const notify = useNotify();
  const mayAdminister = useMayAdminister();
  const save = useSaveSite();
  const internal = useMatchCount(internalPosts, true).data;
  const shown = (save.isPending ? save.variables.visibility : undefined) ?? site.visibility;
  const said = { off: texts.switchedOff, signed_in: texts.signedInOnly, public: texts.switchedOn };
  const change = (visibility: Readers) =>
    save.mutate(
      { visibility },
      {
        onSuccess: () => {
          notify.done(said[visibility]);
          if (site.visibility === 'off' && internal?.count !== 0) onSwitchedOn();
        },
        onError: notify.failed,
      },
    );
  return (
    <div>
      <Text id="readers" size="sm" fw={600}>
        {texts.readers}
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        {texts.isOnHint}
      </Text>
      <SegmentedControl
        aria-labelledby="readers"
        disabled={!mayAdminister}
        value={shown}
        onChange={(value) => change(value as Readers)}
        data={choices.map((value) => ({ value, label: texts.readersOf[value] }))}
      />
      {site.url !== null && (
        <Text mt="sm" size="sm">
          <Anchor href={site.url} target="_blank" rel="noreferrer" inherit>
            {site.url} ↗
          </Anchor>
        </Text>
      )}
    </div>
  );
}
