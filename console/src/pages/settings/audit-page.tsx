// The audit log: who changed what, newest first, with a filter by object ID.

import type { AuditEntry } from '@earshot/client';
import { Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useAuditLog } from '../../data/records.ts';
import { useActorNames } from '../../parts/actor-names.ts';
import { useFormats } from '../../parts/format.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { EmptyState, QueryResult } from '../../parts/states.tsx';
import surface from '../../parts/surface.module.css';
import { useTexts } from '../../texts/texts.tsx';

export function AuditPage() {
  const { audit: texts } = useTexts().settings;
  const [objectId, setObjectId] = useState('');
  const [asked] = useDebouncedValue(objectId.trim(), 250);
  const log = useAuditLog({ objectId: asked });
  const nameOf = useActorNames();
  return (
    <PageFrame title={texts.title}>
      <TextInput
        mb="md"
        maw={420}
        label={texts.search}
        placeholder="post_…"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={objectId}
        onChange={(event) => setObjectId(event.currentTarget.value)}
      />
      <QueryResult query={log}>
        {({ pages }) => {
          const entries = pages.flatMap(({ items }) => items);
          if (entries.length === 0) return <EmptyState Icon={IconHistory} title={texts.emptyTitle} />;
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
                    {entries.map((entry) => (
                      <EntryRow key={entry.id} entry={entry} actor={nameOf(entry.actor)} />
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

function EntryRow({ entry, actor }: { entry: AuditEntry; actor: string }) {
  const { audit: texts } = useTexts().settings;
  const names: Partial<Record<string, string>> = texts.actions;
  const formats = useFormats();
  const { objectId, requestId } = entry;
  return (
    <Table.Tr>
      <Table.Td>
        {formats.dateTime(entry.createdAt)}
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
      <Table.Td>
        <span title={entry.action}>{names[entry.action] ?? entry.action}</span>
        <br />
        {objectId.startsWith('post_') ? (
          <AnchorLink size="xs" ff="monospace" to="/feedback/$postId" params={{ postId: objectId }}>
            {objectId}
          </AnchorLink>
        ) : (
          <Text span size="xs" ff="monospace" c="dimmed">
            {objectId}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
