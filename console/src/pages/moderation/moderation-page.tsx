// What visitors of the public site sent and reported, for the team to decide.

import '../../parts/mantine-later.css';
import { Stack, Text, Title } from '@mantine/core';
import { useReports, useWaiting } from '../../data/moderation.ts';
import { IconInbox } from '../../parts/icons.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { MoreButton } from '../../parts/states/more-button.tsx';
import { EmptyState, QueryResult } from '../../parts/states/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Queue } from './queue.tsx';
import { ReportList } from './report-list.tsx';

export function ModerationPage() {
  const { moderation: texts, places } = useTexts();
  const waiting = useWaiting();
  const reports = useReports();
  const isQuiet = isEmpty(waiting) && isEmpty(reports);
  return (
    <PageFrame title={places.moderation} text={texts.text}>
      {isQuiet ? (
        <EmptyState Icon={IconInbox} title={texts.emptyTitle}>
          {texts.emptyText}
        </EmptyState>
      ) : (
        <Stack gap="xl">
          <section aria-labelledby="waiting">
            <Title id="waiting" order={2} size="h3" mb="sm">
              {texts.waiting}
            </Title>
            <QueryResult query={waiting}>
              {({ pages }) =>
                isEmpty(waiting) ? (
                  <Text size="sm" c="dimmed">
                    {texts.emptyTitle}
                  </Text>
                ) : (
                  <>
                    <Queue submissions={pages.flatMap(({ items }) => items)} />
                    <MoreButton {...waiting} />
                  </>
                )
              }
            </QueryResult>
          </section>
          <section aria-labelledby="reports">
            <Title id="reports" order={2} size="h3" mb="sm">
              {texts.reports}
            </Title>
            <QueryResult query={reports}>
              {({ pages }) =>
                isEmpty(reports) ? (
                  <Text size="sm" c="dimmed">
                    {texts.noReports}
                  </Text>
                ) : (
                  <>
                    <ReportList reports={pages.flatMap(({ items }) => items)} />
                    <MoreButton {...reports} />
                  </>
                )
              }
            </QueryResult>
          </section>
        </Stack>
      )}
    </PageFrame>
  );
}

interface Rows {
  data: { pages: { items: unknown[] }[] } | undefined;
  hasNextPage: boolean;
}

/** False until it is known, also of rows that are decided while others are not loaded yet. */
const isEmpty = ({ data, hasNextPage }: Rows): boolean =>
  !hasNextPage && data?.pages.every(({ items }) => items.length === 0) === true;
