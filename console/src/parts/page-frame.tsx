// The frame of a regular page: its title (also of the tab), an introduction, actions, and a readable width.

import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import classes from './page-frame.module.css';

/** `isPage`: false for a part that is shown within another page. */
export function usePageTitle(title: string | undefined, isPage = true): void {
  useEffect(() => {
    if (isPage) document.title = title === undefined ? 'Earshot' : `${title} · Earshot`;
  }, [title, isPage]);
}

export function PageFrame(props: {
  title: string;
  text?: string | undefined;
  actions?: ReactNode;
  width?: 'narrow' | 'wide';
  children: ReactNode;
}) {
  usePageTitle(props.title);
  return (
    <div className={classes.page} data-width={props.width ?? 'wide'}>
      <Group className={classes.head} justify="space-between" gap="sm" mb="lg">
        <Title order={1}>{props.title}</Title>
        {props.actions !== undefined && <Group gap="xs">{props.actions}</Group>}
      </Group>
      {props.text !== undefined && (
        <Text c="dimmed" size="sm" mt={-12} mb="lg">
          {props.text}
        </Text>
      )}
      {props.children}
    </div>
  );
}
