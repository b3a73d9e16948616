// The address that replies to news go to: the team names one, and someone there confirms it.

import { Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Outbox, useAskReplyTo, useClearReplyTo } from '../../../data/settings/mail.ts';
import { useNotify } from '../../../parts/states/notify.tsx';
import { errorBesideFields, errorText, useFieldErrors } from '../../../parts/text/error-text.ts';
import { useMailTexts } from '../../../texts/mail.ts';
import { useTexts } from '../../../texts/texts.tsx';
import classes from './mail.module.css';

export function ReplyTo({ replyTo: { address, asked } }: { replyTo: Outbox['replyTo'] }) {
  const { replies: texts } = useMailTexts();
  const all = useTexts();
  const notify = useNotify();
  const ask = useAskReplyTo();
  const clear = useClearReplyTo();
  const [typed, setTyped] = useState(address ?? '');
  const errors = useFieldErrors(ask.error);
  const other = errorBesideFields(ask.error, ['email']);
  const wanted = typed.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate(wanted, {
      onSuccess: () => notify.done(wanted === address ? texts.kept(wanted) : texts.asked(wanted)),
    });
  };
  const remove = () =>
    clear.mutate(undefined, {
      onSuccess: () => {
        setTyped('');
        notify.done(texts.removed);
      },
      onError: notify.failed,
    });
  return (
    <form className={classes.replies} onSubmit={submit} aria-label={texts.title}>
      <TextInput
        maw={480}
        type="email"
        label={texts.title}
        description={texts.hint}
        maxLength={254}
        error={errors.email ?? (other !== null && errorText(all, other, { CONFLICT: texts.refused }))}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {asked !== null && (
        <Text size="sm" mt="xs" role="status">
          {texts.waits(asked)}
        </Text>
      )}
      <Group mt="sm">
        <Button type="submit" variant="default" loading={ask.isPending} disabled={wanted === ''}>
          {texts.ask}
        </Button>
        {(address !== null || asked !== null) && (
          <Button variant="subtle" color="gray" loading={clear.isPending} onClick={remove}>
            {texts.remove}
          </Button>
        )}
      </Group>
    </form>
  );
}
