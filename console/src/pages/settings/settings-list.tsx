// A settings page with a list: title, a create button for admins, and the list.

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMayAdminister } from '../../data/session.ts';
import { IconPlus } from '../../parts/icons.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { QueryResult, type QueryState } from '../../parts/states/states.tsx';

export function SettingsList<T>(props: {
  texts: { title: string; text?: string };
  createLabel: string;
  CreateIcon?: typeof IconPlus;
  query: QueryState<T>;
  onCreate: () => void;
  /** Shown above the list. */
  notice?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  const { texts, CreateIcon = IconPlus } = props;
  const mayAdminister = useMayAdminister();
  return (
    <PageFrame
      title={texts.title}
      text={texts.text}
      actions={
        mayAdminister && (
          <Button leftSection={<CreateIcon size={16} aria-hidden />} onClick={props.onCreate}>
            {props.createLabel}
          </Button>
        )
      }
    >
      {props.notice}
      <QueryResult query={props.query}>{props.children}</QueryResult>
    </PageFrame>
  );
}
