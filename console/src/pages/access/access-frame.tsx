// The frame of the pages before sign-in: one centered card, with the languages below.

import '../../parts/mantine-later.css';
import { Alert, Avatar, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../parts/page-frame.tsx';
import { type Language, languages, languageTags, useI18n } from '../../texts/texts.tsx';
import classes from './access-frame.module.css';

export function AccessFrame(props: {
  title: string;
  text?: string;
  notice?: string | undefined;
  children?: ReactNode;
}) {
  usePageTitle(props.title);
  const { language, setLanguage, texts } = useI18n();
  return (
    <main className={classes.page}>
      <div className={classes.column}>
        <Group gap="sm" justify="center" mb="lg">
          <Avatar src="/icon.svg" size={36} radius="md" alt="" />
          <Text fw={600} size="lg">
            Earshot
          </Text>
        </Group>
        {props.notice !== undefined && (
          <Alert mb="md" color="yellow" role="status">
            {props.notice}
          </Alert>
        )}
        <Card withBorder padding="xl" radius="lg" className={classes.card}>
          <Stack gap={4} mb="lg">
            <Title order={1}>{props.title}</Title>
            {props.text !== undefined && (
              <Text c="dimmed" size="sm">
                {props.text}
              </Text>
            )}
          </Stack>
          {props.children}
        </Card>
        <Group justify="center" gap="md" mt="lg" component="nav" aria-label={texts.shell.language}>
          {(Object.keys(languages) as Language[]).map((one) => (
            <button
              key={one}
              type="button"
              lang={languageTags[one]}
              className={classes.language}
              aria-pressed={one === language}
              onClick={() => void setLanguage(one)}
            >
              {languages[one]}
            </button>
          ))}
        </Group>
      </div>
    </main>
  );
}
