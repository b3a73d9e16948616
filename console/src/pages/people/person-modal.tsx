// Edits a person; an empty field removes its value.

import type { User } from '@earshot/client';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChangePerson } from '../../data/people.ts';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { errorBesideFields, useFieldErrors } from '../../parts/text/error-text.ts';
import { useTexts } from '../../texts/texts.tsx';

const fields = ['name', 'email', 'externalId', 'avatarUrl'] as const;
type Field = (typeof fields)[number];

export function PersonModal({ person, onClose }: { person: User; onClose: () => void }) {
  const { people: texts, common } = useTexts();
  const notify = useNotify();
  const change = useChangePerson(person.id);
  // As it was when the dialog opened: only what is changed here is saved, whatever others save meanwhile.
  const [before] = useState(person);
  const [values, setValues] = useState<Record<Field, string>>({
    name: person.name ?? '',
    email: person.email ?? '',
    externalId: person.externalId ?? '',
    avatarUrl: person.avatarUrl ?? '',
  });
  const errors = useFieldErrors(change.error);
  const submit = () => {
    const changed = fields.filter((field) => values[field].trim() !== (before[field] ?? ''));
    const patch = Object.fromEntries(changed.map((field) => [field, values[field].trim() || null]));
    change.mutate(patch, {
      onSuccess: () => {
        notify.done(texts.saved);
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={texts.edit}
      error={errorBesideFields(change.error, fields)}
      known={{ CONFLICT: texts.taken }}
      submitLabel={common.save}
      isPending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {fields.map((field) => (
        <TextInput
          key={field}
          label={texts.fields[field]}
          type={field === 'email' ? 'email' : field === 'avatarUrl' ? 'url' : 'text'}
          autoComplete="off"
          error={errors[field]}
          value={values[field]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setValues((others) => ({ ...others, [field]: value }));
          }}
        />
      ))}
    </FormDialog>
  );
}
