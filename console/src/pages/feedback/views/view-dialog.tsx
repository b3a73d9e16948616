// Saves filters as a new view, or renames and shares one.

import type { View } from '@earshot/client';
import { Checkbox, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCreateView, useUpdateView } from '../../../data/feedback/views.ts';
import { useSession } from '../../../data/session.ts';
import { FormDialog } from '../../../parts/forms/form-dialog.tsx';
import { useNotify } from '../../../parts/states/notify.tsx';
import { errorBesideFields, useFieldErrors } from '../../../parts/text/error-text.ts';
import { useListTexts } from '../../../texts/list.ts';
import { useTexts } from '../../../texts/texts.tsx';

export function ViewDialog(props: {
  /** The one to edit. */
  view?: View;
  /** What a new one keeps. */
  kept?: Pick<View, 'filters' | 'sortBy'>;
  onClose: () => void;
}) {
  const { view, kept, onClose } = props;
  const { common } = useTexts();
  const { views: texts } = useListTexts();
  const { account } = useSession();
  const navigate = useNavigate();
  const notify = useNotify();
  const create = useCreateView();
  const update = useUpdateView();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const saving = view === undefined ? create : update;
  const errors = useFieldErrors(saving.error);
  const staysShared = view?.shared === true && view.memberId !== account.id;
  const edit = ({ id, ...before }: View) =>
    update.mutate(
      { id, name, shared },
      {
        onSuccess: () => {
          onClose();
          notify.doneWithUndo(texts.saved(name.trim()), () =>
            update.mutateAsync({ id, name: before.name, shared: before.shared }),
          );
        },
      },
    );
  const save = () =>
    create.mutate(
      { name, shared, filters: kept?.filters ?? '', sortBy: kept?.sortBy ?? null },
      {
        onSuccess: ({ id }) => {
          onClose();
          notify.done(texts.saved(name.trim()));
          void navigate({ to: '/posts', search: { view: id } });
        },
      },
    );
  return (
    <FormDialog
      title={view === undefined ? texts.save : texts.editTitle}
      error={errorBesideFields(saving.error, ['name'])}
      known={{ CONFLICT: texts.full }}
      submitLabel={common.save}
      isPending={saving.isPending}
      onSubmit={() => (view === undefined ? save() : edit(view))}
      onClose={onClose}
    >
      <TextInput
        label={texts.name}
        required
        maxLength={64}
        data-autofocus
        error={errors.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox
        label={texts.shared}
        description={staysShared ? texts.stays : texts.sharedHint}
        disabled={staysShared}
        checked={shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
