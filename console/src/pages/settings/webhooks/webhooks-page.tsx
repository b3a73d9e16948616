// Webhooks: where events are sent, and how that goes.

import { Text } from '@mantine/core';
import { useState } from 'react';
import { useMayAdminister } from '../../../data/session.ts';
import {
  type EventChoice,
  useWebhookStates,
  type WebhookState,
} from '../../../data/settings/webhook-states.ts';
import { IconWebhook } from '../../../parts/icons.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import { EmptyState } from '../../../parts/states/states.tsx';
import surface from '../../../parts/surface.module.css';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { SettingsList } from '../settings-list.tsx';
import { DisabledNotice } from './disabled-notice.tsx';
import { WebhookSecret } from './rotate-secret.tsx';
import { useSummary } from './use-summary.ts';
import { WebhookBadge } from './webhook-badge.tsx';
import { WebhookFacts } from './webhook-facts.tsx';
import { nameOf } from './webhook-form.ts';
import { WebhookMenu } from './webhook-menu.tsx';
import { WebhookModal } from './webhook-modal.tsx';
import classes from './webhooks.module.css';

type Open = { what: 'create' } | { what: 'secret'; secret: string };

export function WebhooksPage() {
  const { webhooks: texts } = useSettingsTexts();
  const states = useWebhookStates();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <SettingsList
        texts={texts}
        createLabel={texts.create}
        query={states}
        notice={<DisabledNotice webhooks={states.data?.webhooks.map(({ webhook }) => webhook) ?? []} />}
        onCreate={() => setOpen({ what: 'create' })}
      >
        {({ webhooks, eventTypes }) =>
          webhooks.length === 0 ? (
            <EmptyState Icon={IconWebhook} title={texts.emptyTitle}>
              {texts.emptyText}
            </EmptyState>
          ) : (
            <ul className={classes.list}>
              {webhooks.map((state) => (
                <WebhookRow key={state.webhook.id} state={state} choices={eventTypes} />
              ))}
            </ul>
          )
        }
      </SettingsList>
      {open?.what === 'create' && states.data !== undefined && (
        <WebhookModal
          webhook={undefined}
          choices={states.data.eventTypes}
          onClose={close}
          // A replay after a lost response has no secret to show: it must be rotated.
          onCreated={({ secret }) => setOpen(secret === undefined ? null : { what: 'secret', secret })}
        />
      )}
      {open?.what === 'secret' && <WebhookSecret secret={open.secret} onClose={close} />}
    </>
  );
}

function WebhookRow({ state, choices }: { state: WebhookState; choices: readonly EventChoice[] }) {
  const mayAdminister = useMayAdminister();
  const { webhook } = state;
  const summary = useSummary(webhook);
  return (
    <li className={classes.webhook}>
      <div className={classes.name}>
        <div className={classes.title}>
          <AnchorLink
            to="/settings/webhooks/$webhookId"
            params={{ webhookId: webhook.id }}
            size="sm"
            fw={600}
            lineClamp={2}
          >
            {nameOf(webhook)}
          </AnchorLink>
          <WebhookBadge state={state} />
        </div>
        {webhook.description !== '' && (
          <Text className={surface.mono} c="dimmed" mt={2}>
            {webhook.url}
          </Text>
        )}
        <Text size="xs" c="dimmed" mt={2}>
          {summary}
        </Text>
      </div>
      <WebhookFacts state={state} />
      {mayAdminister && <WebhookMenu webhook={webhook} choices={choices} />}
    </li>
  );
}
