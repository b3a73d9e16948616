// How a person stands on the public site: whether they may write there, and the ways to change that.

import type { User } from '@earshot/client';
import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useEndSessions, useStanding, useUnban } from '../../data/moderation.ts';
import { useMayAdminister, useSession } from '../../data/session.ts';
import { BanDialog } from '../../parts/ban-dialog.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';

export function SiteStanding({ person }: { person: User }) {
  const { people: texts, moderation, feedback } = useTexts();
  const { siteUrl, workspace } = useSession();
  const mayAdminister = useMayAdminister();
  const formats = useFormats();
  const notify = useNotify();
  const { data } = useStanding(person.id);
  const unban = useUnban();
  const ending = useEndSessions();
  const [isBanning, setBanning] = useState(false);
  // No one signs in as the workspace's own user. Without a site, only what was known before is shown.
  const isVisitor = data !== undefined && (data.ban !== null || data.lastSignedInAt !== null);
  if (data === undefined || person.id === workspace.ownUserId || (siteUrl === null && !isVisitor))
    return null;
  const { ban, lastSignedInAt, cameBy } = data;
  const name = person.name ?? person.email ?? person.externalId ?? feedback.anonymous;
  const lift = () => void notify.follow(unban.mutateAsync(person.id), () => notify.done(texts.lifted));
  const endSessions = () =>
    void notify.follow(ending.mutateAsync(person.id), ({ ended }) =>
      notify.done(texts.sessionsEnded(ended, formats.number(ended))),
    );
  return (
    <section aria-labelledby="standing">
      <Title id="standing" order={2} size="h3" mt="lg" mb="xs">
        {texts.site}
      </Title>
      {ban !== null && (
        <Text size="sm">
          {texts.bannedSince(formats.date(ban.createdAt))}
          {ban.reason !== null && (
            <Text span inherit c="dimmed" dir="auto">
              {` ${ban.reason}`}
            </Text>
          )}
        </Text>
      )}
      {lastSignedInAt !== null && (
        <Text size="sm" c="dimmed">
          {texts.lastSignedIn(formats.dateTime(lastSignedInAt))}
          {cameBy !== null && ` ${texts.waysIn[cameBy]}`}
        </Text>
      )}
      <Group gap="xs" mt="xs">
        {ban === null ? (
          <Button size="xs" variant="default" onClick={() => setBanning(true)}>
            {moderation.ban}
          </Button>
        ) : (
          <Button size="xs" variant="default" loading={unban.isPending} onClick={lift}>
            {texts.liftBan}
          </Button>
        )}
        {mayAdminister && lastSignedInAt !== null && (
          <Button size="xs" variant="default" loading={ending.isPending} onClick={endSessions}>
            {texts.endSessions}
          </Button>
        )}
      </Group>
      {isBanning && <BanDialog person={{ id: person.id, name }} onClose={() => setBanning(false)} />}
    </section>
  );
}
