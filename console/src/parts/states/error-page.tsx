// Shown when a page doesn't exist or failed to load.

import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { onRecovery } from '../../data/connection.ts';
import { useTexts } from '../../texts/texts.tsx';
import { ButtonLink } from '../links.tsx';
import { useErrorText } from '../text/error-text.ts';
import { retryFailedLoads } from './lazy-component.tsx';

/** Outside the shell, which provides the main landmark elsewhere. */
export const NotFoundFrame = () => (
  <main>
    <NotFoundPage />
  </main>
);

export function NotFoundPage() {
  const { failures } = useTexts();
  return (
    <Center mih="60vh" p="lg" component="section">
      <Stack align="center" gap="sm" maw={420} ta="center">
        <Text c="dimmed" fw={600} className="tabular">
          404
        </Text>
        <Title order={1}>{failures.notFoundTitle}</Title>
        <Text c="dimmed">{failures.notFoundText}</Text>
        <ButtonLink to="/posts" variant="light" mt="xs">
          {failures.toPosts}
        </ButtonLink>
      </Stack>
    </Center>
  );
}

/** Retries by itself when the server answers again. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const texts = useTexts();
  const { title, text } = useErrorText(error);
  const router = useRouter();
  const again = useCallback(() => {
    retryFailedLoads();
    reset();
    void router.invalidate();
  }, [reset, router]);
  useEffect(() => onRecovery(again), [again]);
  return (
    <Center mih="60vh" p="lg" component="section" role="alert">
      <Stack align="center" gap="sm" maw={420} ta="center">
        <Title order={1}>{title ?? text}</Title>
        {title !== undefined && <Text c="dimmed">{text}</Text>}
        <Button variant="light" mt="xs" onClick={again}>
          {texts.common.tryAgain}
        </Button>
      </Stack>
    </Center>
  );
}
