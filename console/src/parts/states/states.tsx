// What a page shows instead of content: empty, failed, loading.

import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { IconAlertTriangle } from '../icons.tsx';
import { type KnownErrors, useErrorText } from '../text/error-text.ts';
import classes from './states.module.css';

export function EmptyState(props: {
  Icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': boolean }>;
  title: string;
  children?: ReactNode;
}) {
  return (
    <Stack align="center" gap="xs" py={56} px="md" ta="center" className={classes.empty}>
      <div className={classes.round}>
        <props.Icon size={26} stroke={1.6} aria-hidden />
      </div>
      <Title order={2} mt={4}>
        {props.title}
      </Title>
      {typeof props.children === 'string' ? (
        <Text c="dimmed" maw={460}>
          {props.children}
        </Text>
      ) : (
        props.children
      )}
    </Stack>
  );
}

export function ErrorState(props: { error: unknown; known?: KnownErrors; onRetry?: () => void }) {
  const texts = useTexts();
  const { title, text } = useErrorText(props.error, props.known);
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} title={title}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{text}</Text>
        {props.onRetry !== undefined && (
          <Button size="compact-sm" variant="default" onClick={props.onRetry}>
            {texts.common.tryAgain}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

export function RowsSkeleton({ rows = 6, height = 44 }: { rows?: number; height?: number }) {
  const { common } = useTexts();
  return (
    <Stack gap="xs" role="status" aria-label={common.loading}>
      {[...Array(rows).keys()].map((row) => (
        <Skeleton key={row} height={height} radius="md" />
      ))}
    </Stack>
  );
}

export interface QueryState<T> {
  data: T | undefined;
  error: Error | null;
  refetch: () => unknown;
}

/** Renders a query: its data, its error with a retry button, or a skeleton. */
export function QueryResult<T>(props: {
  query: QueryState<T>;
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  const { data, error, refetch } = props.query;
  if (data !== undefined) return props.children(data);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return props.skeleton ?? <RowsSkeleton />;
}
