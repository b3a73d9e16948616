// A dialog with a form: the error, the fields, the buttons.

import { Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ErrorState } from '../states/states.tsx';
import type { KnownErrors } from '../text/error-text.ts';
import { Dialog } from './dialog.tsx';
import { FormButtons } from './form-buttons.tsx';

export function FormDialog(props: {
  title: string;
  size?: 'md' | 'lg';
  /** An error that no field shows. */
  error: Error | null;
  known?: KnownErrors;
  submitLabel: string;
  isPending: boolean;
  isDisabled?: boolean;
  /** Whether closing ends the request. */
  isCancelable?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  const staysOpen = props.isPending && props.isCancelable !== true;
  return (
    <Dialog onClose={props.onClose} isPending={staysOpen} title={props.title} size={props.size ?? 'md'}>
      <form onSubmit={submit}>
        <Stack>
          {props.error !== null && <ErrorState error={props.error} known={props.known ?? {}} />}
          {props.children}
          <FormButtons
            submitLabel={props.submitLabel}
            isPending={props.isPending}
            isDisabled={props.isDisabled ?? false}
            isCancelable={!staysOpen}
            onCancel={props.onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
