// What can be done with a webhook: a menu, and the dialogs that it opens.

import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useState } from 'react';
import type { EventChoice, Webhook } from '../../../data/settings/webhook-states.ts';
import { useDeleteWebhook, useTestWebhook, useUpdateWebhook } from '../../../data/settings/webhooks.ts';
import { ConfirmModal } from '../../../parts/forms/confirm-modal.tsx';
import {
  IconDots,
  IconHistory,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconSend,
  IconTrash,
} from '../../../parts/icons.tsx';
import { useNotify } from '../../../parts/states/notify.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { ReplayModal } from './replay-modal.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { nameOf } from './webhook-form.ts';
import { WebhookModal } from './webhook-modal.tsx';

type Open = 'edit' | 'replay' | 'rotate' | 'delete';

export function WebhookMenu(props: {
  webhook: Webhook;
  choices: readonly EventChoice[];
  onDeleted?: () => void;
}) {
  const settings = useSettingsTexts();
  const { common } = useTexts();
  const { webhooks: texts } = settings;
  const { webhook, choices } = props;
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const sendTest = useSendTest(webhook);
  const switchState = useSwitchState(webhook);
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Tooltip label={common.actions}>
            <ActionIcon variant="subtle" color="gray" aria-label={texts.actions(nameOf(webhook))}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setOpen('edit')}>
            {common.edit}
          </Menu.Item>
          {webhook.enabled && (
            <Menu.Item leftSection={<IconSend size={16} aria-hidden />} onClick={sendTest}>
              {texts.test}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={() => setOpen('replay')}>
            {texts.replay}
          </Menu.Item>
          <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => setOpen('rotate')}>
            {texts.rotate}
          </Menu.Item>
          <Menu.Item
            leftSection={
              webhook.enabled ? (
                <IconPlayerPause size={16} aria-hidden />
              ) : (
                <IconPlayerPlay size={16} aria-hidden />
              )
            }
            onClick={switchState}
          >
            {webhook.enabled ? texts.disable : texts.enable}
          </Menu.Item>
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setOpen('delete')}
          >
            {common.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'edit' && <WebhookModal webhook={webhook} choices={choices} onClose={close} />}
      {open === 'replay' && <ReplayModal webhook={webhook} onClose={close} />}
      {open === 'rotate' && <RotateSecret webhook={webhook} onClose={close} />}
      {open === 'delete' && (
        <DeleteWebhook webhook={webhook} onClose={close} onDeleted={() => props.onDeleted?.()} />
      )}
    </>
  );
}

/** Sends a test event; its outcome is in the log of deliveries. */
export function useSendTest({ id }: Webhook): () => void {
  const { webhooks: texts } = useSettingsTexts();
  const notify = useNotify();
  const test = useTestWebhook();
  return () =>
    void notify.follow(test.mutateAsync(id), () => notify.done(texts.tested), {
      CONFLICT: texts.testConflict,
    });
}

/** Enables or disables a webhook. Both can be undone, so there is no confirmation. */
export function useSwitchState({ id, enabled }: Webhook): () => void {
  const { webhooks: texts } = useSettingsTexts();
  const notify = useNotify();
  const update = useUpdateWebhook();
  return () => {
    const undo = () => update.mutateAsync({ id, enabled });
    void notify.follow(update.mutateAsync({ id, enabled: !enabled }), () =>
      notify.doneWithUndo(enabled ? texts.disabledNotice : texts.enabledNotice, undo),
    );
  };
}

function DeleteWebhook(props: { webhook: Webhook; onDeleted: () => void; onClose: () => void }) {
  const settings = useSettingsTexts();
  const { common } = useTexts();
  const { webhooks: texts } = settings;
  const notify = useNotify();
  const remove = useDeleteWebhook();
  const confirm = () =>
    void notify.follow(remove.mutateAsync(props.webhook.id), () => {
      notify.done(texts.deleted);
      props.onClose();
      props.onDeleted();
    });
  return (
    <ConfirmModal
      opened
      title={texts.deleteTitle(nameOf(props.webhook))}
      confirmLabel={common.delete}
      isPending={remove.isPending}
      onConfirm={confirm}
      onClose={props.onClose}
    >
      {texts.deleteText}
    </ConfirmModal>
  );
}
