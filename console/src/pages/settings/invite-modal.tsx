// Invites someone with a link that is shown once; needs no mail server.

import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Role, useSession } from '../../data/session.ts';
import { useInvite } from '../../data/settings/members.ts';
import { CopyField } from '../../parts/forms/copy-field.tsx';
import { Dialog } from '../../parts/forms/dialog.tsx';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { errorBesideFields, useFieldErrors } from '../../parts/text/error-text.ts';
import { useTexts } from '../../texts/texts.tsx';
import { assignableRoles } from './assignable-roles.ts';

export function InviteModal({ onClose }: { onClose: () => void }) {
  const { settings, common } = useTexts();
  const { members: texts } = settings;
  const { workspace } = useSession();
  const invite = useInvite();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const errors = useFieldErrors(invite.error);
  const submit = () => invite.mutate({ email: email.trim(), role });
  if (invite.data !== undefined) {
    return (
      <Dialog onClose={onClose} isShownOnce size="lg" title={texts.linkTitle(invite.data.email)}>
        <Stack>
          <Text size="sm">{texts.linkText}</Text>
          <CopyField text={invite.data.url} label={texts.link} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common.done}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={texts.invite}
      error={errorBesideFields(invite.error, ['email'])}
      known={{ CONFLICT: texts.alreadyMember }}
      submitLabel={texts.makeLink}
      isPending={invite.isPending}
      onSubmit={submit}
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
