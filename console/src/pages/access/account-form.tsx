// The form that creates an account, for setup links and invites.

import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import {
  errorBesideFields,
  errorText,
  type KnownErrors,
  useFieldErrors,
} from '../../parts/text/error-text.ts';
import { useTexts } from '../../texts/texts.tsx';

export interface AccountFields {
  name: string;
  email: string;
  password: string;
}

export function AccountForm(props: {
  /** Set by an invite, and then read-only. */
  email?: string;
  submitLabel: string;
  error: Error | null;
  known: KnownErrors;
  isPending: boolean;
  onSubmit: (fields: AccountFields) => void;
}) {
  const texts = useTexts();
  const { access } = texts;
  const [fields, setFields] = useState({ name: '', email: props.email ?? '', password: '' });
  const errors = useFieldErrors(props.error);
  const otherError = errorBesideFields(props.error, ['name', 'email', 'password']);
  const set = (part: Partial<AccountFields>) => setFields((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit(fields);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {otherError !== null && (
          <Alert color="red" role="alert">
            {errorText(texts, otherError, props.known)}
          </Alert>
        )}
        <TextInput
          label={access.name}
          autoComplete="name"
          required
          maxLength={100}
          autoFocus
          error={errors.name}
          value={fields.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label={access.email}
          type="email"
          autoComplete="username"
          required
          readOnly={props.email !== undefined}
          error={errors.email}
          value={fields.email}
          onChange={(event) => set({ email: event.currentTarget.value })}
        />
        <PasswordInput
          label={access.password}
          description={access.passwordHint}
          autoComplete="new-password"
          required
          error={errors.password}
          value={fields.password}
          visibilityToggleButtonProps={{ 'aria-label': access.showPassword }}
          onChange={(event) => set({ password: event.currentTarget.value })}
        />
        <Button type="submit" size="md" loading={props.isPending}>
          {props.submitLabel}
        </Button>
      </Stack>
    </form>
  );
}
