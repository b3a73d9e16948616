// Confirms removing a member, and offers to revoke the API keys they created, which otherwise keep working.

import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { isUsable, useKeys } from '../../data/settings/keys.ts';
import { type Member, useRemoveMember } from '../../data/settings/members.ts';
import { ConfirmModal } from '../../parts/forms/confirm-modal.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { ErrorState } from '../../parts/states/states.tsx';
import surface from '../../parts/surface.module.css';
import { useSettingsTexts } from '../../texts/settings.ts';

export function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const { members: texts } = useSettingsTexts();
  const notify = useNotify();
  const remove = useRemoveMember();
  const keys = useKeys({ isFresh: true });
  const [revokeKeys, setRevokeKeys] = useState(true);
  const theirs = (keys.data ?? []).filter((key) => key.createdById === member.id && isUsable(key));
  const confirm = () =>
    remove.mutate(
      { id: member.id, revokeKeys },
      {
        onSuccess: ({ keysRevoked }) => {
          notify.done(
            keysRevoked === 0 ? texts.removed(member.name) : texts.removedWithKeys(member.name, keysRevoked),
          );
          onClose();
        },
        onError: notify.failedWith({ CONFLICT: texts.lastOwner }),
      },
    );
  return (
    <ConfirmModal
      opened
      title={texts.removeTitle(member.name)}
      confirmLabel={texts.remove}
      isPending={remove.isPending}
      // Wait for the keys as they are now, so that no one confirms before seeing them.
      isDisabled={!keys.isFetchedAfterMount || keys.isError}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">{texts.removeText}</Text>
        {keys.error !== null && <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />}
        {theirs.length > 0 && (
          <>
            <Text size="sm">{texts.removeKeysText(member.name, theirs.length)}</Text>
            <ul aria-label={texts.removeKeysOf(member.name)}>
              {theirs.map((key) => (
                <Text key={key.id} component="li" size="sm">
                  {key.name}{' '}
                  <Text span className={surface.mono} c="dimmed">
                    sk_{key.mode}_…{key.last4}
                  </Text>
                </Text>
              ))}
            </ul>
            <Checkbox
              label={texts.removeKeys(theirs.length)}
              checked={revokeKeys}
              onChange={(event) => setRevokeKeys(event.currentTarget.checked)}
            />
          </>
        )}
      </Stack>
    </ConfirmModal>
  );
}
