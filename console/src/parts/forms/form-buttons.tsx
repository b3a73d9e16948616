// The buttons at the end of a form or a question: cancel, then submit.

import { Button, Group } from '@mantine/core';
import { useTexts } from '../../texts/texts.tsx';

export function FormButtons(props: {
  submitLabel: string;
  color?: string;
  isPending: boolean;
  /** Unless it is pending, by default. */
  isCancelable?: boolean;
  isDisabled?: boolean;
  onCancel: () => void;
  /** Outside a form; inside one, the button submits the form. */
  onSubmit?: () => void;
}) {
  const { common } = useTexts();
  const { isCancelable = !props.isPending } = props;
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" disabled={!isCancelable} onClick={props.onCancel}>
        {common.cancel}
      </Button>
      <Button
        {...(props.onSubmit === undefined ? { type: 'submit' } : { onClick: props.onSubmit })}
        {...(props.color !== undefined && { color: props.color })}
        loading={props.isPending}
        disabled={props.isDisabled ?? false}
      >
        {props.submitLabel}
      </Button>
    </Group>
  );
}
