// The audit log: who changed what, newest first. One row for each request or job, which shows its changes on demand.

import { Anchor, Table, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { type Activity, useActivity } from '../../data/settings/records.ts';
import { IconHistory } from '../../parts/icons.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { MoreButton } from '../../parts/states/more-button.tsx';
import { EmptyState, QueryResult } from '../../parts/states/states.tsx';
import surface from '../../parts/surface.module.css';
import { useActorNames } from '../../parts/text/actor-names.ts';
import { useFormats } from '../../parts/text/format.ts';
import { useActionNames } from '../../texts/actions.ts';
import { useSettingsTexts } from '../../texts/settings.ts';
import { useTexts } from '../../texts/texts.tsx';
import { AuditFilters, noFilters } from './audit-filters.tsx';

export function AuditPage() {
  const { audit: texts } = useSettingsTexts();
  const [filters, setFilters] = useState(noFilters);
  const [objectId] = useDebouncedValue(filters.objectId.trim(), 250);
  const log = useActivity({ ...filters, objectId });
  const nameOf = useActorNames();
  return (
    <PageFrame title={texts.title}>
      <AuditFilters value={filters} onChange={setFilters} />
      <QueryResult query={log}>
        {({ pages }) => {
          const all = pages.flatMap(({ activities }) => activities);
          // A page of a large job may have no row of its own.
          if (all.length === 0 && !log.hasNextPage)
            return <EmptyState Icon={IconHistory} title={texts.emptyTitle} />;
          return (
            <>
              <div className={`${surface.frame} ${surface.scroll}`}>
                <Table className={surface.stacked}>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>
                        {texts.when} · {texts.request}
                      </Table.Th>
                      <Table.Th>{texts.who}</Table.Th>
                      <Table.Th>
                        {texts.what} · {texts.object}
                      </Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {all.map((activity) => (
                      <ActivityRow
                        key={activity.changes[0]?.id}
                        activity={activity}
                        actor={nameOf(activity.actor)}
                      />
                    ))}
                  </Table.Tbody>
                </Table>
              </div>
              <MoreButton {...log} />
            </>
          );
        }}
      </QueryResult>
    </PageFrame>
  );
}

function ActivityRow({ activity, actor }: { activity: Activity; actor: string }) {
  const formats = useFormats();
  const { requestId } = activity;
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td>
        {formats.dateTime(activity.createdAt)}
        {requestId !== null && (
          <>
            <br />
            <AnchorLink size="xs" ff="monospace" to="/settings/requests" search={{ requestId }}>
              {requestId}
            </AnchorLink>
          </>
        )}
      </Table.Td>
      <Table.Td>{actor}</Table.Td>
      <Table.Td className={surface.breaks}>
        <Changes activity={activity} />
      </Table.Td>
    </Table.Tr>
  );
}

/** One change is shown with its object; several as counts, with the objects on demand. */
function Changes({ activity: { counts, changes, isMore } }: { activity: Activity }) {
  const settings = useSettingsTexts();
  const { common } = useTexts();
  const { audit: texts } = settings;
  const names = useActionNames();
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const nameOf = (action: string) => names[action] ?? action;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const hidden = total - changes.length;
  const [first] = changes;
  if (total === 1 && first !== undefined)
    return (
      <>
        <span title={first.action}>{nameOf(first.action)}</span>
        <br />
        <ObjectLink id={first.objectId} />
      </>
    );
  return (
    <>
      {counts.map(({ action, count }) => (
        <div key={action} title={action}>
          {count === 1
            ? nameOf(action)
            : common.labeled(nameOf(action), `${formats.number(count)}${isMore ? '+' : ''}`)}
        </div>
      ))}
      <Anchor
        component="button"
        type="button"
        size="xs"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? texts.hideChanges : texts.showChanges}
      </Anchor>
      {isOpen && (
        <ul className={surface.plain}>
          {changes.map(({ id, action, objectId }) => (
            <li key={id}>
              <Text span size="xs">
                {nameOf(action)}
              </Text>{' '}
              <ObjectLink id={objectId} />
            </li>
          ))}
          {hidden > 0 && (
            <li>
              <Text span size="xs" c="dimmed">
                {texts.moreChanges(hidden, `${formats.number(hidden)}${isMore ? '+' : ''}`)}
              </Text>
            </li>
          )}
        </ul>
      )}
    </>
  );
}

const ObjectLink = ({ id }: { id: string }) =>
  id.startsWith('post_') ? (
    <AnchorLink size="xs" ff="monospace" to="/posts/$postId" params={{ postId: id }}>
      {id}
    </AnchorLink>
  ) : (
    <Text span size="xs" ff="monospace" c="dimmed">
      {id}
    </Text>
  );
