// Recent API requests and console changes, to find out what happened to a request.

import { Badge, Group, Select, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useKeys } from '../../data/settings/keys.ts';
import { type RequestFilters, type RequestRecord, useRequests } from '../../data/settings/records.ts';
import { IconListSearch, IconSearch } from '../../parts/icons.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { MoreButton } from '../../parts/states/more-button.tsx';
import { EmptyState, QueryResult } from '../../parts/states/states.tsx';
import surface from '../../parts/surface.module.css';
import { useFormats } from '../../parts/text/format.ts';
import { useSettingsTexts } from '../../texts/settings.ts';

const route = getRouteApi('/shell/settings/requests');
const outcomes = ['all', 'ok', 'error', 'limited'] as const;

export function RequestsPage() {
  const { requests: texts } = useSettingsTexts();
  const search = route.useSearch();
  const keys = useKeys().data ?? [];
  const [requestId, setRequestId] = useState(search.requestId ?? '');
  const [keyId, setKeyId] = useState(search.keyId ?? 'all');
  const [outcome, setOutcome] = useState<(typeof outcomes)[number]>('all');
  const [asked] = useDebouncedValue(requestId.trim(), 250);
  useEffect(() => {
    if (search.requestId !== undefined) setRequestId(search.requestId);
  }, [search.requestId]);
  const filters: RequestFilters = {
    requestId: asked === '' ? undefined : asked,
    keyId: keyId === 'all' ? undefined : keyId,
    status: outcome === 'all' ? undefined : outcome,
  };
  const requests = useRequests(filters);
  return (
    <PageFrame title={texts.title} text={texts.text}>
      <Group align="end" mb="md" gap="sm">
        <TextInput
          flex={1}
          miw={220}
          label={texts.search}
          placeholder="req_…"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={requestId}
          onChange={(event) => setRequestId(event.currentTarget.value)}
        />
        <Select
          label={texts.key}
          w={200}
          value={keyId}
          onChange={(value) => setKeyId(value ?? 'all')}
          data={[
            { value: 'all', label: texts.allKeys },
            ...keys.map(({ id, name, last4 }) => ({ value: id, label: `${name} …${last4}` })),
          ]}
        />
        <Select
          label={texts.outcome}
          w={160}
          value={outcome}
          onChange={(value) => setOutcome((value ?? 'all') as (typeof outcomes)[number])}
          data={outcomes.map((value) => ({ value, label: texts.outcomes[value] }))}
        />
      </Group>
      <QueryResult query={requests}>
        {({ pages }) => {
          const all = pages.flatMap((page) => page.requests);
          if (all.length === 0) {
            return (
              <EmptyState Icon={IconListSearch} title={texts.emptyTitle}>
                {asked === '' ? texts.emptyText : texts.emptyById}
              </EmptyState>
            );
          }
          return (
            <>
              <RequestTable requests={all} />
              <MoreButton {...requests} />
            </>
          );
        }}
      </QueryResult>
    </PageFrame>
  );
}

const colorOf = (status: number) => (status >= 500 ? 'red' : status >= 400 ? 'orange' : 'teal');

function RequestTable({ requests }: { requests: readonly RequestRecord[] }) {
  const { requests: texts } = useSettingsTexts();
  const names: Partial<Record<string, string>> = texts.errors;
  const formats = useFormats();
  return (
    <div className={`${surface.frame} ${surface.scroll}`}>
      <Table className={surface.stacked}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.time}</Table.Th>
            <Table.Th>{texts.status}</Table.Th>
            <Table.Th>
              {texts.request} · {texts.id}
            </Table.Th>
            <Table.Th>{texts.by}</Table.Th>
            <Table.Th ta="right">{texts.duration}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {requests.map((one) => (
            <Table.Tr key={`${one.requestId} ${one.at}`}>
              <Table.Td className="tabular">{formats.moment(one.at)}</Table.Td>
              <Table.Td>
                <Badge variant="outline" color={colorOf(one.status)} c="inherit">
                  {one.status}
                </Badge>
                {one.errorCode !== null && (
                  <Text size="xs" c="dimmed" title={one.errorCode}>
                    {names[one.errorCode] ?? one.errorCode}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className={`${surface.mono} ${surface.breaks}`}>
                {one.method} {one.path}
                <br />
                <AnchorLink
                  size="xs"
                  ff="inherit"
                  to="/settings/requests"
                  search={{ requestId: one.requestId }}
                >
                  {one.requestId}
                </AnchorLink>
              </Table.Td>
              <Table.Td>
                <Caller record={one} />
              </Table.Td>
              <Table.Td className="tabular" ta="right">
                {formats.milliseconds(one.durationMs)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Caller({ record: { keyName, account } }: { record: RequestRecord }) {
  const { requests: texts } = useSettingsTexts();
  if (account === null) return keyName ?? '–';
  return (
    <>
      {account.name ?? account.id}
      <Text size="xs" c="dimmed">
        {texts.atConsole}
      </Text>
    </>
  );
}
