// Creates or edits a webhook.

import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { EventChoice, Webhook } from '../../../data/settings/webhook-states.ts';
import {
  useCreateWebhook,
  useUpdateWebhook,
  type WebhookWithSecret,
} from '../../../data/settings/webhooks.ts';
import { FormDialog } from '../../../parts/forms/form-dialog.tsx';
import { useNotify } from '../../../parts/states/notify.tsx';
import { errorBesideFields, useFieldErrors } from '../../../parts/text/error-text.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { EventsField } from './events-field.tsx';
import { HeadersField } from './headers-field.tsx';
import { RuleField } from './rule-field.tsx';
import {
  editsOf,
  fieldsOf,
  formOf,
  hasEvents,
  hasThreshold,
  serviceNames,
  type WebhookFormat,
} from './webhook-form.ts';

const formats = ['standard', 'slack', 'discord', 'teams', 'ntfy'] as const;

const shownFields = [
  'url',
  'description',
  'format',
  'types',
  'headers',
  'when.typeId',
  'when.tag',
  'when.atLeast',
];

export function WebhookModal(props: {
  /** Undefined for a new one. */
  webhook: Webhook | undefined;
  choices: readonly EventChoice[];
  onCreated?: (created: WebhookWithSecret) => void;
  onClose: () => void;
}) {
  const settings = useSettingsTexts();
  const { common } = useTexts();
  const { webhooks: texts } = settings;
  const { choices } = props;
  // As it was when the dialog opened: only what is changed here is saved, whatever others save meanwhile.
  const [webhook] = useState(props.webhook);
  const notify = useNotify();
  const [form, setForm] = useState(() => formOf(webhook, choices));
  const [isTried, setTried] = useState(false);
  const edit = (edits: Partial<typeof form>) => setForm((before) => ({ ...before, ...edits }));
  const create = useCreateWebhook();
  const update = useUpdateWebhook();
  const saving = webhook === undefined ? create : update;
  const errors = useFieldErrors(saving.error);
  const lacksEvents = isTried && !hasEvents(form);
  const submit = () => {
    setTried(true);
    if (!hasEvents(form)) return;
    if (webhook === undefined) {
      create.mutate(fieldsOf(form, choices), { onSuccess: (created) => props.onCreated?.(created) });
      return;
    }
    const onSuccess = () => {
      notify.done(texts.saved);
      props.onClose();
    };
    update.mutate({ id: webhook.id, ...editsOf(form, webhook, choices) }, { onSuccess });
  };
  return (
    <FormDialog
      title={webhook === undefined ? texts.create : texts.edit}
      size="lg"
      error={errorBesideFields(saving.error, shownFields)}
      known={{ CONFLICT: texts.tooMany }}
      submitLabel={webhook === undefined ? texts.create : common.save}
      isPending={saving.isPending}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <TextInput
        type="url"
        label={texts.url}
        description={texts.urlHint}
        placeholder="https://example.com/earshot"
        required
        maxLength={2048}
        data-autofocus
        error={errors.url}
        value={form.url}
        onChange={(event) => edit({ url: event.currentTarget.value })}
      />
      <TextInput
        label={texts.description}
        maxLength={500}
        error={errors.description}
        value={form.description}
        onChange={(event) => edit({ description: event.currentTarget.value })}
      />
      <Select
        label={texts.format}
        description={texts.formatHint}
        error={errors.format}
        value={form.format}
        onChange={(value) => edit({ format: (value ?? 'standard') as WebhookFormat })}
        data={formats.map((value) => ({
          value,
          label: value === 'standard' ? texts.standard : serviceNames[value],
        }))}
      />
      <EventsField
        choices={choices}
        value={form}
        isReplaced={hasThreshold(form)}
        error={lacksEvents ? texts.eventsRequired : errors.types}
        onChange={({ isAll, types }) => edit({ isAll, types })}
      />
      <RuleField value={form} errors={errors} onChange={edit} />
      <HeadersField rows={form.headers} error={errors.headers} onChange={(headers) => edit({ headers })} />
    </FormDialog>
  );
}
