// The page of a list in the settings: its head, what adds to it for those who may, and the list once it is there.

import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMayAdminister } from '../../data/session.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Answered, type Asked } from '../../parts/states.tsx';

export function SettingsList<T>(props: {
  texts: { title: string; text?: string };
  createLabel: string;
  CreateIcon?: typeof IconPlus;
  width?: 'narrow' | 'wide';
  query: Asked<T>;
  onCreate: () => void;
  /** Above the list. */
  notice?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  const { texts, CreateIcon = IconPlus } = props;
  const mayAdminister = useMayAdminister();
  return (
    <PageFrame
      title={texts.title}
      text={texts.text}
      width={props.width ?? 'narrow'}
      actions={
        mayAdminister && (
          <Button leftSection={<CreateIcon size={16} aria-hidden />} onClick={props.onCreate}>
            {props.createLabel}
          </Button>
        )
      }
    >
      {props.notice}
      <Answered query={props.query}>{props.children}</Answered>
    </PageFrame>
  );
}
