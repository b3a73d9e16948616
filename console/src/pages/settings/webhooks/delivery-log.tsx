// The log of a webhook's deliveries, newest event first, with a filter by state.

import { Anchor, Group, Select, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { type Delivery, type DeliveryState, useDeliveries } from '../../../data/settings/webhooks.ts';
import { IconSend } from '../../../parts/icons.tsx';
import { MoreButton } from '../../../parts/states/more-button.tsx';
import { EmptyState, QueryResult } from '../../../parts/states/states.tsx';
import surface from '../../../parts/surface.module.css';
import { useFormats } from '../../../parts/text/format.ts';
import { useActionNames } from '../../../texts/actions.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { DeliveryBadge } from './delivery-badge.tsx';
import { DeliveryModal } from './delivery-modal.tsx';

const states = ['all', 'pending', 'succeeded', 'failed'] as const;

export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const { webhooks: texts } = useSettingsTexts();
  const [state, setState] = useState<DeliveryState | 'all'>('all');
  const [opened, setOpened] = useState<string | null>(null);
  const deliveries = useDeliveries(webhookId, state === 'all' ? undefined : state);
  return (
    <section>
      <Group justify="space-between" align="end" mb="sm" gap="sm">
        <Title order={2}>{texts.deliveries}</Title>
        <Select
          label={texts.state}
          w={160}
          value={state}
          onChange={(value) => setState((value ?? 'all') as DeliveryState | 'all')}
          data={states.map((value) => ({ value, label: texts.states[value] }))}
        />
      </Group>
      <QueryResult query={deliveries}>
        {({ pages }) => {
          const all = pages.flatMap(({ items }) => items);
          if (all.length === 0) {
            return (
              <EmptyState Icon={IconSend} title={texts.noDeliveries}>
                {texts.noDeliveriesText}
              </EmptyState>
            );
          }
          return (
            <>
              <DeliveryTable deliveries={all} onOpen={setOpened} />
              <MoreButton {...deliveries} />
            </>
          );
        }}
      </QueryResult>
      {opened !== null && (
        <DeliveryModal webhookId={webhookId} deliveryId={opened} onClose={() => setOpened(null)} />
      )}
    </section>
  );
}

function DeliveryTable(props: { deliveries: readonly Delivery[]; onOpen: (id: string) => void }) {
  const { webhooks: texts } = useSettingsTexts();
  return (
    <div className={`${surface.frame} ${surface.scroll}`}>
      <Table className={surface.stacked}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.time}</Table.Th>
            <Table.Th>{texts.state}</Table.Th>
            <Table.Th>{texts.event}</Table.Th>
            <Table.Th>{texts.status}</Table.Th>
            <Table.Th ta="right">{texts.attempts}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} onOpen={() => props.onOpen(delivery.id)} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function DeliveryRow({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const { webhooks: texts } = useSettingsTexts();
  const names = useActionNames();
  const formats = useFormats();
  const { attempts, lastStatus, nextAttemptAt } = delivery;
  return (
    <Table.Tr>
      <Table.Td className="tabular">{formats.moment(delivery.createdAt)}</Table.Td>
      <Table.Td>
        <DeliveryBadge delivery={delivery} />
        {nextAttemptAt !== null && attempts > 0 && (
          <Text size="xs" c="dimmed">
            {texts.nextAttempt(formats.moment(nextAttemptAt))}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Anchor component="button" type="button" size="sm" ta="left" onClick={onOpen}>
          {names[delivery.type] ?? delivery.type}
        </Anchor>
      </Table.Td>
      <Table.Td>{lastStatus ?? (attempts === 0 ? '–' : texts.noAnswer)}</Table.Td>
      <Table.Td className="tabular" ta="right">
        {formats.number(attempts)}
      </Table.Td>
    </Table.Tr>
  );
}
