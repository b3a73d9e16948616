// Sends a mail to the member's own address: a test of mail itself, or of the mail about a changelog entry.

import { Button } from '@mantine/core';
import { useSendTestMail } from '../data/settings/mail.ts';
import { useMailTexts } from '../texts/mail.ts';
import { IconSend } from './icons.tsx';
import { useNotify } from './states/notify.tsx';

interface SendTestButtonProps {
  /** An entry that is saved. */
  changelogId?: string;
  variant?: 'default';
}

export function SendTestButton({ changelogId, variant }: SendTestButtonProps) {
  const texts = useMailTexts();
  const notify = useNotify();
  const send = useSendTestMail(changelogId);
  const sent = changelogId === undefined ? texts.testSent : texts.testOfEntrySent;
  return (
    <Button
      {...(variant && { variant })}
      leftSection={<IconSend size={16} aria-hidden />}
      loading={send.isPending}
      onClick={() =>
        void notify.follow(send.mutateAsync(), ({ email }) => notify.done(sent(email)), {
          CONFLICT: texts.testRefused,
          FORBIDDEN: texts.testUnproven,
        })
      }
    >
      {texts.test}
    </Button>
  );
}
