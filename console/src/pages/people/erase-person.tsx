// Erases a person, after their email or name was typed to confirm.

import type { User } from '@earshot/client';
import { Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useErasePerson } from '../../data/people.ts';
import { ConfirmModal } from '../../parts/forms/confirm-modal.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { useTexts } from '../../texts/texts.tsx';

export function ErasePerson(props: { person: User; name: string; onClose: () => void }) {
  const { people: texts } = useTexts();
  const navigate = useNavigate();
  const notify = useNotify();
  const erase = useErasePerson();
  const [typed, setTyped] = useState('');
  const word = props.person.email ?? props.name;
  const confirm = () =>
    erase.mutate(props.person.id, {
      onSuccess: () => {
        notify.done(texts.erased);
        void navigate({ to: '/customers/people' });
      },
      onError: notify.failed,
    });
  return (
    <ConfirmModal
      opened
      title={texts.eraseTitle(props.name)}
      confirmLabel={texts.erase}
      isPending={erase.isPending}
      isDisabled={typed.trim() !== word}
      onConfirm={confirm}
      onClose={props.onClose}
    >
      <Stack gap="sm">
        <Text size="sm">{texts.eraseText}</Text>
        <TextInput
          data-autofocus
          label={texts.eraseConfirm(word)}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmModal>
  );
}
