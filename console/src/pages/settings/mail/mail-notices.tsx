// What keeps mail from being sent: a server that refuses us, and notices that wait for an admin.

import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Outbox, useDiscardMail, useReleaseMail } from '../../../data/settings/mail.ts';
import { ConfirmModal } from '../../../parts/forms/confirm-modal.tsx';
import { IconAlertTriangle, IconPlayerPause } from '../../../parts/icons.tsx';
import { useNotify } from '../../../parts/states/notify.tsx';
import surface from '../../../parts/surface.module.css';
import { useFormats } from '../../../parts/text/format.ts';
import { useMailTexts } from '../../../texts/mail.ts';

export function BlockedNotice({ answer }: { answer: string }) {
  const texts = useMailTexts();
  return (
    <Alert mb="lg" color="red" icon={<IconAlertTriangle size={18} aria-hidden />} title={texts.blockedTitle}>
      <Text size="sm">{texts.blockedText}</Text>
      <Text className={surface.mono} mt="xs">
        {answer}
      </Text>
    </Alert>
  );
}

export function HeldNotice({ held }: { held: NonNullable<Outbox['held']> }) {
  const texts = useMailTexts();
  const formats = useFormats();
  const notify = useNotify();
  const [isConfirming, setConfirming] = useState(false);
  const release = useReleaseMail();
  const discard = useDiscardMail();
  const close = () => setConfirming(false);
  return (
    <Alert
      mb="lg"
      color="yellow"
      icon={<IconPlayerPause size={18} aria-hidden />}
      title={texts.heldTitle(formats.dateTime(held.since))}
    >
      <Stack gap="sm">
        <Text size="sm">{texts.heldReasons[held.reason]}</Text>
        <Group gap="xs">
          <Button
            size="compact-sm"
            loading={release.isPending}
            onClick={() => void notify.follow(release.mutateAsync(), () => notify.done(texts.released))}
          >
            {texts.release}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setConfirming(true)}>
            {texts.discard}
          </Button>
        </Group>
      </Stack>
      <ConfirmModal
        opened={isConfirming}
        title={texts.discardTitle}
        confirmLabel={texts.discard}
        isPending={discard.isPending}
        onConfirm={() =>
          void notify
            .follow(discard.mutateAsync(), ({ discarded }) =>
              notify.done(texts.discarded(discarded, formats.number(discarded))),
            )
            .then(close)
        }
        onClose={close}
      >
        {texts.discardText}
      </ConfirmModal>
    </Alert>
  );
}
