// Bans a person from writing on the public site.

import { Checkbox, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useBan } from '../data/moderation.ts';
import { useTexts } from '../texts/texts.tsx';
import { FormDialog } from './forms/form-dialog.tsx';
import { useNotify } from './states/notify.tsx';

/** As long as the server allows. */
export const longestReason = 500;

export function BanDialog(props: { person: { id: string; name: string }; onClose: () => void }) {
  const { moderation: texts } = useTexts();
  const { id, name } = props.person;
  const notify = useNotify();
  const ban = useBan();
  const [reason, setReason] = useState('');
  const [removeVotes, setRemoveVotes] = useState(false);
  const submit = () =>
    ban.mutate(
      { userId: id, reason: reason.trim() === '' ? null : reason.trim(), removeVotes },
      {
        onSuccess: () => {
          notify.done(texts.banned(name));
          props.onClose();
        },
      },
    );
  return (
    <FormDialog
      title={texts.banTitle(name)}
      error={ban.error}
      known={{ CONFLICT: texts.banRefused }}
      submitLabel={texts.ban}
      isPending={ban.isPending}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Text size="sm">{texts.banText}</Text>
      <Textarea
        data-autofocus
        label={texts.reason}
        description={texts.banReasonHint}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={longestReason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Checkbox
        label={texts.removeVotes}
        description={texts.removeVotesHint}
        checked={removeVotes}
        onChange={(event) => setRemoveVotes(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
