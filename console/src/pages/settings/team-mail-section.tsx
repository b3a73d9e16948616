// Which mails the signed-in person gets about their inbox. Each choice is saved immediately.

import { Alert, Select, Stack, Switch, Title } from '@mantine/core';
import { useSession } from '../../data/session.ts';
import { type TeamMail, useChangeTeamMail, useTeamMail } from '../../data/settings/team-mail.ts';
import { useNotify } from '../../parts/states/notify.tsx';
import { QueryResult } from '../../parts/states/states.tsx';
import { useInboxTexts } from '../../texts/inbox.ts';

const digests = ['off', 'daily', 'weekly'] as const;

/** Only where mail is set up. */
export function TeamMailSection() {
  const { mail: texts } = useInboxTexts();
  const { hasMail } = useSession();
  if (!hasMail) return null;
  return (
    <section>
      <Title order={2} mb="sm">
        {texts.title}
      </Title>
      <Choices />
    </section>
  );
}

function Choices() {
  const { mail: texts } = useInboxTexts();
  const notify = useNotify();
  const mail = useTeamMail();
  const change = useChangeTeamMail();
  const save = (edit: Partial<TeamMail>) =>
    void notify.follow(change.mutateAsync(edit), () => notify.done(texts.saved));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <QueryResult query={mail}>
      {(now) => {
        const { mentions, handOvers, digest, isProven } = {
          ...now,
          ...(change.isPending && change.variables),
        };
        return (
          <Stack maw={480}>
            {!isProven && <Alert color="yellow">{texts.unproven}</Alert>}
            <Switch
              label={texts.mentions}
              checked={mentions}
              onChange={(event) => save({ mentions: event.currentTarget.checked })}
            />
            <Switch
              label={texts.handOvers}
              checked={handOvers}
              onChange={(event) => save({ handOvers: event.currentTarget.checked })}
            />
            <Select
              label={texts.digest}
              description={texts.digestHint}
              maw={260}
              value={digest}
              onChange={(value) => save({ digest: value as TeamMail['digest'], timeZone })}
              data={digests.map((each) => ({ value: each, label: texts.digests[each] }))}
            />
          </Stack>
        );
      }}
    </QueryResult>
  );
}
