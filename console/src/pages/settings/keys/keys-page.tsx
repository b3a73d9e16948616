// API keys: create, roll and revoke them.

import { ActionIcon, Badge, Group, Menu, Text, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useMayAdminister } from '../../../data/session.ts';
import { type ApiKey, isUsable, type MintedKey, useKeys, useRevokeKey } from '../../../data/settings/keys.ts';
import { SparkBars } from '../../../parts/charts/spark-bars.tsx';
import { Fact } from '../../../parts/fact.tsx';
import { ConfirmModal } from '../../../parts/forms/confirm-modal.tsx';
import { IconDots, IconKey, IconListSearch, IconRefresh, IconTrash } from '../../../parts/icons.tsx';
import { MenuLink } from '../../../parts/links.tsx';
import { useNotify } from '../../../parts/states/notify.tsx';
import { EmptyState } from '../../../parts/states/states.tsx';
import surface from '../../../parts/surface.module.css';
import { useFormats } from '../../../parts/text/format.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { SettingsList } from '../settings-list.tsx';
import { CreateKeyModal } from './create-key-modal.tsx';
import classes from './keys-page.module.css';
import { RollKeyModal } from './roll-key-modal.tsx';
import { SecretModal } from './secret-modal.tsx';

type Open =
  | { what: 'create' }
  | { what: 'roll' | 'revoke'; key: ApiKey }
  | { what: 'secret'; minted: MintedKey };

export function KeysPage() {
  const { keys: texts } = useSettingsTexts();
  const keys = useKeys();
  const mayAdminister = useMayAdminister();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const show = (minted: MintedKey) => setOpen({ what: 'secret', minted });
  return (
    <>
      <SettingsList
        texts={texts}
        createLabel={texts.create}
        query={keys}
        onCreate={() => setOpen({ what: 'create' })}
      >
        {(all) =>
          all.length === 0 ? (
            <EmptyState Icon={IconKey} title={texts.emptyTitle}>
              {texts.emptyText}
            </EmptyState>
          ) : (
            <ul className={classes.list}>
              {[...all]
                .sort((a, b) => Number(isUsable(b)) - Number(isUsable(a)))
                .map((key) => (
                  <KeyRow key={key.id} apiKey={key} onOpen={mayAdminister ? setOpen : undefined} />
                ))}
            </ul>
          )
        }
      </SettingsList>
      {open?.what === 'create' && <CreateKeyModal onClose={close} onCreated={show} />}
      {open?.what === 'roll' && <RollKeyModal apiKey={open.key} onClose={close} onRolled={show} />}
      {open?.what === 'revoke' && <RevokeKey apiKey={open.key} onClose={close} />}
      {open?.what === 'secret' && <SecretModal minted={open.minted} onClose={close} />}
    </>
  );
}

function KeyRow({ apiKey, onOpen }: { apiKey: ApiKey; onOpen: ((open: Open) => void) | undefined }) {
  const settings = useSettingsTexts();
  const { common } = useTexts();
  const { keys: texts } = settings;
  const formats = useFormats();
  const usable = isUsable(apiKey);
  const total = apiKey.requests24h.reduce((sum, value) => sum + value, 0);
  return (
    <li className={classes.key} data-usable={usable}>
      <div className={classes.name}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {apiKey.name}
          </Text>
          <Badge variant="light" color={apiKey.mode === 'live' ? 'indigo' : 'gray'} tt="none">
            {texts.modes[apiKey.mode]}
          </Badge>
          {!usable && (
            <Badge variant="outline" color="gray" tt="none">
              {apiKey.revokedAt === null ? texts.expired : texts.revoked}
            </Badge>
          )}
        </Group>
        <Text className={surface.mono} c="dimmed" mt={2}>
          sk_{apiKey.mode}_…{apiKey.last4}
        </Text>
      </div>
      <dl className={classes.facts}>
        <Fact term={texts.created} title={formats.dateTime(apiKey.createdAt)}>
          {formats.date(apiKey.createdAt)}
          {apiKey.createdBy !== null && (
            <Text size="xs" c="dimmed">
              {apiKey.creatorHasLeft ? texts.creatorLeft(apiKey.createdBy) : apiKey.createdBy}
            </Text>
          )}
        </Fact>
        <Fact term={texts.lastUsed}>
          {apiKey.lastUsedAt === null ? texts.neverUsed : formats.ago(apiKey.lastUsedAt)}
        </Fact>
        <Fact term={texts.expires}>
          {apiKey.expiresAt === null ? texts.neverExpires : formats.dateTime(apiKey.expiresAt)}
        </Fact>
      </dl>
      <div className={classes.use}>
        <SparkBars values={apiKey.requests24h} label={texts.chart(total, formats.number(total))} />
        <Text size="xs" c="dimmed" mt={4}>
          {texts.use(total, formats.number(total))}
        </Text>
        {apiKey.errors24h + apiKey.limited24h > 0 && (
          <Text size="xs" c="dimmed">
            {texts.refused(
              apiKey.errors24h,
              formats.number(apiKey.errors24h),
              formats.number(apiKey.limited24h),
            )}
          </Text>
        )}
      </div>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <Tooltip label={common.actions}>
            <ActionIcon variant="subtle" color="gray" aria-label={texts.actions(apiKey.name)}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuLink
            to="/settings/requests"
            search={{ keyId: apiKey.id }}
            leftSection={<IconListSearch size={16} aria-hidden />}
          >
            {settings.requests.title}
          </MenuLink>
          {usable && onOpen !== undefined && (
            <>
              <Menu.Item
                leftSection={<IconRefresh size={16} aria-hidden />}
                onClick={() => onOpen({ what: 'roll', key: apiKey })}
              >
                {texts.roll}
              </Menu.Item>
              <Menu.Item
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => onOpen({ what: 'revoke', key: apiKey })}
              >
                {texts.revoke}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { keys: texts } = useSettingsTexts();
  const notify = useNotify();
  const revoke = useRevokeKey();
  const confirm = () =>
    revoke.mutate(apiKey.id, {
      onSuccess: () => {
        notify.done(texts.revokedNotice(apiKey.name));
        onClose();
      },
      onError: notify.failed,
    });
  return (
    <ConfirmModal
      opened
      title={texts.revokeTitle(apiKey.name)}
      confirmLabel={texts.revoke}
      isPending={revoke.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {texts.revokeText}
    </ConfirmModal>
  );
}
