// Who was told of a post or a changelog entry by mail, and how that ended. Read only when it is opened.

import { Text, Title } from '@mantine/core';
import { useState } from 'react';
import { type Notice, type NoticesOf, useNotices } from '../../data/notices.ts';
import { useTexts } from '../../texts/texts.tsx';
import { AnchorLink } from '../links.tsx';
import { MoreButton } from '../states/more-button.tsx';
import { QueryResult, RowsSkeleton } from '../states/states.tsx';
import { useFormats } from '../text/format.ts';
import classes from './who-was-told.module.css';

export function WhoWasTold(props: { of: NoticesOf; id: string }) {
  const { telling: texts } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.panel} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <Title order={2} size="h3" display="inline">
          {texts.told}
        </Title>
      </summary>
      {isOpen && <Notices {...props} />}
    </details>
  );
}

function Notices({ of, id }: { of: NoticesOf; id: string }) {
  const { telling: texts } = useTexts();
  const notices = useNotices(of, id);
  return (
    <QueryResult query={notices} skeleton={<RowsSkeleton rows={3} height={36} />}>
      {({ pages }) => {
        const all = pages.flatMap(({ items }) => items);
        if (all.length === 0)
          return (
            <Text size="sm" c="dimmed">
              {texts.none}
            </Text>
          );
        return (
          <>
            <ul className={classes.list}>
              {all.map((notice) => (
                <Row key={notice.id} notice={notice} isOfPost={of === 'posts'} />
              ))}
            </ul>
            <MoreButton look="panel" {...notices} />
          </>
        );
      }}
    </QueryResult>
  );
}

function Row({ notice, isOfPost }: { notice: Notice; isOfPost: boolean }) {
  const { kind, user, state, answer, createdAt, endedAt } = notice;
  const { telling: texts, feedback } = useTexts();
  const formats = useFormats();
  const at = endedAt ?? createdAt;
  return (
    <li>
      {user === null ? (
        feedback.anonymous
      ) : (
        <AnchorLink to="/customers/people/$userId" params={{ userId: user.id }} inherit>
          <bdi>{user.name ?? user.email ?? user.externalId ?? feedback.anonymous}</bdi>
        </AnchorLink>
      )}
      <Text size="xs" c="dimmed">
        {isOfPost && `${texts.kinds[kind]} · `}
        <Text span inherit c={state === 'failed' ? 'var(--mantine-color-error)' : undefined}>
          {texts.states[state]}
        </Text>
        {' · '}
        <time dateTime={at} title={formats.dateTime(at)}>
          {formats.ago(at)}
        </time>
      </Text>
      {answer !== null && (
        <Text size="xs" c="dimmed" className={classes.answer}>
          {answer}
        </Text>
      )}
    </li>
  );
}
