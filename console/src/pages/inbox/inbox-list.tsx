// The list of the inbox, with what is to be said about it.

import { Button, Text, Title } from '@mantine/core';
import type { Ref } from 'react';
import type { InboxItem } from '../../data/inbox.ts';
import { IconInbox } from '../../parts/icons.tsx';
import { EmptyState, RowsSkeleton } from '../../parts/states/states.tsx';
import { useFormats } from '../../parts/text/format.ts';
import { useInboxTexts } from '../../texts/inbox.ts';
import { useTexts } from '../../texts/texts.tsx';
import classes from './inbox-page.module.css';
import { InboxRows } from './inbox-rows.tsx';

export function InboxList(props: {
  items: readonly InboxItem[];
  /** There are more than these. */
  isMore: boolean;
  currentId: string | undefined;
  /** Whether the post is shown beside the list. */
  isBeside: boolean;
  onAllDone: () => void;
  ref: Ref<HTMLUListElement>;
}) {
  const texts = useInboxTexts();
  const { places } = useTexts();
  const formats = useFormats();
  const { items, isMore } = props;
  return (
    <section className={classes.list} aria-label={places.inbox}>
      <div className={classes.head}>
        <Title order={1}>{places.inbox}</Title>
        {items.length > 0 && (
          <>
            <Text c="dimmed">{`${formats.number(items.length)}${isMore ? '+' : ''}`}</Text>
            <Button className={classes.all} size="compact-sm" variant="subtle" onClick={props.onAllDone}>
              {texts.allDone}
            </Button>
          </>
        )}
      </div>
      {items.length === 0 ? (
        <EmptyState Icon={IconInbox} title={texts.emptyTitle}>
          {texts.emptyText}
        </EmptyState>
      ) : (
        <InboxRows {...props} />
      )}
      {items.length > 0 && isMore && (
        <Text size="sm" c="dimmed" className={classes.more}>
          {texts.more}
        </Text>
      )}
    </section>
  );
}

export function LoadingList() {
  const { places } = useTexts();
  return (
    <div className={classes.list}>
      <div className={classes.head}>
        <Title order={1}>{places.inbox}</Title>
      </div>
      <div className={classes.loading}>
        <RowsSkeleton rows={8} height={56} />
      </div>
    </div>
  );
}
