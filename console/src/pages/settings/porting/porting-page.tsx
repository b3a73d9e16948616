// Takes everything out of the workspace, and brings in what is elsewhere. For admins only: exports hold email
// addresses and private notes.

import { Stack } from '@mantine/core';
import { useMayAdminister } from '../../../data/session.ts';
import { IconLock } from '../../../parts/icons.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { EmptyState } from '../../../parts/states/states.tsx';
import { usePortingTexts } from '../../../texts/porting.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { Exports } from './exports.tsx';
import { Imports } from './imports.tsx';

export function PortingPage() {
  const { porting } = useSettingsTexts();
  const texts = usePortingTexts();
  const mayAdminister = useMayAdminister();
  return (
    <PageFrame title={porting.title} width="narrow">
      {mayAdminister ? (
        <Stack gap={40}>
          <Exports />
          <Imports />
        </Stack>
      ) : (
        <EmptyState Icon={IconLock} title={texts.adminsOnly} />
      )}
    </PageFrame>
  );
}
