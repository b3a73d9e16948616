// One delivery: what was sent, what each attempt came to, and a button to send it again.

import type { DeliveryDetail } from '@earshot/client';
import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMayAdminister } from '../../../data/session.ts';
import { useDelivery, usePayload, useRedeliver } from '../../../data/settings/webhooks.ts';
import { CopyField } from '../../../parts/forms/copy-field.tsx';
import { Dialog } from '../../../parts/forms/dialog.tsx';
import { IconRepeat } from '../../../parts/icons.tsx';
import { useNotify } from '../../../parts/states/notify.tsx';
import { QueryResult } from '../../../parts/states/states.tsx';
import surface from '../../../parts/surface.module.css';
import { useFormats } from '../../../parts/text/format.ts';
import { useActionNames } from '../../../texts/actions.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { DeliveryBadge } from './delivery-badge.tsx';
import classes from './webhooks.module.css';

type Attempt = DeliveryDetail['log'][number];

export function DeliveryModal(props: { webhookId: string; deliveryId: string; onClose: () => void }) {
  const { webhooks: texts } = useSettingsTexts();
  const { webhookId, deliveryId } = props;
  const delivery = useDelivery(webhookId, deliveryId);
  return (
    <Dialog size="lg" onClose={props.onClose} title={texts.delivery}>
      <QueryResult query={delivery}>
        {(data) => (
          <Stack>
            <Head webhookId={webhookId} delivery={data} />
            <Attempts attempts={data.log} />
            <Payload webhookId={webhookId} deliveryId={deliveryId} />
          </Stack>
        )}
      </QueryResult>
    </Dialog>
  );
}

function Head({ webhookId, delivery }: { webhookId: string; delivery: DeliveryDetail }) {
  const { webhooks: texts } = useSettingsTexts();
  const names = useActionNames();
  const formats = useFormats();
  const notify = useNotify();
  const mayAdminister = useMayAdminister();
  const redeliver = useRedeliver();
  const send = () =>
    void notify.follow(
      redeliver.mutateAsync({ webhookId, deliveryId: delivery.id }),
      () => notify.done(texts.redelivered),
      { CONFLICT: texts.redeliverConflict },
    );
  return (
    <Group justify="space-between" align="start" gap="sm">
      <div>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {names[delivery.type] ?? delivery.type}
          </Text>
          <DeliveryBadge delivery={delivery} />
        </Group>
        <Text className={surface.mono} c="dimmed">
          {delivery.id}
        </Text>
        <Text size="xs" c="dimmed">
          {formats.dateTime(delivery.createdAt)}
        </Text>
        {delivery.nextAttemptAt !== null && (
          <Text size="xs" c="dimmed">
            {texts.nextAttempt(formats.dateTime(delivery.nextAttemptAt))}
          </Text>
        )}
      </div>
      {mayAdminister && (
        <Button
          size="xs"
          variant="default"
          loading={redeliver.isPending}
          leftSection={<IconRepeat size={14} aria-hidden />}
          onClick={send}
        >
          {texts.redeliver}
        </Button>
      )}
    </Group>
  );
}

function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const { webhooks: texts } = useSettingsTexts();
  return (
    <section>
      <Title order={3} mb={6}>
        {texts.attempts}
      </Title>
      {attempts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noAttempts}
        </Text>
      ) : (
        <ol className={classes.attempts}>
          {attempts.map((attempt) => (
            <AttemptRow key={attempt.at} attempt={attempt} />
          ))}
        </ol>
      )}
    </section>
  );
}

function AttemptRow({ attempt: { at, status, durationMs, error, answer } }: { attempt: Attempt }) {
  const { webhooks: texts } = useSettingsTexts();
  const formats = useFormats();
  const isSuccess = status !== null && status >= 200 && status < 300;
  return (
    <li>
      <Group gap="xs">
        <Badge variant="outline" color={isSuccess ? 'teal' : 'red'} c="inherit" tt="none">
          {status ?? texts.noAnswer}
        </Badge>
        <Text size="sm" className="tabular">
          {formats.moment(at)} · {formats.milliseconds(durationMs)}
        </Text>
      </Group>
      {error !== null && (
        <Text size="sm" mt={4}>
          {error}
        </Text>
      )}
      {answer !== '' && <pre className={classes.answer}>{answer}</pre>}
    </li>
  );
}

function Payload({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) {
  const { webhooks: texts } = useSettingsTexts();
  const payload = usePayload(webhookId, deliveryId);
  return (
    <section>
      <Title order={3} mb={6}>
        {texts.payload}
      </Title>
      <QueryResult query={payload}>
        {(body) =>
          body === null ? (
            <Text size="sm" c="dimmed">
              {texts.payloadGone}
            </Text>
          ) : (
            <CopyField isCode label={texts.payload} text={body} shown={indented(body)} />
          )
        }
      </QueryResult>
    </section>
  );
}

/** Readable JSON; what is copied is what was sent. */
const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);
