// Totals, trending posts, and API requests by key.

import { Table, Text } from '@mantine/core';
import type { Insights } from '../../data/settings/records.ts';
import { AnchorLink } from '../../parts/links.tsx';
import surface from '../../parts/surface.module.css';
import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { InsightCard } from './insight-card.tsx';
import classes from './insights-page.module.css';

const summed = ['posts', 'votes', 'comments', 'requests'] as const;
const counted = ['requests', 'errors', 'limited'] as const;

export function Totals({ days }: { days: Insights['days'] }) {
  const { insights: texts } = useTexts();
  const formats = useFormats();
  return (
    <dl className={classes.totals}>
      {summed.map((name) => (
        <div key={name} className={classes.total}>
          <dt>{texts.series[name]}</dt>
          <dd>{formats.number(days.reduce((sum, day) => sum + day[name], 0))}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Movers({ movers }: { movers: Insights['movers'] }) {
  const { insights: texts } = useTexts();
  const formats = useFormats();
  return (
    <InsightCard title={texts.movers} isEmpty={movers.length === 0}>
      <ol className={classes.movers}>
        {movers.map(({ post, votes7d }) => (
          <li key={post.id}>
            <AnchorLink to="/posts/$postId" params={{ postId: post.id }} inherit>
              {post.title}
            </AnchorLink>
            <Text span inherit className="tabular" style={{ whiteSpace: 'nowrap' }}>
              <strong>+{formats.number(votes7d)}</strong>{' '}
              <Text span inherit c="dimmed">
                {texts.totalVotes(formats.number(post.votesCount))}
              </Text>
            </Text>
          </li>
        ))}
      </ol>
    </InsightCard>
  );
}

export function KeyTable({ keys }: { keys: Insights['byKey'] }) {
  const { insights: texts } = useTexts();
  const formats = useFormats();
  return (
    <InsightCard title={texts.byKey} isEmpty={keys.length === 0}>
      <div className={surface.scroll}>
        <Table horizontalSpacing="xs" verticalSpacing={8} className="tabular">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.key}</Table.Th>
              {counted.map((name) => (
                <Table.Th key={name} ta="right">
                  {texts.series[name]}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {keys.map((key) => (
              <Table.Tr key={key.id}>
                <Table.Td>
                  <AnchorLink to="/settings/requests" search={{ keyId: key.id }} inherit>
                    {key.name}
                  </AnchorLink>
                </Table.Td>
                {counted.map((name) => (
                  <Table.Td key={name} ta="right">
                    {formats.number(key[name])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </InsightCard>
  );
}
