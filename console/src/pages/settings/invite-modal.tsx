// Invites someone: by mail, if that is set up, or with a link that is shown once.

import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Role, useSession } from '../../data/session.ts';
import { type NewInvite, useInvite } from '../../data/settings/members.ts';
import { CopyField } from '../../parts/forms/copy-field.tsx';
import { Dialog } from '../../parts/forms/dialog.tsx';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { errorBesideFields, useFieldErrors } from '../../parts/text/error-text.ts';
import { useSettingsTexts } from '../../texts/settings.ts';
import { useTexts } from '../../texts/texts.tsx';
import { assignableRoles } from './assignable-roles.ts';

export function InviteModal({ onClose }: { onClose: () => void }) {
  const { members: texts } = useSettingsTexts();
  const { workspace } = useSession();
  const invite = useInvite();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const errors = useFieldErrors(invite.error);
  if (invite.data !== undefined) return <Invited invite={invite.data} onClose={onClose} />;
  return (
    <FormDialog
      title={texts.invite}
      error={errorBesideFields(invite.error, ['email'])}
      known={{ CONFLICT: texts.alreadyMember }}
      submitLabel={texts.invite}
      isPending={invite.isPending}
      onSubmit={() => invite.mutate({ email: email.trim(), role })}
      onClose={onClose}
    >
      <TextInput
        type="email"
        label={texts.email}
        required
        data-autofocus
        error={errors.email}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Select
        label={texts.role}
        description={texts.roleHints[role]}
        value={role}
        onChange={(value) => setRole((value ?? 'member') as Role)}
        data={assignableRoles[workspace.role].map((value) => ({ value, label: texts.roles[value] }))}
      />
    </FormDialog>
  );
}

/** Asking for the link instead of the mail makes a new one: the link in the mail ends. */
function Invited({ invite, onClose }: { invite: NewInvite; onClose: () => void }) {
  const settings = useSettingsTexts();
  const { common } = useTexts();
  const { members: texts } = settings;
  const notify = useNotify();
  const again = useInvite();
  const { email, role, url } = again.data ?? invite;
  return (
    <Dialog onClose={onClose} isShownOnce={url !== null} size="lg" title={texts.linkTitle(email)}>
      <Stack>
        <Text size="sm">{url === null ? texts.mailed(email) : texts.linkText}</Text>
        {url !== null && <CopyField text={url} label={texts.link} />}
        <Group justify="flex-end">
          {url === null && (
            <Button
              variant="subtle"
              loading={again.isPending}
              onClick={() => notify.follow(again.mutateAsync({ email, role, asLink: true }))}
            >
              {texts.linkInstead}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {common.done}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
