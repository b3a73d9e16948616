// Creates or edits a status, post type or tag: name and color, plus fields given as children.

import { ColorInput, Switch, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../../parts/forms/form-dialog.tsx';
import { swatches } from '../../../parts/forms/swatches.ts';
import { useNotify } from '../../../parts/states/notify.tsx';
import { errorBesideFields, useFieldErrors } from '../../../parts/text/error-text.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useTexts } from '../../../texts/texts.tsx';

export interface CatalogFields {
  name: string;
  color: string;
  isDefault: boolean;
}

/** The parts of a mutation that the form uses. */
interface Saving<Body> {
  mutate: (body: Body, on: { onSuccess: () => void }) => void;
  error: Error | null;
  isPending: boolean;
}

export function CatalogModal<Body>(props: {
  title: string;
  /** Shown if the name is taken. */
  takenText: string;
  item: { name: string; color: string | null; isDefault?: boolean } | undefined;
  /** Omitted for tags, which have no default. */
  defaultLabel?: string;
  saving: Saving<Body>;
  bodyOf: (fields: CatalogFields) => Body;
  onClose: () => void;
  children?: ReactNode;
}) {
  const settings = useSettingsTexts();
  const { common } = useTexts();
  const { catalog } = settings;
  const { item, saving } = props;
  const notify = useNotify();
  const [name, setName] = useState(item?.name ?? '');
  const [color, setColor] = useState(item?.color ?? swatches[0] ?? '');
  const wasDefault = item?.isDefault ?? false;
  const [isDefault, setDefault] = useState(wasDefault);
  const errors = useFieldErrors(saving.error);
  const submit = () => {
    const done = () => {
      notify.done(catalog.saved(name.trim()));
      props.onClose();
    };
    saving.mutate(props.bodyOf({ name, color, isDefault }), { onSuccess: done });
  };
  return (
    <FormDialog
      title={props.title}
      error={errorBesideFields(saving.error, ['name', 'color'])}
      known={{ CONFLICT: props.takenText }}
      submitLabel={common.save}
      isPending={saving.isPending}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <TextInput
        label={catalog.name}
        required
        maxLength={64}
        data-autofocus
        error={errors.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ColorInput
        label={catalog.color}
        format="hex"
        swatches={swatches}
        withEyeDropper={false}
        // Keep what was typed; the error says what is wrong with it.
        fixOnBlur={false}
        error={errors.color}
        value={color}
        onChange={setColor}
      />
      {props.children}
      {props.defaultLabel !== undefined && (
        <Switch
          label={props.defaultLabel}
          disabled={wasDefault}
          checked={isDefault}
          onChange={(event) => setDefault(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
