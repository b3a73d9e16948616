// Your own account: name, password, and active sessions.

import { Badge, Button, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../data/session.ts';
import { type SignedIn, useChangeAccount, useEndSessions, useSessions } from '../../data/settings/members.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { QueryResult } from '../../parts/states/states.tsx';
import surface from '../../parts/surface.module.css';
import { browserOf } from '../../parts/text/browser-name.ts';
import { errorBesideFields, errorText, useFieldErrors } from '../../parts/text/error-text.ts';
import { useFormats } from '../../parts/text/format.ts';
import { useSettingsTexts } from '../../texts/settings.ts';
import { useTexts } from '../../texts/texts.tsx';
import { TeamMailSection } from './team-mail-section.tsx';

export function AccountPage() {
  const { account: texts } = useSettingsTexts();
  return (
    <PageFrame title={texts.title} width="narrow">
      <Stack gap="xl">
        <NameForm />
        <TeamMailSection />
        <PasswordForm />
        <Sessions />
      </Stack>
    </PageFrame>
  );
}

function NameForm() {
  const settings = useSettingsTexts();
  const { common } = useTexts();
  const { account: texts } = settings;
  const { account } = useSession();
  const notify = useNotify();
  const change = useChangeAccount();
  const [name, setName] = useState(account.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      { name: name.trim() },
      { onSuccess: () => notify.done(texts.saved), onError: notify.failed },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={480}>
        <TextInput label={texts.email} readOnly value={account.email} />
        <TextInput
          label={texts.name}
          required
          maxLength={100}
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group>
          <Button
            type="submit"
            loading={change.isPending}
            disabled={name.trim() === account.name || name.trim() === ''}
          >
            {common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function PasswordForm() {
  const texts = useTexts();
  const { account } = useSettingsTexts();
  const session = useSession();
  const notify = useNotify();
  const change = useChangeAccount();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const errors = useFieldErrors(change.error);
  const toggle = { 'aria-label': texts.access.showPassword };
  const otherError = errorBesideFields(change.error, ['password.current', 'password.next', 'password']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      { password: { current, next } },
      {
        onSuccess: () => {
          setCurrent('');
          setNext('');
          notify.done(account.passwordChanged);
        },
      },
    );
  };
  return (
    <form onSubmit={submit}>
      <Title order={2} mb="sm">
        {account.password}
      </Title>
      <Stack maw={480}>
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={session.account.email}
          readOnly
          hidden
        />
        <PasswordInput
          label={account.currentPassword}
          required
          autoComplete="current-password"
          error={
            errors['password.current'] ?? (otherError === null ? undefined : errorText(texts, otherError))
          }
          value={current}
          visibilityToggleButtonProps={toggle}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordInput
          label={account.nextPassword}
          description={texts.access.passwordHint}
          required
          autoComplete="new-password"
          error={errors['password.next'] ?? errors.password}
          value={next}
          visibilityToggleButtonProps={toggle}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" variant="default" loading={change.isPending}>
            {account.changePassword}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Sessions() {
  const { account: texts } = useSettingsTexts();
  const formats = useFormats();
  const notify = useNotify();
  const sessions = useSessions();
  const end = useEndSessions();
  const finish = (id: string | undefined) =>
    end.mutate(id, {
      onSuccess: ({ ended }) => notify.done(texts.ended(ended, formats.number(ended))),
      onError: notify.failed,
    });
  const hasOthers = sessions.data?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{texts.sessions}</Title>
        {hasOthers && (
          <Button size="compact-sm" variant="default" onClick={() => finish(undefined)}>
            {texts.endOthers}
          </Button>
        )}
      </Group>
      <QueryResult query={sessions}>
        {(all) => (
          <div className={surface.frame}>
            {all.map((one) => (
              <SessionRow key={one.id} session={one} onEnd={() => finish(one.id)} />
            ))}
          </div>
        )}
      </QueryResult>
    </section>
  );
}

function SessionRow({ session, onEnd }: { session: SignedIn; onEnd: () => void }) {
  const { account: texts } = useSettingsTexts();
  const formats = useFormats();
  const name = browserOf(session.userAgent) ?? texts.unknownBrowser;
  return (
    <div className={surface.row}>
      <div className={surface.grow}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {session.isCurrent && (
            <Badge variant="light" tt="none">
              {texts.thisDevice}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {session.address !== null && `${session.address} · `}
          {texts.seen(formats.ago(session.lastSeenAt))} · {texts.since(formats.date(session.createdAt))}
        </Text>
      </div>
      {!session.isCurrent && (
        <Button size="compact-sm" variant="default" onClick={onEnd} aria-label={texts.endOf(name)}>
          {texts.end}
        </Button>
      )}
    </div>
  );
}
