// Creates a key and shows the command that tries it, until the first request arrives.

import { Button, Loader, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCreateKey } from '../../data/settings/keys.ts';
import { CopyField } from '../../parts/forms/copy-field.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { curlFirstPost } from '../../parts/text/curl.ts';
import { useHomeTexts } from '../../texts/home.ts';
import classes from './home-page.module.css';

export function ConnectStep({ isDone }: { isDone: boolean }) {
  const { connect: texts } = useHomeTexts();
  const notify = useNotify();
  const create = useCreateKey();
  const [secret, setSecret] = useState<string>();
  const start = () =>
    create.mutate(
      { name: texts.keyName, mode: 'live' },
      { onSuccess: (minted) => setSecret(minted.secret), onError: notify.failed },
    );
  if (secret !== undefined)
    return (
      <Stack gap="xs" w="100%">
        <CopyField
          isCode
          label={texts.command}
          text={curlFirstPost(location.origin, secret, texts.firstPost)}
        />
        <Text size="sm" fw={500}>
          {texts.once}
        </Text>
        {!isDone && (
          <div className={classes.waiting} role="status">
            <Loader size={14} aria-hidden />
            {texts.waiting}
          </div>
        )}
      </Stack>
    );
  if (isDone)
    return (
      <ButtonLink to="/settings/api-keys" variant="default">
        {texts.show}
      </ButtonLink>
    );
  return (
    <Button variant="default" loading={create.isPending} onClick={start}>
      {texts.act}
    </Button>
  );
}
